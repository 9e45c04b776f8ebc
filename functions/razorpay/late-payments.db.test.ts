/** Scheduled jobs for orders paid online: which orders they cancel, payments that arrive afterwards, and refunds. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openPayingShop } from '../testing/razorpay-shop.ts'
import type { PayingShop, Placed } from '../testing/razorpay-shop.ts'
import type { Voucher } from '../testing/razorpay-process.ts'

let shop: PayingShop
beforeAll(async () => void (shop = await openPayingShop(await createDatabase('shop'))))
afterAll(() => shop.close())
afterEach(async () => {
  await shop.razorpay.control('answer', { mode: 'up' })
  await shop.razorpay.control('hold', { refunds: false })
})

const pay = ({ providerOrder }: Placed) => shop.razorpay.control<Voucher>('pay', { order_id: providerOrder })
const status = async (order: Placed) => (await shop.standing(order))?.status
const deliverAll = async ({ providerOrder }: Placed) => {
  for (const event of await shop.events(providerOrder)) expect(await shop.deliver(event)).toBe(200)
}

describe('the scheduled jobs', () => {
  test('cancel an unpaid order after half an hour, only once it was reconciled with Razorpay since', async () => {
    const order = await shop.placed()
    await shop.check(order, order.buyer)
    await shop.age(order, '29 minutes')
    await shop.cancelByClock()
    expect(await status(order)).toBe('pending')
    await shop.age(order, '2 minutes')
    await shop.cancelByClock()
    expect(await status(order), 'not asked since').toBe('pending')
    await shop.runJobs(order)
    await shop.cancelByClock()
    expect([await status(order), await shop.stock(order.product)]).toEqual(['cancelled', 10])
  })

  test('reconcile first, so an order paid without a webhook is not cancelled', async () => {
    const order = await shop.placed()
    await pay(order)
    await shop.age(order, '31 minutes')
    await shop.cancelByClock()
    await shop.runJobs(order)
    await shop.cancelByClock()
    expect(await shop.standing(order)).toMatchObject({ status: 'pending', payment_state: 'paid' })
  })

  test('cancel immediately if no payment was possible, and after a day if Razorpay does not respond', async () => {
    await shop.razorpay.control('answer', { mode: 'down' })
    const unopened = await shop.placed()
    await shop.razorpay.control('answer', { mode: 'up' })
    const unknown = await shop.placed()
    await shop.razorpay.control('answer', { mode: 'down' })
    for (const order of [unopened, unknown]) await shop.age(order, '31 minutes')
    await shop.runJobs(unknown)
    await shop.cancelByClock()
    expect([await status(unopened), await status(unknown)]).toEqual(['cancelled', 'pending'])
    await shop.age(unknown, '1 day')
    await shop.cancelByClock()
    expect(await status(unknown)).toBe('cancelled')
  })

  test('wait for a payment in progress, six days at most', async () => {
    const order = await shop.placed()
    const voucher = await pay(order)
    await shop.razorpay.control('answer', { mode: 'down' })
    await shop.confirm(order, voucher, order.buyer)
    await shop.age(order, '5 days')
    await shop.cancelByClock()
    expect(await shop.standing(order)).toMatchObject({ status: 'pending', payment_state: 'awaiting_verification' })
    await shop.age(order, '2 days')
    await shop.cancelByClock()
    expect([await status(order), await shop.stock(order.product)]).toEqual(['cancelled', 10])
  })

  test('reconcile with growing intervals, when the time is up, and no longer than six days', async () => {
    const order = await shop.placed()
    const next = async () =>
      (
        await shop.sql<{ wait: number | null }>(
          'select round(extract(epoch from r.next_check_at - now()) / 60)::int as wait from private.razorpay_orders r where r.order_id = $1',
          [order.id],
        )
      )[0]?.wait
    const waits: unknown[] = []
    for (const age of ['0 minutes', '20 minutes', '7 minutes', '4 minutes', '1 hour', '1 day', '2 days', '3 days']) {
      await shop.age(order, age)
      await shop.check(order, order.buyer)
      waits.push(await next())
    }
    expect(waits).toEqual([1, 5, 3, 8, 23, 383, 720, null])
  })

  test('do their work once, however many processes run them concurrently', async () => {
    const orders = await Promise.all([shop.placed(), shop.placed(), shop.placed()])
    for (const order of orders) await pay(order)
    for (const order of orders) await pay(order) // a second payment for the same order
    await Promise.all([shop.runJobs(), shop.runJobs(), shop.runJobs()])
    await Promise.all([shop.runJobs(), shop.runJobs(), shop.runJobs()])
    for (const order of orders) {
      expect(await shop.standing(order)).toMatchObject({ status: 'pending', payment_state: 'paid' })
      expect((await shop.razorpay.about(order.providerOrder)).refunds).toHaveLength(1)
    }
  })
})

describe('a payment that arrives after the automatic cancellation', () => {
  async function cancelled(options = {}): Promise<Placed> {
    const order = await shop.placed(options)
    await shop.age(order, '31 minutes')
    await shop.runJobs(order)
    await shop.cancelByClock()
    expect(await status(order)).toBe('cancelled')
    return order
  }

  test('reserves the stock again and reopens the order, with history, notification and mail', async () => {
    const order = await cancelled()
    expect(await shop.stock(order.product)).toBe(10)
    await pay(order)
    await deliverAll(order)
    expect([await shop.standing(order), await shop.stock(order.product)]).toMatchObject([{ status: 'pending', payment_state: 'paid', state: 'paid' }, 8])
    const [row] = await shop.sql(
      `select (select notes from public.order_status_history where order_id = $1 order by created_at desc, ctid desc limit 1) as history,
         (select title from public.notifications where order_id = $1 order by created_at desc, ctid desc limit 1) as bell,
         (select data ->> 'status' from private.mails where data ->> 'order_id' = $1::text order by id desc limit 1) as mail`,
      [order.id],
    )
    expect(row).toEqual({ history: 'Order open again: the payment arrived after all', bell: 'Payment received', mail: 'pending' })
    expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
  })

  test('is refunded if the products are sold out, and the customer gets a mail afterwards', async () => {
    const order = await cancelled({ pieces: 2 })
    await shop.asAdmin('update public.products set stock = 1 where id = $1', [order.product])
    await pay(order)
    await deliverAll(order)
    expect(await shop.standing(order)).toMatchObject({ status: 'cancelled', payment_state: 'refund_due', state: 'refund_due' })
    await shop.runJobs(order)
    expect(await shop.standing(order)).toMatchObject({ status: 'cancelled', payment_state: 'refunded', state: 'refunded' })
    expect(await shop.sql("select kind from private.mails where data ->> 'order_id' = $1 and kind = 'order_refunded'", [order.id])).toHaveLength(1)
    expect(await shop.stock(order.product)).toBe(1)
  })

  test('is not captured if it is only authorised and the products are sold out', async () => {
    const order = await cancelled({ pieces: 2 })
    await shop.asAdmin('update public.products set stock = 0 where id = $1', [order.product])
    await shop.razorpay.control('authorize', { order_id: order.providerOrder })
    await shop.runJobs(order)
    expect((await shop.razorpay.about(order.providerOrder)).payments).toMatchObject([{ status: 'authorized' }])
    expect(await shop.standing(order)).toMatchObject({ status: 'cancelled' })
  })

  test('uses its coupon again; if the coupon has been used up, the order is not reopened', async () => {
    for (const limit of [2, 1]) {
      const code = `LATE${limit}`
      await shop.sql("insert into public.discounts (code, kind, value, usage_limit) values ($1, 'percent', 10, $2)", [code, limit])
      const [order, other] = [await shop.placed(), await shop.placed()]
      const use = (id: string) =>
        shop.sql(
          `with used as (insert into public.discount_redemptions (order_id, discount_id) select $1, id from public.discounts where code = $2 returning discount_id),
             marked as (update public.orders set coupon_code = $2 where id = $1)
           update public.discounts d set times_used = times_used + 1 from used where d.id = used.discount_id`,
          [id, code],
        )
      await use(order.id)
      await shop.age(order, '31 minutes')
      await shop.runJobs(order)
      await shop.cancelByClock()
      const used = async () => (await shop.sql<{ n: number }>('select times_used as n from public.discounts where code = $1', [code]))[0]?.n
      expect(await used()).toBe(0)
      await use(other.id)
      await pay(order)
      await shop.runJobs(order)
      expect(await shop.standing(order)).toMatchObject(
        limit === 2 ? { status: 'pending', payment_state: 'paid' } : { status: 'cancelled', payment_state: 'refunded' },
      )
      expect(await used()).toBe(limit === 2 ? 2 : 1)
    }
  })

  test('never reopens an order cancelled by its customer or staff; nothing else may reopen an order', async () => {
    const [own, ours] = [await shop.placed(), await shop.placed()]
    expect(await shop.cancelByCustomer(own)).toBe(1)
    await shop.asAdmin("update public.orders set status = 'cancelled', cancel_reason = 'Damaged' where id = $1", [ours.id])
    for (const order of [own, ours]) {
      await pay(order)
      await deliverAll(order)
      await shop.runJobs(order)
      expect(await shop.standing(order)).toMatchObject({ status: 'cancelled', payment_state: 'refunded' })
      await expect(shop.sql("update public.orders set status = 'pending', payment_state = 'paid' where id = $1", [order.id])).rejects.toMatchObject({
        code: 'PT409',
      })
    }
    const order = await cancelled()
    await expect(shop.asAdmin("update public.orders set status = 'pending' where id = $1", [order.id])).rejects.toMatchObject({ code: 'PT409' })
  })
})

describe('a due refund', () => {
  const refundOf = async ({ id }: Placed) =>
    (
      await shop.sql<{ refund: string; refund_round: number; last_error: string | null }>(
        'select refund, refund_round, last_error from private.razorpay_payments where order_id = $1',
        [id],
      )
    )[0]
  async function dueBack(): Promise<Placed> {
    const order = await shop.placed()
    await pay(order)
    await shop.check(order, order.buyer)
    await shop.asAdmin("update public.orders set status = 'cancelled', cancel_reason = 'Out of stock' where id = $1", [order.id])
    return order
  }

  test('is sent once, and is complete when Razorpay confirms it', async () => {
    await shop.razorpay.control('hold', { refunds: true })
    const order = await dueBack()
    for (let n = 0; n < 3; n += 1) await shop.runJobs(order)
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'refund_due' })
    expect(await refundOf(order)).toMatchObject({ refund: 'asked' })
    const { refunds } = await shop.razorpay.about(order.providerOrder)
    expect(refunds).toMatchObject([{ status: 'pending' }])
    await shop.razorpay.control('process', { refund_id: refunds[0]?.id })
    await deliverAll(order)
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'refunded', state: 'refunded' })
  })

  test('is retried as a new refund after a failure, and finally left to staff', async () => {
    await shop.razorpay.control('hold', { refunds: true })
    const order = await dueBack()
    for (let round = 0; round < 10; round += 1) {
      await shop.runJobs(order)
      const pending = (await shop.razorpay.about(order.providerOrder)).refunds.find(({ status: state }) => state === 'pending')
      await shop.razorpay.control('process', { refund_id: pending?.id, status: 'failed' })
      await deliverAll(order)
    }
    expect((await shop.razorpay.about(order.providerOrder)).refunds.length).toBeGreaterThan(3)
    expect(await refundOf(order)).toMatchObject({ refund: 'failed' })
    expect(await shop.asAdmin('select reason from public.unmatched_payments() where order_id = $1', [order.id])).toEqual([{ reason: 'refund_failed' }])
    const [charge] = await shop.sql<{ id: string }>('select id from private.razorpay_payments where order_id = $1', [order.id])
    await shop.asAdmin("select public.settle_unmatched_payment($1, 'resolve', 'Paid by bank transfer')", [charge?.id])
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'refunded', state: 'refunded' })
  })

  test('already made in Razorpay’s dashboard is not sent twice', async () => {
    const order = await shop.placed()
    const { razorpay_payment_id: payment } = await pay(order)
    await shop.check(order, order.buyer)
    const authorization = `Basic ${Buffer.from('rzp_test_fake:fake-key-secret').toString('base64')}`
    await fetch(`${shop.razorpay.url}/v1/payments/${payment}/refund`, { method: 'POST', headers: { authorization }, body: '{}' })
    await shop.asAdmin("update public.orders set status = 'cancelled', cancel_reason = 'Out of stock' where id = $1", [order.id])
    await shop.runJobs(order)
    expect((await shop.razorpay.about(order.providerOrder)).refunds).toHaveLength(1)
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'refunded' })
  })

  test('is settled by Razorpay only: staff cannot mark it', async () => {
    const order = await dueBack()
    for (const set of ["state = 'refunded'", "provider_reference = 'pay_x'"]) {
      await expect(shop.asAdmin(`update public.payments set ${set} where order_id = $1`, [order.id]), set).rejects.toMatchObject({
        code: 'PT409',
        detail: '{"code":"PROVIDER_SETTLES"}',
      })
    }
  })
})
