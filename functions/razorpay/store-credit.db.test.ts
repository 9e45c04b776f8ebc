/** An order that store credit pays in part and Razorpay the rest: what is asked, what goes back, and what the accountant and GSTR-1 read of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { accountExports } from '../account-exports/account-exports.ts'
import { gstReturn } from '../gst-return/gst-return.ts'
import { orderingIn } from '../testing/ordering.ts'
import { openPayingShop } from '../testing/razorpay-shop.ts'
import type { PayingShop, Placed } from '../testing/razorpay-shop.ts'
import type { Voucher } from '../testing/razorpay-process.ts'
import { ledgerSums, readVouchers, voucherSum } from '../testing/tally-ledgers.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop(await createDatabase('shop'))
  await shop.sql("update public.settings set gstin = '27ABCDE1234F1Z0', state_code = '27', prices_include_gst = true")
})
afterAll(() => shop.close())
const { order } = orderingIn(() => shop)

const SHIPPING = { full_name: 'Meera Nair', address: '48, 12th Main', city: 'Pune', state: 'Maharashtra', pincode: '411001', phone: '9845011234' }

/** An order of ₹400 (300 and the delivery), of which `credit` rupees are store credit. */
async function placed(credit: number): Promise<Placed & { payment: Record<string, unknown> }> {
  const buyer = await shop.person()
  await shop.asAdmin('select public.change_store_credit($1, $2, $3)', [buyer.id, credit, 'Given'])
  const product = await shop.product({ price: 300 })
  await shop.fillCart(buyer, { [product]: 1 })
  const { status, body } = await order(buyer, { payment_method: 'razorpay', store_credit: credit, expected_total: 400, shipping: { ...SHIPPING, email: buyer.email } }) // prettier-ignore
  expect(status).toBe(200)
  const payment = body.payment as unknown as Record<string, unknown>
  return { id: body.order.id, buyer, product, providerOrder: String(payment['razorpay_order_id']), payment }
}
async function paid(credit: number): Promise<Placed> {
  const made = await placed(credit)
  await shop.razorpay.control<Voucher>('pay', { order_id: made.providerOrder })
  await shop.check(made, made.buyer)
  await shop.runJobs(made)
  return made
}
const about = async ({ providerOrder }: Placed) => shop.razorpay.about(providerOrder)
const balanceOf = async ({ buyer }: Placed) =>
  Number((await shop.sql<{ balance: string }>('select balance from public.store_credit_balances where user_id = $1', [buyer.id]))[0]?.balance)
const stateOf = async ({ id }: Placed) => (await shop.sql('select status, payment_method, payment_state from public.orders where id = $1', [id]))[0]
const paymentsOf = ({ id }: Placed) => shop.sql('select method, state, amount::float8 as amount from public.payments where order_id = $1 order by method', [id])
const refundsOf = ({ id }: Placed) => shop.sql('select state, amount::float8 as amount from public.refunds where order_id = $1 order by amount', [id])
const refund = ({ id }: Placed, rupees: number) =>
  shop.asAdmin("select public.start_refund($1, $2, 'One leaked', (select version from public.orders where id = $1))", [id, rupees])
const cancel = ({ id }: Placed) => shop.asAdmin("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1", [id])

test('Razorpay is asked for the rest, at placing, when the payment is started again, and in the order that it opens', async () => {
  const made = await placed(150)
  expect(made.payment).toMatchObject({ method: 'razorpay', state: 'awaiting_payment', amount: 25_000, currency: 'INR' })
  expect(await shop.start(made, made.buyer)).toMatchObject({ status: 200, body: { amount: 25_000, razorpay_order_id: made.providerOrder } })
  const { orders } = await shop.razorpay.state()
  expect(orders.filter(({ id }) => id === made.providerOrder)).toMatchObject([{ amount: 25_000 }])
  expect(await paymentsOf(made)).toEqual([
    { method: 'credit', state: 'paid', amount: 150 },
    { method: 'razorpay', state: 'awaiting_payment', amount: 250 },
  ])
})

test('the rest pays the order, by the window and by the webhook', async () => {
  const byWindow = await placed(150)
  const voucher = await shop.razorpay.control<Voucher>('pay', { order_id: byWindow.providerOrder })
  expect(await shop.confirm(byWindow, voucher, byWindow.buyer)).toMatchObject({ status: 200 })
  const byWebhook = await placed(0.01)
  await shop.razorpay.control<Voucher>('pay', { order_id: byWebhook.providerOrder })
  for (const event of await shop.events(byWebhook.providerOrder)) expect(await shop.deliver(event)).toBe(200)
  for (const one of [byWindow, byWebhook]) {
    await shop.runJobs(one)
    expect(await stateOf(one)).toEqual({ status: 'pending', payment_method: 'razorpay', payment_state: 'paid' })
  }
  expect(await paymentsOf(byWebhook)).toMatchObject([{ amount: 0.01 }, { amount: 399.99, state: 'paid' }])
})

test('a refund goes back through Razorpay first, and only what is more than that becomes store credit again', async () => {
  const made = await paid(150)
  await refund(made, 200)
  await shop.runJobs(made)
  expect([await balanceOf(made), (await about(made)).refunds]).toMatchObject([0, [{ amount: 20_000 }]])
  await refund(made, 100)
  await shop.runJobs(made)
  await shop.runJobs(made)
  expect((await about(made)).refunds.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([5000, 20_000])
  expect(await balanceOf(made)).toBe(50)
  expect(await refundsOf(made)).toEqual([{ state: 'paid', amount: 50 }, { state: 'paid', amount: 50 }, { state: 'paid', amount: 200 }]) // prettier-ignore
})

test('a cancelled order gives the credit back at once and the money through Razorpay, each whole and once', async () => {
  const made = await paid(150)
  await cancel(made)
  expect(await balanceOf(made)).toBe(150)
  await shop.runJobs(made)
  await shop.runJobs(made)
  expect((await about(made)).refunds).toMatchObject([{ amount: 25_000, status: 'processed' }])
  expect(await stateOf(made)).toMatchObject({ status: 'cancelled', payment_state: 'refunded' })
  expect(await balanceOf(made)).toBe(150)
})

test('money that comes after the order was cancelled goes back whole; the credit was given back before and not again', async () => {
  const made = await placed(150)
  await cancel(made)
  expect(await balanceOf(made)).toBe(150)
  await shop.razorpay.control<Voucher>('pay', { order_id: made.providerOrder })
  for (const event of await shop.events(made.providerOrder)) expect(await shop.deliver(event)).toBe(200)
  await shop.runJobs(made)
  await shop.runJobs(made)
  expect((await about(made)).refunds).toMatchObject([{ amount: 25_000 }])
  expect(await balanceOf(made)).toBe(150)
  expect(await stateOf(made)).toMatchObject({ status: 'cancelled' })
})

test('an order that nobody pays is cancelled by the scheduler, and its credit is back', async () => {
  const made = await placed(150)
  await shop.age(made, '3 days')
  await shop.cancelByClock()
  await shop.runJobs(made)
  await shop.cancelByClock()
  expect(await stateOf(made)).toMatchObject({ status: 'cancelled' })
  expect(await balanceOf(made)).toBe(150)
})

test('Tally and GSTR-1 have the whole sale, the rest in Razorpay’s ledger, and after a cancellation nothing is left', async () => {
  const before = await books()
  const made = await paid(150)
  await shop.asAdmin("update public.orders set status = 'processing' where id = $1", [made.id])
  const sold = await books()
  // given by hand 150, and spent at once: nothing is owed, and the buyer has paid all of the invoice
  expect(differenceOf(sold.sums, before.sums)).toMatchObject({ Razorpay: 25_000, 'Store credit given': 15_000 })
  expect(differenceOf(sold.sums, before.sums)).not.toHaveProperty('Store credit')
  expect(differenceOf(sold.sums, before.sums)).not.toHaveProperty('Online customers')
  expect(Math.round((sold.tax.taxable + sold.tax.cgst + sold.tax.sgst - before.tax.taxable - before.tax.cgst - before.tax.sgst) * 100)).toBe(40_000)

  await cancel(made)
  await shop.runJobs(made)
  await shop.runJobs(made)
  const after = await books()
  expect(after.tax).toEqual(before.tax)
  // the goods are back and the money too; the shop owes the credit again
  expect(differenceOf(after.sums, before.sums)).toEqual({ 'Store credit': -15_000, 'Store credit given': 15_000 })
})

type Tax = { taxable: number; cgst: number; sgst: number }

/** The balances of all Tally ledgers of these days, from vouchers that are each balanced, and the tax of GSTR-1. */
async function books(): Promise<{ sums: Record<string, number>; tax: Tax }> {
  const days =
    "to_char(now() at time zone 'Asia/Kolkata' - interval '1 day', 'YYYY-MM-DD') as from, to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as to"
  const [{ from, to } = { from: '', to: '' }] = await shop.sql<{ from: string; to: string }>(`select ${days}`)
  const ask = { method: 'POST', body: JSON.stringify({ from, to, file: 'tally-vouchers' }) }
  const vouchers = readVouchers(await (await accountExports(new Request('http://shop.example/', ask), shop.context(shop.admin))).text())
  for (const voucher of vouchers) expect(voucherSum(voucher), voucher.number).toBe(0)
  const asked = { method: 'POST', body: JSON.stringify({ month: to.slice(0, 7), format: 'json' }) }
  const filed = (await (await gstReturn(new Request('http://shop.example/', asked), shop.context(shop.admin))).json()) as { gst_summary: { total: Tax } }
  const { taxable, cgst, sgst } = filed.gst_summary.total
  return { sums: ledgerSums(vouchers), tax: { taxable, cgst, sgst } }
}

function differenceOf(after: Record<string, number>, before: Record<string, number>): Record<string, number> {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  return Object.fromEntries(names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const).filter(([, amount]) => amount !== 0))
}
