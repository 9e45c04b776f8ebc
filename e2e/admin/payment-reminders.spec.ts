/** Staff remind a customer of a payment: a mail, once a day, that leads to the page on which the order is paid (docs/rules.md#payment-reminders). */
import path from 'node:path'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { orderNumber, orderOf } from '../support/orders.ts'
import { linkIn, waitForMail } from '../support/outbox.ts'
import { phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { storedSession } from '../support/signed-in.ts'

test.use(phone)
const service = () => serviceClient(shopKeys())
let before: string | null
test.beforeAll(async () => {
  before = (await service().from('settings').select('upi_vpa').single()).data?.upi_vpa ?? null
  await service().from('settings').update({ upi_vpa: 'shringar@okbank' }).not('store_name', 'is', null)
})
test.afterAll(async () => void (await service().from('settings').update({ upi_vpa: before }).not('store_name', 'is', null)))

test('a reminder is sent by mail, its link leads to the payment, and a second one waits for a day', async ({ page, browser, customer: staff }) => {
  const buyer = await newCustomer(shopKeys())
  const [order, onDelivery] = [await orderOf(buyer, { method: 'upi' }), await orderOf(buyer)]
  const number = await orderNumber(order.id)
  const payment = page.getByRole('region', { name: 'Payment' })

  // who only works on orders sends none, and nobody reminds of a payment on delivery
  await service().from('user_roles').update({ role: 'orders' }).eq('user_id', staff.id).throwOnError()
  await page.goto(`/admin/orders/${order.id}`)
  await expect(payment).toContainText('₹300.00')
  await expect(payment.getByRole('button', { name: 'Remind…' })).toHaveCount(0)
  await service().from('user_roles').update({ role: 'accounts' }).eq('user_id', staff.id).throwOnError()
  await page.goto(`/admin/orders/${onDelivery.id}`)
  await expect(payment).toContainText('₹300.00')
  await expect(payment.getByRole('button', { name: 'Remind…' })).toHaveCount(0)

  await page.goto(`/admin/orders/${order.id}`)
  await payment.getByRole('button', { name: 'Remind…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remind the customer of ₹300.00?' })
  await expect(dialog.getByRole('link', { name: 'Open WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/91\\d{10}\\?text=.*${number}.*order-confirmation%2F${order.id}`),
  )
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Reminder on its way')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Reminded of ₹300.00 by email')

  const mail = await waitForMail(path.join(shopDataDir(), 'outbox'), buyer.email, /^Payment of order/)
  expect(mail.text).toContain(number)
  const theirs = await (await browser.newContext({ storageState: await storedSession(buyer), baseURL: shopUrl() })).newPage()
  await theirs.goto(linkIn(mail, shopUrl()))
  await expect(section(theirs, 'Pay by UPI').getByRole('link', { name: 'Open a UPI app' })).toBeVisible()
  await theirs.context().close()

  await payment.getByRole('button', { name: 'Remind…' }).click()
  await expect(dialog).toContainText('The customer was reminded within the last 24 hours.')
  await expect(dialog.getByRole('button', { name: 'Send email' })).toHaveCount(0)
})
