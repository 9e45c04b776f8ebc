/** A part of a payment goes back: staff promise it, send it and record the transfer; the customer reads it (docs/rules.md#refunds). */
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { orderOf } from '../support/orders.ts'
import { laptop, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { storedSession } from '../support/signed-in.ts'

test.use(laptop)
const service = () => serviceClient(shopKeys())

test('a goodwill refund is started, found in the list, sent by UPI, and read by the customer', async ({ page, browser, customer: staff }) => {
  const buyer = await newCustomer(shopKeys())
  const order = await orderOf(buyer)
  await service().from('payments').update({ state: 'paid' }).eq('order_id', order.id).throwOnError()
  const theirs = await (await browser.newContext({ storageState: await storedSession(buyer), baseURL: shopUrl() })).newPage()
  const messages = page.getByRole('region', { name: 'Messages' })
  const box = page.getByRole('region', { name: 'Payment' })

  // who only works on orders reads the money and does nothing about it; who keeps the accounts may
  await service().from('user_roles').update({ role: 'orders' }).eq('user_id', staff.id).throwOnError()
  await page.goto(`/admin/orders/${order.id}`)
  await expect(box).toContainText('Received')
  await expect(box.getByRole('button', { name: 'Refund…' })).toHaveCount(0)
  await service().from('user_roles').update({ role: 'accounts' }).eq('user_id', staff.id).throwOnError()
  await page.reload()

  await box.getByRole('button', { name: 'Refund…' }).click()
  const start = page.getByRole('dialog', { name: 'Refund part of the payment' })
  await start.getByLabel('Amount in ₹').fill('300.01')
  await start.getByRole('button', { name: 'Add the refund' }).click()
  await expect(start.getByRole('alert')).toContainText('Enter an amount up to ₹300.00')
  expect(await violations(page)).toEqual([])
  await start.getByLabel('Amount in ₹').fill('50.50')
  await start.getByLabel('Reason').fill('One bottle leaked')
  await start.getByRole('button', { name: 'Add the refund' }).click()
  await expect(messages.getByText('Refund added')).toBeVisible()
  await expect(box).toContainText('Still to refund₹50.50')
  await theirs.goto(`/order-confirmation/${order.id}`)
  await expect(section(theirs, 'Refunds')).toContainText('Refund of ₹50.50 due')

  await page.goto(`/admin/orders?payment=refund_due&customer=${buyer.id}`)
  await page.getByRole('link', { name: `Refunds order ${order.short}` }).click()
  await box.getByRole('button', { name: 'Mark refunded… ₹50.50, Goodwill' }).click()
  const settle = page.getByRole('dialog', { name: 'Did you send ₹50.50 back?' })
  await settle.getByRole('button', { name: 'Record refund' }).click()
  await expect(settle.getByRole('alert')).toContainText('Enter the reference of the transfer')
  await settle.getByLabel('Reference (UTR)').fill(`UTR${order.short}`)
  expect(await violations(page)).toEqual([])
  await settle.getByRole('button', { name: 'Record refund' }).click()
  await expect(messages.getByText('Refund recorded')).toBeVisible()
  await expect(box).toContainText(`Reference UTR${order.short.toUpperCase()}`)
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Refund of ₹50.50: refunded')
  expect(await violations(page)).toEqual([])
  await theirs.reload()
  await expect(section(theirs, 'Refunds')).toContainText(/₹50\.50 refunded on .* \(reference UTR/)
  await expect(section(theirs, 'Refunds')).toContainText('One bottle leaked')
  expect(await violations(theirs)).toEqual([])
  await theirs.context().close()
})
