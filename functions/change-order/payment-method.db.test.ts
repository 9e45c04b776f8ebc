import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import type { Person } from '../testing/shop.ts'
import { address, admin, call, make, meena, openManualOrders, rows, shop, telephone } from '../testing/manual-orders.ts'
import { changeMyOrder, changeOrder, quoteMyOrderChange, quoteOrderChange } from './change-order.ts'

openManualOrders(() => createDatabase('shop'))
beforeEach(() => shop.sql('update public.delivery_rates set cod_fee = 50'))

type Order = { id: string; version: number; total_amount: string; payment_method: string; payment_state: string; status: string }
const read = async (id: string) => (await rows<Order>('select * from public.orders where id = $1', id))[0] as Order
const payment = async (id: string) =>
  (await rows('select method, state, amount, provider_reference, awaited_since is not null as later from public.payments where order_id = $1', id))[0]

async function place(method: string, person: Person = meena): Promise<Order> {
  await shop.sql('delete from public.cart_items where user_id = $1', [person.id])
  await shop.fillCart(person, { [await shop.product({ price: 118 })]: 5 })
  const shipping = { ...address, email: person.email }
  const { status, body } = await call(placeOrder, person, { idempotency_key: randomUUID(), payment_method: method, shipping })
  expect(status).toBe(200)
  return read(body.order?.id ?? '')
}

/** As the screens do it: first the preview, then the change with its total. */
async function pay(order: Order, method: string, person: Person = admin, more: object = {}) {
  const [quote, save] = person === admin ? [quoteOrderChange, changeOrder] : [quoteMyOrderChange, changeMyOrder]
  const body = { order_id: order.id, version: order.version, payment_method: method, ...(person === admin ? { reason: 'Customer called' } : {}), ...more }
  const preview = await call(quote, person, body)
  return preview.status === 200 ? call(save, person, { ...body, expected_total: preview.body['total_amount'] }) : preview
}
const unpaidJob = () => shop.sql('select private.cancel_unpaid_orders()')

test('cash on delivery becomes UPI without its fee, and back; history, payment and total follow', async () => {
  const made = await place('cod')
  expect(made).toMatchObject({ total_amount: '740.00', payment_state: 'cod_pending' })
  expect(await pay(made, 'upi')).toEqual({ status: 200, body: { order_id: made.id, total_amount: 690, before: 740 } })
  const prepaid = await read(made.id)
  expect(prepaid).toMatchObject({ total_amount: '690.00', payment_method: 'upi', payment_state: 'awaiting_payment' })
  expect(await payment(made.id)).toEqual({ method: 'upi', state: 'awaiting_payment', amount: '690.00', provider_reference: null, later: true })
  expect(await rows('select notes from public.order_status_history where order_id = $1 and not automatic', made.id)).toEqual([
    { notes: 'Order changed: Customer called (payment Cash on delivery → UPI). Total ₹740.00 → ₹690.00.' },
  ])
  expect(await pay(prepaid, 'cod')).toMatchObject({ status: 200, body: { total_amount: 740 } })
  expect(await payment(made.id)).toMatchObject({ method: 'cod', state: 'cod_pending', amount: '740.00' })
})

test('the time to pay counts from the change, so an old order is not cancelled at once', async () => {
  const made = await place('cod')
  await shop.sql("update public.orders set created_at = now() - interval '30 days' where id = $1", [made.id])
  expect(await pay(await read(made.id), 'upi')).toMatchObject({ status: 200 })
  await unpaidJob()
  expect(await read(made.id)).toMatchObject({ status: 'pending' })
  await shop.sql("update public.payments set awaited_since = now() - interval '49 hours' where order_id = $1", [made.id])
  await unpaidJob()
  expect(await read(made.id)).toMatchObject({ status: 'cancelled' })
})

test('a reference that was not found does not stay with another method', async () => {
  const made = await place('upi')
  await shop.context(meena).asUser((query) => query('select public.claim_payment($1, $2)', [made.id, '412345678901']))
  expect(await pay(await read(made.id), 'cod')).toMatchObject({ status: 409, body: { code: 'PAYMENT_FIXED' } })
  await shop.sql("update public.payments set state = 'failed' where order_id = $1", [made.id])
  expect(await pay(await read(made.id), 'cod')).toMatchObject({ status: 200 })
  expect(await payment(made.id)).toMatchObject({ method: 'cod', state: 'cod_pending', provider_reference: null })
})

test('of an accepted order the fee replaces the invoice; a method without another total does not', async () => {
  const made = await place('cod')
  await shop.sql("update public.orders set status = 'processing' where id = $1", [made.id])
  expect(await pay(await read(made.id), 'bank')).toMatchObject({ status: 200, body: { total_amount: 690 } })
  const documents = () =>
    rows("select kind, content #>> '{order,total_amount}' as total from public.documents where order_id = $1 order by issued_at, serial", made.id)
  expect(await documents()).toEqual([
    { kind: 'invoice', total: '740.00' },
    { kind: 'credit_note', total: '740.00' },
    { kind: 'invoice', total: '690.00' },
  ])
  expect(await pay(await read(made.id), 'upi')).toMatchObject({ status: 200, body: { total_amount: 690 } })
  expect(await documents()).toHaveLength(3)
  expect(await shop.sql('select * from private.check_documents()')).toEqual([])
})

test('methods that are not offered, goods that are collected, and money that came or may come are refused', async () => {
  const made = await place('cod')
  await shop.sql('update public.settings set upi_vpa = null')
  expect(await pay(made, 'upi')).toMatchObject({ status: 400, body: { code: 'PAYMENT_METHOD_UNAVAILABLE' } })
  expect(await pay(made, 'razorpay')).toMatchObject({ status: 400, body: { code: 'PAYMENT_METHOD_UNAVAILABLE' } })
  expect(await pay(made, 'cash')).toMatchObject({ status: 400, body: { code: 'INVALID' } })
  expect(await pay(made, 'bank', meena), 'agreed with staff').toMatchObject({ status: 400, body: { code: 'PAYMENT_METHOD_UNAVAILABLE' } })
  await shop.sql("update public.settings set upi_vpa = 'shop@bank'")
  expect(await pay(made, 'cod')).toMatchObject({ status: 400, body: { code: 'NOTHING_CHANGED' } })
  const paid = (await make(telephone([{ product_id: await shop.product(), quantity: 5 }], { payment: { method: 'cash' } }))).body.order?.id ?? ''
  expect(await pay(await read(paid), 'upi')).toMatchObject({ status: 400, body: { code: 'NOTHING_CHANGED' } })
  // a window of Razorpay can be paid until it is over
  const online = await place('upi')
  await shop.sql("update public.orders set payment_method = 'razorpay' where id = $1", [online.id])
  await shop.sql("update public.payments set method = 'razorpay' where order_id = $1", [online.id])
  expect(await pay(await read(online.id), 'cod')).toMatchObject({ status: 409, body: { code: 'PAYMENT_FIXED' } })
})

test('customer and staff at once: one of them is refused, whatever comes first', async () => {
  for (let round = 0; round < 4; round += 1) {
    const made = await place('cod')
    const accept = () =>
      shop
        .context(admin)
        .asUser((query) => query("update public.orders set status = 'processing' where id = $1 and version = $2 returning id", [made.id, made.version]))
    const [own, taken] = await Promise.all([pay(made, 'upi', meena), accept()])
    const after = await read(made.id)
    expect([own.status === 200, taken.length === 1].filter(Boolean)).toHaveLength(1)
    expect(after).toMatchObject(
      own.status === 200 ? { status: 'pending', payment_state: 'awaiting_payment' } : { status: 'processing', payment_state: 'cod_pending' },
    )
    expect(await payment(made.id)).toMatchObject({ state: after.payment_state, amount: after.total_amount })
  }
})
