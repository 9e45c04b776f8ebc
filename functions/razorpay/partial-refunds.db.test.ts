/** Parts of a payment that Razorpay holds go back through Razorpay: once, in any order of events, no matter who started them. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openPayingShop } from '../testing/razorpay-shop.ts'
import type { PayingShop, Placed } from '../testing/razorpay-shop.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'

let shop: PayingShop
beforeAll(async () => void (shop = await openPayingShop(await createDatabase('shop'))))
afterAll(() => shop.close())
afterEach(() => shop.razorpay.control('hold', { refunds: false }))

/** An order of 300 rupees that is paid. */
async function paid(): Promise<Placed> {
  const order = await shop.placed()
  await shop.razorpay.control('pay', { order_id: order.providerOrder })
  await shop.check(order, order.buyer)
  await shop.runJobs(order)
  return order
}
const refund = (order: Placed, amount: number) =>
  shop.asAdmin("select public.start_refund($1, $2, 'One leaked', (select version from public.orders where id = $1)) as id", [order.id, amount])
const cancel = (order: Placed) =>
  shop.asAdmin("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1 and status = 'pending'", [order.id])
type Row = { amount: number; state: string; source: string; reference: string | null; reason: string | null }
const rows = (order: Placed) =>
  shop.sql<Row>('select amount::float8 as amount, state, source, reference, reason from public.refunds where order_id = $1 order by created_at, amount', [
    order.id,
  ])
const there = async (order: Placed) => (await shop.razorpay.about(order.providerOrder)).refunds
const chargeOf = async (order: Placed) => (await shop.razorpay.about(order.providerOrder)).payments[0]?.id ?? ''

/** A refund that a person makes in Razorpay's dashboard; paise. Refused where Razorpay holds no more. */
async function inDashboard(order: Placed, amount?: number): Promise<boolean> {
  const authorization = `Basic ${Buffer.from('rzp_test_fake:fake-key-secret').toString('base64')}`
  const body = JSON.stringify(amount === undefined ? {} : { amount })
  const { ok } = await fetch(`${shop.razorpay.url}/v1/payments/${await chargeOf(order)}/refund`, { method: 'POST', headers: { authorization }, body })
  return ok
}
async function deliverAll(order: Placed, events?: { id: string; body: string }[]): Promise<void> {
  for (const event of events ?? (await shop.events(order.providerOrder))) expect(await shop.deliver(event)).toBe(200)
}

test('a part is sent with its own amount, and the order stays paid', async () => {
  const order = await paid()
  await refund(order, 36.5)
  await shop.runJobs(order)
  await shop.runJobs(order)
  expect(await there(order)).toMatchObject([{ amount: 3650, status: 'processed' }])
  expect(await rows(order)).toMatchObject([{ amount: 36.5, state: 'paid', reference: (await there(order))[0]?.id }])
  expect(await shop.standing(order)).toMatchObject({ status: 'pending', payment_state: 'paid' })
})

test('a cancellation afterwards sends what is left, never the whole again', async () => {
  const order = await paid()
  await refund(order, 100)
  await shop.runJobs(order)
  await refund(order, 50)
  await cancel(order)
  await shop.runJobs(order)
  await shop.runJobs(order)
  expect((await there(order)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([5000, 10000, 15000])
  expect(await shop.standing(order)).toMatchObject({ payment_state: 'refunded', state: 'refunded' })
})

test('staff neither pay by hand nor withdraw what Razorpay may have been sent', async () => {
  const order = await paid()
  await shop.razorpay.control('hold', { refunds: true })
  await refund(order, 20)
  const [{ id } = { id: '' }] = await shop.sql<{ id: string }>('select id from public.refunds where order_id = $1', [order.id])
  const settle = () => shop.asAdmin("select public.settle_refund($1, 'upi', '412345678901', (select version from public.refunds where id = $1))", [id])
  const withdraw = () => shop.asAdmin('select public.withdraw_refund($1, (select version from public.refunds where id = $1))', [id])
  await expect(settle()).rejects.toMatchObject({ code: 'PT409', detail: '{"code":"PROVIDER_SETTLES"}' })
  await shop.runJobs(order)
  await expect(settle()).rejects.toMatchObject({ code: 'PT409' })
  await expect(withdraw()).rejects.toMatchObject({ code: 'PT409' })
  expect(await rows(order)).toMatchObject([{ state: 'asked' }])
  const other = await paid()
  await refund(other, 20)
  await shop.asAdmin('select public.withdraw_refund((select id from public.refunds where order_id = $1), 1)', [other.id])
  await shop.runJobs(other)
  expect(await there(other)).toEqual([])
})

describe('a refund that is made in Razorpay’s dashboard', () => {
  test('becomes a row of its own', async () => {
    const order = await paid()
    await inDashboard(order, 4000)
    await deliverAll(order)
    await deliverAll(order)
    expect(await rows(order)).toMatchObject([{ amount: 40, state: 'paid', source: 'goodwill', reason: 'Made at Razorpay' }])
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'paid' })
  })

  test('is found without its event', async () => {
    const order = await paid()
    await inDashboard(order, 4000)
    for (let n = 0; n < 2; n += 1) await shop.runJobs(order)
    expect(await rows(order)).toMatchObject([{ amount: 40, state: 'paid', reason: 'Made at Razorpay' }])
  })

  test('settles what is due with its amount, and nothing is sent twice', async () => {
    const order = await paid()
    await refund(order, 40)
    await inDashboard(order, 4000)
    await shop.runJobs(order)
    expect(await there(order)).toHaveLength(1)
    expect(await rows(order)).toMatchObject([{ amount: 40, state: 'paid', reason: 'One leaked' }])
  })

  test('takes from what a cancellation owes', async () => {
    const order = await paid()
    await cancel(order)
    await inDashboard(order, 10000)
    await shop.runJobs(order)
    await shop.runJobs(order)
    expect((await there(order)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([10000, 20000])
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'refunded' })
  })
})

test('one that fails is tried again under a new key, then left to staff, who pay it by hand', async () => {
  const order = await paid()
  await shop.razorpay.control('hold', { refunds: true })
  await refund(order, 25)
  for (let round = 0; round < 10; round += 1) {
    await shop.runJobs(order)
    const pending = (await there(order)).find(({ status }) => status === 'pending')
    await shop.razorpay.control('process', { refund_id: pending?.id, status: 'failed' })
    await deliverAll(order)
  }
  expect(await rows(order)).toMatchObject([{ state: 'failed' }])
  expect(await shop.asAdmin('select reason, amount::float8 as amount from public.unmatched_payments() where order_id = $1', [order.id])).toEqual([
    { reason: 'refund_failed', amount: 25 },
  ])
  await shop.asAdmin("select public.settle_refund(id, 'bank', 'AXISP00123', version) from (select id, version from public.refunds where order_id = $1) r", [
    order.id,
  ])
  expect(await rows(order)).toMatchObject([{ state: 'paid', reference: 'AXISP00123' }])
  expect(await shop.asAdmin('select reason from public.unmatched_payments() where order_id = $1', [order.id])).toEqual([])
  await shop.runJobs(order)
  expect((await there(order)).filter(({ status }) => status !== 'failed')).toEqual([])
})

test(
  'in any order of parts, cancellations, failures, events and runs, both books agree and no more than was paid goes back',
  async () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 18_000 }) }),
      fc.record({ act: fc.constant('dashboard' as const), amount: fc.integer({ min: 100, max: 18_000 }) }),
      fc.record({
        act: fc.constantFrom('cancel' as const, 'run' as const, 'events' as const, 'reverse' as const, 'fail' as const, 'process' as const),
        amount: fc.constant(0),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        await shop.razorpay.control('hold', { refunds: true })
        const order = await paid()
        for (const { act, amount } of steps) {
          // 409: more than is left. Razorpay takes a rupee or more, and so does the shop here.
          if (act === 'refund') await refund(order, Math.max(amount, 100) / 100).catch((error: unknown) => expect(error).toMatchObject({ code: 'PT409' }))
          if (act === 'dashboard') await inDashboard(order, amount)
          if (act === 'cancel') await cancel(order)
          if (act === 'run') await shop.runJobs(order)
          if (act === 'events') await deliverAll(order)
          if (act === 'reverse') await deliverAll(order, (await shop.events(order.providerOrder)).toReversed())
          if (act === 'fail' || act === 'process') {
            const pending = (await there(order)).find(({ status }) => status === 'pending')
            if (pending) await shop.razorpay.control('process', { refund_id: pending.id, status: act === 'fail' ? 'failed' : 'processed' })
          }
        }
        await shop.razorpay.control('hold', { refunds: false })
        for (let n = 0; n < 3; n += 1) {
          for (const { id, status } of await there(order))
            if (status === 'pending') await shop.razorpay.control('process', { refund_id: id, status: 'processed' })
          await deliverAll(order)
          await shop.runJobs(order)
        }
        const sent = (await there(order)).filter(({ status }) => status === 'processed')
        const booked = (await rows(order)).filter(({ state }) => state === 'paid')
        const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
        const story = JSON.stringify(steps)
        expect(await rows(order).then((all) => all.filter(({ state }) => state === 'due' || state === 'asked')), story).toEqual([])
        expect(booked.map(({ reference, amount }) => `${reference} ${Math.round(amount * 100)}`).toSorted(), story).toEqual(
          sent.map(({ id, amount }) => `${id} ${amount}`).toSorted(),
        )
        const back = sum(sent.map(({ amount }) => amount))
        expect(back, story).toBeLessThanOrEqual(30_000)
        const standing = await shop.standing(order)
        // less than a rupee is left to staff
        const small = sum((await rows(order)).filter(({ state }) => state === 'failed').map(({ amount }) => Math.round(amount * 100)))
        expect(small, story).toBeLessThan(100)
        const cancelled = standing?.status === 'cancelled'
        expect(standing?.payment_state, story).toBe(back === 30_000 ? 'refunded' : cancelled ? 'refund_due' : 'paid')
        if (cancelled) expect(back + small, story).toBe(30_000)
      }),
      { numRuns: LONG ? 200 : 12 },
    )
  },
  LONG ? 600_000 : 30_000,
)
