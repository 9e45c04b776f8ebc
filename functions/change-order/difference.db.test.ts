import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import type { Person } from '../testing/shop.ts'
import { address, admin, call, meena, openManualOrders, rows, shop } from '../testing/manual-orders.ts'
import { changeMyOrder, changeOrder, quoteMyOrderChange, quoteOrderChange } from './change-order.ts'

openManualOrders(() => createDatabase('shop'))

type Order = { id: string; version: number; item: string; total_amount: string; payment_state: string; payment_method: string; status: string }
const read = async (id: string) =>
  (
    await rows<Order>('select o.*, (select i.id from public.order_items i where i.order_id = o.id) as item from public.orders o where o.id = $1', id)
  )[0] as Order
const payments = (id: string) =>
  rows<Record<string, unknown>>('select method, state, amount from public.payments where order_id = $1 order by created_at, amount desc', id)
const money = async (id: string) => (await rows<{ money: object }>('select to_jsonb(m) as money from private.money_of($1) m', id))[0]?.money
const unpaidJob = () => shop.sql('select private.cancel_unpaid_orders()')

/** An order of 20 × ₹100, paid by UPI. */
async function paid(): Promise<Order> {
  await shop.sql('delete from public.cart_items where user_id = $1', [meena.id])
  await shop.fillCart(meena, { [await shop.product({ price: 100 })]: 20 })
  const body = { idempotency_key: randomUUID(), payment_method: 'upi', shipping: { ...address, email: meena.email } }
  const id = (await call(placeOrder, meena, body)).body.order?.id ?? ''
  await shop.sql("update public.payments set state = 'paid' where order_id = $1", [id])
  return read(id)
}
async function change(order: Order, quantity: number, more: object = {}, person: Person = admin) {
  const [quote, save] = person === admin ? [quoteOrderChange, changeOrder] : [quoteMyOrderChange, changeMyOrder]
  const body = {
    order_id: order.id,
    version: order.version,
    lines: [{ item_id: order.item, quantity }],
    ...(person === admin ? { reason: 'Wants more' } : {}),
    ...more,
  }
  const preview = await call(quote, person, body)
  return preview.status === 200 ? call(save, person, { ...body, expected_total: preview.body['total_amount'] }) : preview
}

test('what is missing of a paid order is a payment of its own: claimed by the customer, recorded by staff, and the order is paid again', async () => {
  const made = await paid()
  expect(await change(made, 22), 'how is not chosen').toMatchObject({ status: 409, body: { code: 'TOTAL_FIXED' } })
  expect(await change(made, 22, { payment_method: 'cod' })).toMatchObject({ status: 400, body: { code: 'PAYMENT_METHOD_UNAVAILABLE' } })
  expect(await change(made, 22, { payment_method: 'upi' })).toMatchObject({ status: 200, body: { total_amount: 2200, before: 2000 } })
  expect(await read(made.id)).toMatchObject({ total_amount: '2200.00', payment_state: 'awaiting_payment', payment_method: 'upi', status: 'pending' })
  expect(await payments(made.id)).toEqual([
    { method: 'upi', state: 'paid', amount: '2000.00' },
    { method: 'upi', state: 'awaiting_payment', amount: '200.00' },
  ])
  expect(await money(made.id)).toMatchObject({ total: 2200, received: 2000, to_collect: 200, refund_due: 0 })
  expect((await rows('select count(distinct reference)::integer as references from public.payments where order_id = $1', made.id))[0]).toEqual({
    references: 2,
  })
  await shop.context(meena).asUser((query) => query('select public.claim_payment($1, $2)', [made.id, '512345678901']))
  expect(await read(made.id)).toMatchObject({ payment_state: 'awaiting_verification' })
  await shop.context(admin).asUser((query) => query("select public.record_payment($1, null, 'upi', '512345678901')", [made.id]))
  expect(await read(made.id)).toMatchObject({ payment_state: 'paid' })
  expect(await money(made.id)).toMatchObject({ received: 2200, to_collect: 0, refundable: 2200 })
})

test('an order of which money came is never cancelled for its difference, whatever becomes of it', async () => {
  const made = await paid()
  await change(made, 22, { payment_method: 'upi' })
  const late = () =>
    shop.sql("update public.payments set awaited_since = now() - interval '90 days', claim_holds_until = now() - interval '1 day' where order_id = $1", [
      made.id,
    ])
  await shop.sql("update public.orders set created_at = now() - interval '90 days' where id = $1", [made.id])
  await late()
  await unpaidJob()
  expect(await read(made.id)).toMatchObject({ status: 'pending' })
  await shop.context(meena).asUser((query) => query('select public.claim_payment($1, $2)', [made.id, '512345678902']))
  await late()
  await unpaidJob()
  expect(await read(made.id)).toMatchObject({ status: 'pending', payment_state: 'awaiting_verification' })
  await shop.sql("update public.payments set state = 'failed' where order_id = $1 and state = 'awaiting_verification'", [made.id])
  await unpaidJob()
  expect(await read(made.id)).toMatchObject({ status: 'pending', payment_state: 'failed' })
})

test('the difference follows further changes; what exceeds it is due back', async () => {
  const made = await paid()
  await change(made, 22, { payment_method: 'bank' })
  expect(await change(await read(made.id), 25)).toMatchObject({ status: 200 })
  expect((await payments(made.id))[1]).toEqual({ method: 'bank', state: 'awaiting_payment', amount: '500.00' })
  expect(await change(await read(made.id), 25, { payment_method: 'upi' })).toMatchObject({ status: 200 })
  expect((await payments(made.id))[1]).toMatchObject({ method: 'upi', amount: '500.00' })
  expect(await change(await read(made.id), 25, { payment_method: 'cod' })).toMatchObject({ status: 400, body: { code: 'PAYMENT_METHOD_UNAVAILABLE' } })
  expect(await change(await read(made.id), 18)).toMatchObject({ status: 200 })
  expect(await read(made.id)).toMatchObject({ total_amount: '1800.00', payment_state: 'paid' })
  expect(await money(made.id)).toMatchObject({ received: 2000, to_collect: 0, refund_due: 200 })
})

test('a cancelled order gives back what was paid and waits for nothing more', async () => {
  const made = await paid()
  await change(made, 22, { payment_method: 'upi' })
  await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'x' where id = $1", [made.id])
  expect(await read(made.id)).toMatchObject({ payment_state: 'refund_due' })
  expect(await money(made.id)).toMatchObject({ refund_due: 2000, to_collect: 0 })
  const [refund] = await rows<{ id: string; version: number }>('select id, version from public.refunds where order_id = $1', made.id)
  await shop
    .context(admin)
    .asUser((query) => query("select public.settle_refund($1, 'upi', $2, $3)", [refund?.id, `9${Date.now()}`.slice(0, 12), refund?.version]))
  expect(await read(made.id)).toMatchObject({ payment_state: 'refunded' })
})

test('of an accepted order the new invoice asks for no payment of its whole total', async () => {
  const made = await paid()
  await shop.sql("update public.orders set status = 'processing' where id = $1", [made.id])
  expect(await change(await read(made.id), 22, { payment_method: 'upi' })).toMatchObject({ status: 200 })
  expect(
    await rows(
      "select kind, content #>> '{order,total_amount}' as total, content #>> '{seller,upi_vpa}' as vpa from public.documents where order_id = $1 order by issued_at, serial",
      made.id,
    ),
  ).toMatchObject([{ total: '2000.00', vpa: 'shop@bank' }, { kind: 'credit_note' }, { kind: 'invoice', total: '2200.00', vpa: null }])
})

test('every place that asks for money asks for the difference alone', async () => {
  const made = await paid()
  await change(made, 22, { payment_method: 'upi' })
  const [note] = await rows<{ notes: string }>("select notes from public.order_status_history where order_id = $1 and notes like 'Order changed%'", made.id)
  expect(note?.notes).toContain('difference by UPI')
  const [counter] = await shop
    .context(meena)
    .asUser((query) => query<{ shown: { id: string; due: number; awaited_since: null }[] }>("select public.my_counter() -> 'on_the_way' as shown", []))
  expect(counter?.shown.find(({ id }) => id === made.id)).toMatchObject({ due: 200, awaited_since: null })
  await shop.sql("update public.orders set status = 'processing' where id = $1", [made.id])
  const open = await shop.context(admin).asUser((query) => query<{ id: string }>('select id, kind, amount, total_amount from public.receivables()', []))
  expect(open.find(({ id }) => id === made.id)).toMatchObject({ kind: 'awaited', amount: '200.00', total_amount: '2200.00' })
  const { version } = await read(made.id)
  await shop.sql('update auth.users set email_confirmed_at = now() where id = $1', [meena.id])
  await shop.context(admin).asUser((query) => query("select public.remind_of_payment($1, 'mail', $2)", [made.id, version]))
  const [mail] = await rows<{ data: object }>("select data from private.mails where kind = 'order_reminder' and data ->> 'order_id' = $1::text", made.id)
  expect(mail?.data).toMatchObject({ amount: 200, until: null, pays: expect.stringMatching(/d1$/) })
})

test('a customer cannot add to what is partly paid, but can take goods off', async () => {
  const made = await paid()
  await change(made, 22, { payment_method: 'upi' })
  expect(await change(await read(made.id), 23, {}, meena)).toMatchObject({ status: 409, body: { code: 'TOTAL_FIXED' } })
  expect(await change(await read(made.id), 21, {}, meena)).toMatchObject({ status: 200 })
  expect(await money(made.id)).toMatchObject({ to_collect: 100, refund_due: 0 })
})

test('of cash on delivery that was paid in part, the rest follows the total and the fee stays', async () => {
  await shop.sql('update public.delivery_rates set cod_fee = 50')
  await shop.sql('delete from public.cart_items where user_id = $1', [meena.id])
  await shop.fillCart(meena, { [await shop.product({ price: 100 })]: 20 })
  const body = { idempotency_key: randomUUID(), payment_method: 'cod', shipping: { ...address, email: meena.email } }
  const id = (await call(placeOrder, meena, body)).body.order?.id ?? ''
  await shop.context(admin).asUser((query) => query("select public.record_payment($1, null, 'cash', null, 1000)", [id]))
  expect(await change(await read(id), 22)).toMatchObject({ status: 200, body: { total_amount: 2250 } })
  expect(await money(id)).toMatchObject({ received: 1000, to_collect: 1250 })
  expect(await change(await read(id), 22, { payment_method: 'upi' })).toMatchObject({ status: 200, body: { total_amount: 2250 } })
  expect(await money(id)).toMatchObject({ received: 1000, to_collect: 1250 })
  await shop.sql('update public.delivery_rates set cod_fee = 0')
})
