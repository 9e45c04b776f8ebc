/** /admin/orders/{id}: a paid order becomes more expensive, and its difference is a payment of its own (docs/decisions/0093-changes-by-customers.md). */
import { randomInt } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { orderOf } from '../support/orders.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

const service = () => serviceClient(shopKeys())
let before: string | null
test.beforeAll(async () => {
  before = (await service().from('settings').select('upi_vpa').single()).data?.upi_vpa ?? null
  await service().from('settings').update({ upi_vpa: 'shringar@okbank' }).not('store_name', 'is', null)
})
test.afterAll(async () => void (await service().from('settings').update({ upi_vpa: before }).not('store_name', 'is', null)))

test('staff choose how the difference is paid; the customer pays only that, and staff record it', async ({ page, browser, baseURL }) => {
  const meena = await newCustomer(shopKeys())
  const order = await orderOf(meena, { quantity: 20, method: 'upi', product: { price: 100 } })
  await service().from('payments').update({ state: 'paid' }).eq('order_id', order.id).throwOnError()
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('button', { name: 'Change order' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change order/ })
  await dialog.getByRole('textbox', { name: /^Quantity of/ }).fill('23')
  await expect(dialog.getByRole('alert')).toContainText('once you choose how the difference is paid')
  await dialog.getByLabel('A higher total is paid by').selectOption('UPI')
  await expect(dialog.getByText('₹300.00 more to collect')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  expect(await violations(page), 'the dialog').toEqual([])
  await dialog.getByLabel('Reason').fill('Wants three more')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()

  const utr = String(randomInt(10 ** 11, 10 ** 12 - 1))
  const context = await browser.newContext({ ...phone, storageState: await storedSession(meena), ...(baseURL === undefined ? {} : { baseURL }) })
  const own = await context.newPage()
  await own.goto(`/order-confirmation/${order.id}`)
  const pay = section(own, 'Pay by UPI')
  await expect(pay).toContainText('₹300.00 to ')
  await expect(pay.getByRole('link', { name: 'Open a UPI app' })).toHaveAttribute('href', /am=300\.00&cu=INR.*tr=[0-9a-f]{32}d1$/)
  await expect(pay.getByText(/reserved until/)).toHaveCount(0)
  await pay.getByLabel('UPI reference (UTR)').fill(utr)
  await pay.getByRole('button', { name: 'Send the reference' }).click()
  await expect(section(own, 'Checking your payment')).toContainText('₹300.00')
  await context.close()

  await expect(page.getByRole('main').getByText('Checking payment').first()).toBeVisible()
  await page.getByRole('button', { name: 'Verify payment' }).first().click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/₹300\.00/)
      .first(),
  ).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click()
  await expect
    .poll(async () => (await service().from('orders').select('payment_state,total_amount').eq('id', order.id).single()).data)
    .toEqual({ payment_state: 'paid', total_amount: 2300 })
})
