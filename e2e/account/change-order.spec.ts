/** /order-confirmation/{id}: a customer changes a pending order (docs/decisions/0093-changes-by-customers.md). */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { addToCart, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { withoutLiveNews } from '../support/live.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use({ expectedErrors: [/status of (400|409)/] })

const service = () => serviceClient(shopKeys())
let before: string | null
test.beforeAll(async () => {
  before = (await service().from('settings').select('upi_vpa').single()).data?.upi_vpa ?? null
  await service().from('settings').update({ upi_vpa: 'shringar@okbank' }).not('store_name', 'is', null)
})
test.afterAll(async () => void (await service().from('settings').update({ upi_vpa: before }).not('store_name', 'is', null)))

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Change order/ })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const stored = async (id: string) =>
  (
    await service()
      .from('orders')
      .select('total_amount,city,gstin,payment_method,payment_state,order_items(product_name,quantity)')
      .eq('id', id)
      .single()
      .throwOnError()
  ).data

test.describe('on a phone', () => {
  test.use(phone)

  test('more of one product, another removed, a new address; the total is shown before it is saved', async ({ page, customer }) => {
    const mark = randomUUID().slice(0, 6)
    const [kajal, gel] = await Promise.all([makeProduct({ name: `Kajal ${mark}`, price: 100, stock: 12 }), makeProduct({ name: `Gel ${mark}`, price: 50 })])
    await addToCart(customer, gel.id, 4)
    const order = await orderOf(customer, { of: kajal, quantity: 10 })
    await page.goto(`/order-confirmation/${order.id}`)
    await page.getByRole('button', { name: 'Change Order' }).click()
    expect(await violations(page), 'the dialog').toEqual([])
    const kajals = dialog(page).getByRole('textbox', { name: `Quantity of Kajal ${mark}` })
    await kajals.fill('13')
    await kajals.press('Enter')
    await expect(dialog(page).getByText(`Kajal ${mark}: you asked for 13, and only 12 are left.`)).toBeVisible()
    await kajals.fill('12')
    await kajals.press('Enter')
    await expect(dialog(page).getByText('You pay ₹200.00 more.')).toBeVisible()
    await dialog(page)
      .getByRole('button', { name: `Remove Gel ${mark}` })
      .click()
    await expect(dialog(page).getByText('The total stays the same.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Change address or GSTIN' }).click()
    await dialog(page).getByLabel('City').fill('Thane')
    await dialog(page).getByLabel('Mobile number').fill('12')
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      dialog(page)
        .getByText(/10 digits/)
        .first(),
    ).toBeVisible()
    expect(await violations(page), 'the dialog with an error').toEqual([])
    await dialog(page).getByLabel('Mobile number').fill('9820012345')
    await expect(dialog(page).getByText('The total stays the same.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(messages(page).getByText('Your order was changed')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(section(page, 'Shipping information')).toContainText('Thane')
    await expect(page.getByText(`Order changed by customer (Gel ${mark} removed (4), Kajal ${mark} 10 → 12, new city`)).toBeVisible()
    await expect.poll(() => stored(order.id)).toMatchObject({ city: 'Thane', order_items: [{ product_name: `Kajal ${mark}`, quantity: 12 }] })
  })

  test('cash on delivery becomes UPI, which is then paid on the page', async ({ page, customer }) => {
    const order = await orderOf(customer, { product: { price: 250 } })
    await page.goto(`/order-confirmation/${order.id}`)
    await page.getByRole('button', { name: 'Change Order' }).click()
    await dialog(page).getByLabel('How you pay').selectOption('UPI')
    await expect(dialog(page).getByText('The total stays the same.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(messages(page).getByText('You can pay it on this page.')).toBeVisible()
    await expect(section(page, 'Pay by UPI').getByRole('link', { name: 'Open a UPI app' })).toHaveAttribute('href', /am=600\.00&cu=INR/)
    await expect.poll(() => stored(order.id)).toMatchObject({ payment_method: 'upi', payment_state: 'awaiting_payment', total_amount: 600 })
  })
})

test.describe('on a laptop', () => {
  test.use(laptop)

  test('an order that was accepted in the meantime is not changed, and has no button any more', async ({ page, customer }) => {
    await withoutLiveNews(page)
    const order = await orderOf(customer, { quantity: 3 })
    await page.goto(`/order-confirmation/${order.id}`)
    await page.getByRole('button', { name: 'Change Order' }).click()
    const quantity = dialog(page).getByRole('textbox', { name: /^Quantity of/ })
    await quantity.fill('2')
    await quantity.press('Enter')
    await expect(dialog(page).getByText(/^You pay ₹.* less\.$/)).toBeVisible()
    await moveOrder(order.id, 'processing')
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog(page).getByText(/^We have accepted or cancelled this order in the meantime/)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Change Order' })).toHaveCount(0)
    await expect.poll(async () => (await stored(order.id)).order_items).toMatchObject([{ quantity: 3 }])
  })
})
