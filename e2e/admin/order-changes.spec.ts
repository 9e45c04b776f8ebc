/** /admin/orders/{id}: staff change an order until it is packed (docs/decisions/0078-changing-an-order.md, 0079). */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { addToCart, newCustomer, serviceClient } from '../support/customers.ts'
import { orderOf } from '../support/orders.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use({ expectedErrors: [/status of (400|409)/] })

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text)
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Change order/ })

async function stored(id: string) {
  const { data } = await serviceClient(shopKeys())
    .from('orders')
    .select('total_amount,phone,status,version,order_items(product_name,quantity,unit_price)')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

test.describe('on a laptop', () => {
  test.use(laptop)

  test('by keyboard: a line less, another added, a new phone number; the total is shown before it is saved, and the customer reads why', async ({ page }) => {
    const mark = randomUUID().slice(0, 6)
    const [meena, serum] = await Promise.all([
      newCustomer(shopKeys()),
      makeProduct({ name: `Serum ${mark}`, price: 300, pricing_tiers: [{ min_quantity: 10, discount_percent: 10 }] }),
      makeProduct({ name: `Gel ${mark}`, price: 100 }),
    ])
    const order = await orderOf(meena, { of: serum, quantity: 10 })
    await page.goto(`/admin/orders/${order.id}`)
    await expect(page.getByRole('button', { name: 'Change order' })).toBeVisible()
    await page.keyboard.press('e')
    await expect(dialog(page)).toBeVisible()
    expect(await violations(page), 'the dialog').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page), 'the dialog in the dark').toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })

    await dialog(page)
      .getByRole('textbox', { name: `Quantity of Serum ${mark}` })
      .fill('5')
    await expect(dialog(page).getByText('₹1,200.00 less to collect')).toBeVisible()
    await expect(dialog(page).getByText('was 10 × ₹270.00')).toBeVisible()
    await dialog(page).getByRole('combobox', { name: 'Add a product' }).fill(`Gel ${mark}`)
    await expect(page.getByRole('option', { name: `Gel ${mark}` })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await dialog(page)
      .getByRole('textbox', { name: `Quantity of Gel ${mark}` })
      .fill('3')
    await expect(dialog(page).getByText('₹900.00 less to collect')).toBeVisible()
    await dialog(page).getByText('Name, contact and address').click()
    await dialog(page).getByLabel('Mobile number').fill('9811100000')
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Enter a reason')
    await dialog(page).getByLabel('Reason').fill('Customer called, fewer serums')
    await expect(dialog(page).getByText('₹900.00 less to collect')).toBeVisible()
    await dialog(page).getByLabel('Reason').press('Tab')
    await page.keyboard.press('Tab')
    await expect(dialog(page).getByRole('button', { name: 'Save changes' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, `Order #${order.short} changed`)).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('main').getByText('Customer called, fewer serums')).toBeVisible()
    await expect.poll(() => stored(order.id)).toMatchObject({ total_amount: 1800, phone: '9811100000', status: 'pending' })
    const { order_items } = await stored(order.id)
    expect(order_items.toSorted((a, b) => a.quantity - b.quantity)).toEqual([
      { product_name: `Gel ${mark}`, quantity: 3, unit_price: 100 },
      { product_name: `Serum ${mark}`, quantity: 5, unit_price: 300 },
    ])
  })

  test('of two people, the second one keeps what was typed and sees the conflict; an order that has left has no button', async ({ page }) => {
    const meena = await newCustomer(shopKeys())
    const order = await orderOf(meena, { quantity: 4 })
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('button', { name: 'Change order' }).click()
    await dialog(page)
      .getByRole('textbox', { name: /^Quantity of/ })
      .fill('3')
    await expect(dialog(page).getByText(/less to collect/)).toBeVisible()
    await dialog(page).getByLabel('Reason').fill('Counted again')
    // another person writes to the order
    await serviceClient(shopKeys()).from('orders').update({ courier: 'By hand' }).eq('id', order.id).throwOnError()
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog(page).getByText(/Someone changed this order while this window was open/)).toBeVisible()
    await expect(dialog(page).getByLabel('Reason')).toHaveValue('Counted again')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()

    await serviceClient(shopKeys()).from('orders').update({ status: 'processing' }).eq('id', order.id).throwOnError()
    await expect(page.getByRole('button', { name: 'Ship' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change order' })).toBeVisible()
    await serviceClient(shopKeys()).from('orders').update({ status: 'shipped', courier: 'DTDC', tracking_number: 'D1' }).eq('id', order.id).throwOnError()
    await expect(page.getByRole('button', { name: 'Change order' })).toBeHidden()
  })

  test('an accepted order gets a credit note and a new invoice, which staff and customer find and download', async ({ page, browser, baseURL }) => {
    const mark = randomUUID().slice(0, 6)
    const [meena, serum] = await Promise.all([newCustomer(shopKeys()), makeProduct({ name: `Serum ${mark}`, price: 300 })])
    const order = await orderOf(meena, { of: serum, quantity: 10 })
    const shop = serviceClient(shopKeys())
    await shop.from('orders').update({ status: 'processing' }).eq('id', order.id).throwOnError()
    const issued = async () => (await shop.from('documents').select('serial,kind').eq('order_id', order.id).order('issued_at').throwOnError()).data
    const [invoice] = await issued()
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('button', { name: 'Change order' }).click()
    await dialog(page)
      .getByRole('textbox', { name: `Quantity of Serum ${mark}` })
      .fill('8')
    await expect(dialog(page).getByText('₹600.00 less to collect')).toBeVisible()
    await expect(dialog(page).getByText(`A credit note takes back ${invoice?.serial} in full, and a new invoice is issued.`)).toBeVisible()
    expect(await violations(page), 'the dialog').toEqual([])
    await dialog(page).getByLabel('Reason').fill('Two were broken')
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, `Order #${order.short} changed`)).toBeVisible()
    await expect.poll(async () => (await issued()).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'invoice'])
    const [, note, second] = await issued()
    for (const { serial } of [invoice, note, second].flatMap((one) => one ?? [])) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: new RegExp(`Download .*${serial}$`) }).click()
      expect((await saved).suggestedFilename()).toBe(`${serial.replaceAll('/', '-')}.pdf`)
    }
    expect(await violations(page), 'the order').toEqual([])

    const context = await browser.newContext({ storageState: await storedSession(meena), ...(baseURL === undefined ? {} : { baseURL }) })
    const own = await context.newPage()
    await own.goto(`/order-confirmation/${order.id}`)
    const documents = own.locator('section').filter({ has: own.getByRole('heading', { name: 'All documents' }) })
    await expect(documents.getByText(`Against ${invoice?.serial}`)).toBeVisible()
    const saved = own.waitForEvent('download')
    await documents.getByRole('button', { name: `Download ${note?.serial}` }).click()
    expect((await saved).suggestedFilename()).toBe(`${note?.serial.replaceAll('/', '-')}.pdf`)
    expect(await violations(own), 'the customer’s order').toEqual([])
    await own.goto(`/invoice/${order.id}`)
    await expect(own.getByRole('article', { name: `Tax invoice ${second?.serial}` })).toBeVisible()
    await expect(own.getByRole('button', { name: `Download ${invoice?.serial}` })).toBeVisible()
    await context.close()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a line is removed, kept again and removed; more than there is cannot be saved', async ({ page }) => {
    const mark = randomUUID().slice(0, 6)
    const [meena, kajal, gel] = await Promise.all([
      newCustomer(shopKeys()),
      makeProduct({ name: `Kajal ${mark}`, price: 100, stock: 12 }),
      makeProduct({ name: `Gel ${mark}`, price: 50 }),
    ])
    await addToCart(meena, gel.id, 4)
    const order = await orderOf(meena, { of: kajal, quantity: 10 })
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('button', { name: 'Change order' }).click()
    const kajals = dialog(page).getByRole('textbox', { name: `Quantity of Kajal ${mark}` })
    await kajals.fill('13')
    await expect(dialog(page).getByText(`Kajal ${mark}: 13 asked, only 12 can be had.`)).toBeVisible()
    await kajals.fill('12')
    await expect(dialog(page).getByText('₹200.00 more to collect')).toBeVisible()
    await dialog(page)
      .getByRole('button', { name: `Remove Gel ${mark}` })
      .click()
    await expect(dialog(page).getByText('The total stays the same.')).toBeVisible()
    await dialog(page)
      .getByRole('button', { name: `Keep Gel ${mark}` })
      .click()
    await expect(dialog(page).getByText('₹200.00 more to collect')).toBeVisible()
    await dialog(page)
      .getByRole('button', { name: `Remove Gel ${mark}` })
      .click()
    await dialog(page).getByLabel('Reason').fill('Gel is broken')
    await dialog(page)
      .getByRole('button', { name: `Keep Gel ${mark}` })
      .scrollIntoViewIfNeeded()
    await expect(dialog(page).getByText('The total stays the same.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, `Order #${order.short} changed`)).toBeVisible()
    await expect.poll(async () => (await stored(order.id)).order_items).toEqual([{ product_name: `Kajal ${mark}`, quantity: 12, unit_price: 100 }])
  })
})
