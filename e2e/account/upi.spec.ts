/** An order paid by UPI: pay, enter the reference, wait, get the confirmation (docs/india.md#payment). */
import { randomInt } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { withoutLiveNews } from '../support/live.ts'
import { changeOrder, orderOf } from '../support/orders.ts'
import { phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(phone)
test.use({ expectedErrors: [/rpc\/claim_payment/] })

const service = () => serviceClient(shopKeys())
let before: string | null
test.beforeAll(async () => {
  before = (await service().from('settings').select('upi_vpa').single()).data?.upi_vpa ?? null
  await service().from('settings').update({ upi_vpa: 'shringar@okbank' }).not('store_name', 'is', null)
})
test.afterAll(async () => void (await service().from('settings').update({ upi_vpa: before }).not('store_name', 'is', null)))

const reference = () => String(randomInt(10 ** 11, 10 ** 12 - 1))

test('the reference is checked, sent and corrected, and an admin verifies the payment', async ({ page, customer }) => {
  const [taken, order] = [await orderOf(customer, { method: 'upi' }), await orderOf(customer, { method: 'upi' })]
  const used = reference()
  await customer.client.rpc('claim_payment', { p_order: taken.id, p_reference: used })
  await page.goto(`/order-confirmation/${order.id}`)
  const pay = section(page, 'Pay by UPI')
  await expect(pay.getByRole('img', { name: 'QR code of the UPI payment' })).toBeVisible()
  await expect(pay.getByRole('link', { name: 'Open a UPI app' })).toBeVisible()
  await expect(pay.getByRole('link', { name: 'Open a UPI app' })).toHaveAttribute('href', /^upi:\/\/pay\?pa=shringar@okbank&.*am=300\.00&cu=INR/)
  await expect(pay).toContainText(/Your items are reserved until [A-Z][a-z]{2} \d/)
  expect(await violations(page)).toEqual([])

  // The invoice shows the same code as long as an amount is due.
  await page.goto(`/invoice/${order.id}`)
  const code = page.getByRole('region', { name: 'Scan to pay ₹300.00' })
  await expect(code.getByRole('img', { name: 'QR code of the UPI payment' })).toBeVisible()
  await expect(code).toContainText('shringar@okbank')
  expect(await violations(page)).toEqual([])
  await code.getByRole('link', { name: 'Already paid? Send us the reference' }).click()

  const field = pay.getByLabel('UPI reference (UTR)')
  const send = pay.getByRole('button', { name: 'Send the reference' })
  await send.click()
  await expect(pay.getByText('Enter the 12 digits of the UPI reference')).toBeVisible()
  await field.fill('41234567890')
  await send.click()
  await expect(pay.getByText('A UPI reference has 12 digits, this has 11')).toBeVisible()
  await field.fill(used)
  await send.click()
  await expect(pay.getByText('This reference belongs to another order.')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await page.route('**/rpc/claim_payment', (route) => route.abort())
  const [mistyped, right] = [reference(), reference()]
  await field.fill(mistyped.replace(/(.{4})/g, '$1 '))
  await send.click()
  await expect(pay.getByText('The reference could not be sent. It is still here; please try again.')).toBeVisible()
  await page.unroute('**/rpc/claim_payment')
  await send.click()

  const checking = section(page, 'Checking your payment')
  await expect(checking).toContainText(mistyped)
  await expect(section(page, 'Payment and invoice')).toContainText('Checking payment')
  await checking.getByRole('button', { name: 'Mistyped? Correct the reference' }).click()
  await checking.getByLabel('UPI reference (UTR)').fill(right)
  await checking.getByRole('button', { name: 'Save the reference' }).click()
  await expect(checking).toContainText(right)
  expect(await violations(page)).toEqual([])

  await service().from('payments').update({ state: 'paid' }).eq('order_id', order.id)
  await page.reload()
  await expect(section(page, 'Payment and invoice')).toContainText('PaymentPaid')
  await expect(checking).toHaveCount(0)
  await page.goto(`/invoice/${order.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Proforma invoice' })).toBeVisible()
  await expect(code).toHaveCount(0)
})

test('a reference is accepted although the order was cancelled while it was typed; a refund that is due is shown', async ({ page, customer }) => {
  await withoutLiveNews(page)
  const { id } = await orderOf(customer, { method: 'upi' })
  await page.goto(`/order-confirmation/${id}`)
  await page.getByLabel('UPI reference (UTR)').fill(reference())
  await changeOrder(id, { status: 'cancelled' })
  await page.getByRole('button', { name: 'Send the reference' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Cancelled' })).toBeVisible()
  await expect(section(page, 'Checking your payment')).toContainText("This order is cancelled. We're looking for ₹300.00 in our account")
  await changeOrder(id, { payment_state: 'refund_due' })
  await page.reload()
  await expect(section(page, 'Your refund is on its way')).toContainText('You paid ₹300.00 for this order.')
})

test('a buyer who paid after the order was cancelled as unpaid sends the reference, and reads that the order is open again', async ({ page, customer }) => {
  const { id } = await orderOf(customer, { method: 'upi' })
  await changeOrder(id, { status: 'cancelled' })
  await page.goto(`/order-confirmation/${id}`)
  const late = section(page, 'Not paid in time')
  await expect(late).toContainText("we'll reopen the order or refund you")
  await expect(page.getByRole('img', { name: 'QR code of the UPI payment' })).toHaveCount(0) // the page asks for no payment
  await late.getByRole('button', { name: 'Did you pay by UPI?' }).click()
  await late.getByLabel('UPI reference (UTR)').fill(reference())
  await late.getByRole('button', { name: 'Send the reference' }).click()
  await expect(section(page, 'Checking your payment')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await service().from('payments').update({ state: 'paid' }).eq('order_id', id)
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'We have your order' })).toBeVisible()
  await expect(section(page, 'Payment and invoice')).toContainText('PaymentPaid')
})

test('another customer cannot send a reference', async ({ customer }) => {
  const { id } = await orderOf(customer, { method: 'upi' })
  const stranger = await newCustomer(shopKeys())
  const refused = await stranger.client.rpc('claim_payment', { p_order: id, p_reference: reference() })
  expect(refused.error?.details).toContain('ORDER_NOT_FOUND')
  await customer.client.rpc('claim_payment', { p_order: id, p_reference: reference() }).throwOnError()
})
