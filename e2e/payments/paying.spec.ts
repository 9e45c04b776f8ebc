/**
 * Paying online, in a separate shop with the fake provider: an order is paid exactly once, whatever happens in between
 * (docs/rules.md#order-before-payment, docs/rules.md#unknown-payment-results).
 */
import type { Locator, Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { toReview } from '../support/checkout.ts'
import { expect, test } from '../support/fixtures.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { buyer, onlineOrder, openPayingShop, sendEvents, signIn, unmatchedPayment, type PayingShop } from './paying-shop.ts'

let paying: PayingShop
test.beforeAll(async () => {
  test.setTimeout(150_000)
  paying = await openPayingShop()
})
test.afterAll(async () => paying.close())
test.afterEach(async () => void (await paying.fakeRazorpay.call('answer', { mode: 'up' })))

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Razorpay test checkout' })
const payNow = (page: Page): Locator => page.getByRole('button', { name: 'Pay now · ₹336.00' })
const received = (page: Page): Locator => page.getByRole('status').filter({ hasText: '₹336.00 received. Thank you!' })
const openOrder = (page: Page, id: string) => page.goto(`${paying.shop.url}/order-confirmation/${id}`)

async function expectPaidOnce(page: Page, id: string): Promise<void> {
  await expect(received(page)).toBeVisible()
  await expect(section(page, 'Payment and invoice')).toContainText('PaymentPaid')
  await expect(payNow(page)).toHaveCount(0)
  await expect
    .poll(async () => (await paying.service.from('payments').select('state, provider_reference').eq('order_id', id)).data)
    .toEqual([{ state: 'paid', provider_reference: expect.stringMatching(/^pay_/) }])
}

test.describe('on a phone', () => {
  test.use(phone)

  test('a double click places one order, the provider’s window opens, and its result is confirmed', async ({ page }) => {
    const customer = await buyer(paying)
    await signIn(page, paying, customer)
    await page.goto(`${paying.shop.url}/checkout`)
    await toReview(page, {}, /^Card, UPI, net banking/)
    await page.getByRole('button', { name: /^Place order/ }).dblclick()
    await expect(dialog(page)).toBeVisible({ timeout: 20_000 })
    const orders = async () => (await paying.service.from('orders').select('id, payment_state').eq('user_id', customer.id).throwOnError()).data
    await expect.poll(orders).toEqual([{ id: expect.any(String), payment_state: 'awaiting_payment' }])
    const id = (await orders())[0]?.id as string
    await dialog(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await expectPaidOnce(page, id)
    expect(await violations(page)).toEqual([])
    // The provider's own events come afterwards, each of them twice: nothing changes.
    for (let times = 0; times < 2; times += 1) await sendEvents(paying, new Set())
    await page.reload()
    await expect(section(page, 'Payment and invoice')).toContainText('PaymentPaid')
    await expect(dialog(page)).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('payment-return')
    // Cancelling the order refunds the payment.
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toContainText("We'll refund the ₹336.00 you paid to your original payment method.")
    await page.getByRole('button', { name: 'Yes, cancel order' }).click()
    await expect(section(page, /^Your refund (is on its way|has been sent)$/)).toContainText('₹336.00')
  })
})

test.describe('on a laptop', () => {
  test.use(laptop)

  test('a closed window and a refused attempt leave the order open: it says until when it can be paid, and can be paid again', async ({ page }) => {
    const customer = await buyer(paying)
    await signIn(page, paying, customer)
    const id = await onlineOrder(customer)
    await openOrder(page, id)
    const panel = section(page, 'Pay ₹336.00')
    await expect(panel).toContainText(/Your items are reserved until \d{1,2}:\d\d [AP]M/)
    expect(await violations(page)).toEqual([])
    await payNow(page).click()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(panel.getByRole('status')).toContainText('Not paid yet. Your order is still open, so you can try again.')
    await expect(panel.getByRole('status')).toBeFocused()
    await payNow(page).click()
    await dialog(page).getByRole('button', { name: 'Fail' }).click()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(panel.getByRole('status')).toContainText("That payment didn't go through.")
    await page.reload()
    await payNow(page).click()
    await dialog(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await expectPaidOnce(page, id)
  })

  test('a payment that arrives while the window is open, or after the browser was closed, is shown live', async ({ page }) => {
    const customer = await buyer(paying)
    await signIn(page, paying, customer)
    const id = await onlineOrder(customer)
    await openOrder(page, id)
    await payNow(page).click()
    await expect(dialog(page)).toBeVisible()
    const { orders } = await paying.fakeRazorpay.state()
    await paying.fakeRazorpay.call('pay', { order_id: orders.at(-1)?.id })
    await sendEvents(paying, new Set())
    await expectPaidOnce(page, id)
    await expect(dialog(page)).toHaveCount(0)
  })

  test.describe('while the provider does not answer', () => {
    test.use({ expectedErrors: [/status of 502|checkout\.js/] })

    test('the order stays open, the page says so, and it is paid once the provider is back', async ({ page }) => {
      const customer = await buyer(paying)
      await signIn(page, paying, customer)
      await paying.fakeRazorpay.call('answer', { mode: 'down' })
      await page.goto(`${paying.shop.url}/checkout`)
      await toReview(page, {}, /^Card, UPI, net banking/)
      await page.getByRole('button', { name: /^Place order/ }).click()
      const alert = page.getByRole('alert').filter({ hasText: 'The payment service is not responding.' })
      await expect(alert).toContainText('Nothing was charged, and your order is still open.', { timeout: 30_000 })
      await expect(alert).toBeFocused()
      expect(await violations(page)).toEqual([])
      const id = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ''
      await paying.fakeRazorpay.call('answer', { mode: 'up' })
      await page.route('**/v1/checkout.js', (route) => route.abort())
      await payNow(page).click()
      const blocked = page.getByRole('alert').filter({ hasText: 'The payment window could not be opened.' })
      await expect(blocked.getByRole('button', { name: 'Reload the page' })).toBeVisible()
      await page.unroute('**/v1/checkout.js')
      await payNow(page).click()
      await dialog(page).getByRole('button', { name: 'Pay', exact: true }).click()
      await expectPaidOnce(page, id)
    })

    test('an unknown result is being checked, also after a reload, and no second payment is requested', async ({ page }) => {
      const customer = await buyer(paying)
      await signIn(page, paying, customer)
      const id = await onlineOrder(customer)
      await openOrder(page, id)
      await payNow(page).click()
      await expect(dialog(page)).toBeVisible()
      await paying.fakeRazorpay.call('answer', { mode: 'down' })
      await dialog(page).getByRole('button', { name: 'Pay', exact: true }).click()
      const checking = section(page, 'Checking your payment')
      await expect(checking).toContainText("Please don't pay again")
      await expect(checking.getByText("We're checking with the bank").locator('..')).toBeFocused()
      await page.reload()
      await expect(checking).toBeVisible()
      await expect(payNow(page)).toHaveCount(0)
      expect(await violations(page)).toEqual([])
      await page.context().setOffline(true)
      await expect(checking).toContainText("You're offline. Your payment is safe")
      await paying.fakeRazorpay.call('answer', { mode: 'up' })
      await page.context().setOffline(false)
      await expectPaidOnce(page, id)
    })
  })

  test('an admin sees how each order is paid, asks the provider, and settles unmatched payments', async ({ page }) => {
    const customer = await buyer(paying)
    const id = await onlineOrder(customer)
    await customer.client.functions.invoke('start-payment', { body: { order_id: id } })
    const { orders } = await paying.fakeRazorpay.state()
    const { razorpay_payment_id: paid } = await paying.fakeRazorpay.call('pay', { order_id: orders.at(-1)?.id })
    await signIn(page, paying, paying.admin)
    await page.goto(`${paying.shop.url}/admin/orders`)
    const row = page.getByRole('row').filter({ hasText: `#${id.slice(0, 8)}` })
    await expect(row).toContainText('Awaiting payment')
    await expect(row.getByRole('button', { name: /^Record payment/ })).toHaveCount(0)
    await row.getByRole('button', { name: `Ask Razorpay about order ${id.slice(0, 8)}` }).click()
    await expect(page.getByText('Razorpay says: Paid')).toBeVisible()
    await expect(row).toContainText(paid as string)

    // A second charge on an order that is already paid, which is refunded automatically, and one that belongs to no order.
    const { razorpay_payment_id: second } = await paying.fakeRazorpay.call('pay', { order_id: orders.at(-1)?.id })
    const payment = await unmatchedPayment(paying, 50_000)
    await sendEvents(paying, new Set())
    await page.reload()
    await page.getByRole('button', { name: 'Unmatched payments · 1 to resolve' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: second as string })).toContainText('₹336.00 · Paid twice')
    const item = page.getByRole('listitem').filter({ hasText: payment })
    await expect(item).toContainText('₹500.00 · No matching order')
    expect(await violations(page)).toEqual([])
    await item.getByRole('button', { name: `Refund ₹500.00: payment ${payment}` }).click()
    const refund = page.getByRole('dialog', { name: 'Refund ₹500.00?' })
    await expect(refund).toContainText(`₹500.00, payment ${payment}. Razorpay refunds the whole amount`)
    await refund.getByRole('button', { name: 'Not now' }).click()
    await item.getByRole('button', { name: `Mark resolved: payment ${payment}` }).click()
    const question = page.getByRole('dialog', { name: 'Mark this payment resolved?' })
    await expect(question).toContainText(payment)
    await question.getByRole('button', { name: 'Mark resolved' }).click()
    await expect(question.getByRole('alert')).toContainText('Enter what was done with the money')
    await question.getByLabel('Note').fill('Sent back by NEFT')
    await question.getByRole('button', { name: 'Mark resolved' }).click()
    await expect(page.getByRole('region', { name: 'Settled' })).toContainText('Sent back by NEFT')
    await expect(page.getByRole('button', { name: 'Unmatched payments', exact: true })).toBeVisible()
  })
})
