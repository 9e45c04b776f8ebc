/** A leaked webhook secret: it can be invalidated immediately, and orders "paid" by forged events are found and held. */
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { FAKE_RAZORPAY_KEYS } from '../testing/razorpay-process.ts'
import { openPayingShop } from '../testing/razorpay-shop.ts'
import type { PayingShop, Placed } from '../testing/razorpay-shop.ts'

let shop: PayingShop
beforeAll(async () => void (shop = await openPayingShop(await createDatabase('shop'))))
afterAll(() => shop.close())
afterEach(() => shop.razorpay.control('answer', { mode: 'up' }))

let forged = 0
/** Delivers an event that only a holder of the secret can sign, about a payment that nobody made. */
async function forge(
  order: Placed,
  secret = FAKE_RAZORPAY_KEYS.webhookSecret,
  payment = `pay_forged${(forged += 1)}`,
): Promise<{ status: number; payment: string }> {
  const entity = { id: payment, entity: 'payment', order_id: order.providerOrder, amount: 30000, currency: 'INR', status: 'captured', amount_refunded: 0 }
  const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { status: await shop.deliver({ id: `evt-${payment}`, body }, { signature }), payment }
}
const listed = async (payment: string) =>
  (
    await shop.asAdmin<{ reason: string; resolved_at: string | null }>('select reason, resolved_at from public.unmatched_payments() where payment_id = $1', [
      payment,
    ])
  )[0]
const step = (order: Placed, status: string) => shop.asAdmin('update public.orders set status = $2 where id = $1', [order.id, status])
const settle = (payment: string, action: string, note: string | null = 'Looked at the dashboard') =>
  shop.asAdmin('select public.settle_unconfirmed_payment($1, $2, $3)', [payment, action, note])

test('a secret reported as leaked is invalid immediately, otherwise it remains valid for a while', async () => {
  try {
    await shop.setKeys(null, null, 'a-new-webhook-secret')
    const [row] = await shop.asOwner<{ setup: { previous_until: string | null } }>('select public.razorpay_setup() as setup')
    expect(row?.setup.previous_until).not.toBeNull()
    expect((await forge(await shop.placed())).status).toBe(200)
    await expect(shop.asAdmin('select public.end_previous_razorpay_secrets()')).rejects.toMatchObject({ code: '42501' })
    await shop.asOwner('select public.end_previous_razorpay_secrets()')
    const order = await shop.placed()
    expect((await forge(order)).status).toBe(400)
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'awaiting_payment' })
    expect((await forge(order, 'a-new-webhook-secret')).status, 'the new one counts').toBe(200)
    expect(await shop.asOwner("select public.razorpay_setup() -> 'previous_until' as until")).toEqual([{ until: null }])
    const buyer = shop.context(order.buyer)
    await expect(buyer.asUser((query) => query('select public.end_previous_razorpay_secrets()'))).rejects.toMatchObject({ code: '42501' })
  } finally {
    await shop.setKeys(null, null, FAKE_RAZORPAY_KEYS.webhookSecret)
  }
})

test('a payment unknown to Razorpay is found by the scheduler and listed, and its order is held', async () => {
  const order = await shop.placed()
  const { payment } = await forge(order)
  expect(await shop.standing(order)).toMatchObject({ status: 'pending', payment_state: 'paid' })
  expect(await shop.sql('select next_check_at <= now() as soon from private.razorpay_orders where order_id = $1', [order.id])).toEqual([{ soon: true }])
  expect(await listed(payment)).toBeUndefined()
  await shop.razorpay.control('answer', { mode: 'down' })
  await shop.runJobs(order)
  expect(await listed(payment), 'no answer is no word').toBeUndefined()
  await shop.razorpay.control('answer', { mode: 'up' })
  await shop.sql('update private.razorpay_orders set next_check_at = now() where order_id = $1', [order.id])
  await shop.runJobs(order)
  expect(await listed(payment)).toEqual({ reason: 'not_known', resolved_at: null })
  await expect(step(order, 'processing')).rejects.toMatchObject({ code: 'PT409', detail: expect.stringContaining('PAYMENT_UNMATCHED') as string })

  await expect(settle(payment, 'reject', ' ')).rejects.toMatchObject({ code: '22023' })
  await settle(payment, 'reject')
  expect(await shop.standing(order)).toMatchObject({
    status: 'pending',
    payment_state: 'awaiting_payment',
    state: 'awaiting_payment',
    provider_reference: null,
  })
  await expect(settle(payment, 'reject')).rejects.toMatchObject({ code: 'PT409' })
  await shop.runJobs(order)
  await shop.age(order, '31 minutes')
  await shop.runJobs(order)
  await shop.cancelByClock()
  expect(await shop.standing(order)).toMatchObject({ status: 'cancelled' })
  expect(await shop.stock(order.product)).toBe(10)
})

test('an order accepted before that is not shipped', async () => {
  const order = await shop.placed()
  const { payment } = await forge(order)
  await step(order, 'processing')
  await shop.runJobs(order)
  await expect(step(order, 'shipped')).rejects.toMatchObject({ code: 'PT409' })
  await settle(payment, 'accept')
  await step(order, 'shipped')
  await shop.runJobs(order) // checked again: the decision of staff remains
  expect(await listed(payment)).toMatchObject({ resolved_at: expect.anything() as Date })
  await step(order, 'delivered')
})

test('cancelling such an order refunds only money that staff confirm', async () => {
  for (const action of ['reject', 'accept']) {
    const order = await shop.placed()
    const { payment } = await forge(order)
    await shop.runJobs(order)
    expect(await shop.cancelByCustomer(order)).toBe(1)
    const refund = async () => (await shop.sql<{ refund: string }>('select refund from private.razorpay_payments where id = $1', [payment]))[0]?.refund
    expect(await refund()).toBe('none')
    await settle(payment, action)
    expect(await refund()).toBe(action === 'accept' ? 'due' : 'none')
    expect(await shop.standing(order)).toMatchObject({ status: 'cancelled', state: action === 'accept' ? 'refund_due' : 'awaiting_payment' })
  }
})

test('a payment confirmed by Razorpay does not hold the order', async () => {
  const order = await shop.placed()
  await shop.razorpay.control('pay', { order_id: order.providerOrder })
  const [event] = await shop.events(order.providerOrder, 'payment.captured')
  if (!event) throw new Error('No event received')
  expect(await shop.deliver(event)).toBe(200)
  await shop.runJobs(order)
  expect(await shop.sql('select confirmed_at is not null as confirmed, doubted_at from private.razorpay_payments where order_id = $1', [order.id])).toEqual([
    { confirmed: true, doubted_at: null },
  ])
  await step(order, 'processing')
})

test('a payment that failed at Razorpay but was captured according to an event is found too', async () => {
  const order = await shop.placed()
  await shop.razorpay.control('fail', { order_id: order.providerOrder })
  const [failed] = (await shop.razorpay.state()).payments.filter(({ order_id }) => order_id === order.providerOrder)
  await forge(order, FAKE_RAZORPAY_KEYS.webhookSecret, failed?.id)
  expect(await shop.standing(order)).toMatchObject({ payment_state: 'paid' })
  await shop.runJobs(order)
  expect(await listed(failed?.id ?? '')).toMatchObject({ reason: 'not_known' })
})
