import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import type { Person } from '../testing/shop.ts'
import { address, admin, call, everything, make, openManualOrders, rows, shop, stockOf, telephone } from '../testing/manual-orders.ts'
import { changeMyOrder, quoteMyOrderChange } from './change-order.ts'

openManualOrders(() => createDatabase('shop'))

let buyer: Person
beforeEach(async () => {
  buyer = await shop.person()
})

type Item = { id: string; product_id: string; quantity: number; unit_price: string }
type Order = { id: string; version: number; total_amount: string; payment_state: string; discount_total: string; items: Item[] }
async function read(id: string): Promise<Order> {
  const [order] = await rows<Record<string, unknown>>('select * from public.orders where id = $1', id)
  return { ...order, items: await rows<Item>('select * from public.order_items where order_id = $1 order by product_name', id) } as Order
}
async function place(quantities: Record<string, number>, changes: object = {}): Promise<Order> {
  await shop.fillCart(buyer, quantities)
  const shipping = { ...address, email: buyer.email }
  const { status, body } = await call(placeOrder, buyer, { idempotency_key: randomUUID(), payment_method: 'cod', shipping, ...changes })
  expect({ status, body }).toMatchObject({ status: 200 })
  return read(body.order?.id ?? '')
}
async function change(order: Order, some: object, person: Person | null = buyer) {
  const body = { order_id: order.id, version: order.version, ...some }
  const preview = await call(quoteMyOrderChange, person, body)
  return preview.status === 200 ? call(changeMyOrder, person, { ...body, expected_total: preview.body['total_amount'] }) : preview
}
const lines = (order: Order, quantity: number, place_ = 0) => ({ lines: [{ item_id: order.items[place_]?.id, quantity }] })

test('a customer changes quantities, removes lines, and corrects address and GSTIN of a pending order', async () => {
  const [gel, serum] = [await shop.product({ name: 'Gel', price: 100 }), await shop.product({ name: 'Serum', price: 200 })]
  const made = await place({ [gel]: 10, [serum]: 5 })
  expect(
    await change(made, {
      lines: [
        { item_id: made.items[0]?.id, quantity: 12 },
        { item_id: made.items[1]?.id, quantity: 0 },
      ],
    }),
  ).toEqual({
    status: 200,
    body: { order_id: made.id, total_amount: 1300, before: 2000 },
  })
  expect([await stockOf(gel), await stockOf(serum)]).toEqual([88, 100])
  const note = 'Order changed by customer (Gel 10 → 12, Serum removed (5)). Total ₹2,000.00 → ₹1,300.00.'
  expect(await rows('select notes, created_by from public.order_status_history where order_id = $1 and not automatic', made.id)).toEqual([
    { notes: note, created_by: buyer.id },
  ])
  const after = await read(made.id)
  const moved = { ...address, phone: '9811100000', city: 'Bengaluru', state: 'Karnataka', pincode: '560038', gstin: '29ABCDE1234F1ZW' }
  expect(await change(after, { buyer: moved })).toMatchObject({ status: 200, body: { total_amount: 1300 } })
  expect((await rows('select state, gstin, phone, place_of_supply, email from public.orders where id = $1', made.id))[0]).toEqual({
    state: 'Karnataka',
    gstin: '29ABCDE1234F1ZW',
    phone: '9811100000',
    place_of_supply: '29',
    email: buyer.email,
  })
  expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
})

test('only the own order, placed online and pending, of an account that is not blocked', async () => {
  const product = await shop.product()
  const more = await shop.product()
  const made = await place({ [product]: 5 })
  const [other] = (await shop.people(1)) as [Person]
  const before = await everything()
  for (const person of [other, admin]) expect(await change(made, lines(made, 4), person)).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } })
  expect((await change(made, lines(made, 4), null)).status).toBe(401)
  expect(await change({ ...made, version: made.version + 1 }, lines(made, 4))).toMatchObject({ status: 409, body: { code: 'ORDER_CHANGED' } })
  expect(await change(made, { added: [{ product_id: more, quantity: 1 }] })).toMatchObject({ status: 400, body: { code: 'INVALID' } })
  expect(await change(made, { buyer: { ...address, phone: '' } })).toMatchObject({ status: 400, body: { fields: { phone: expect.any(String) } } })
  expect(await everything()).toEqual(before)

  const byTelephone = (
    await make(telephone([{ product_id: product, quantity: 5, unit_price: 1, reason: 'Agreed' }], { buyer: { ...address, user_id: buyer.id } }))
  ).body.order
  const manual = await read(byTelephone?.id ?? '')
  expect(await change(manual, lines(manual, 50))).toMatchObject({ status: 409, body: { code: 'ONLY_STAFF' } })

  await shop.sql('insert into public.account_blocks (user_id, reason, blocked_by) values ($1, $2, $3)', [buyer.id, 'Never pays', admin.id])
  expect(await change(made, lines(made, 4))).toEqual({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } })
  await shop.sql('delete from public.account_blocks where user_id = $1', [buyer.id])
  await shop.sql("update public.orders set status = 'processing' where id = $1", [made.id])
  expect(await change(await read(made.id), lines(made, 4))).toMatchObject({ status: 409, body: { code: 'ORDER_CLOSED', status: 'processing' } })
})

test('the login of the order service cannot write for someone else', async () => {
  const made = await place({ [await shop.product()]: 5 })
  const write = (person: Person, own: boolean) =>
    shop
      .context(buyer)
      .asOrderService((query) => query("select private.write_order_change($1, $2, $3, $4, '{}', null, 'x', 'x')", [person.id, own, made.id, made.version]))
  const [other] = (await shop.people(1)) as [Person]
  await expect(write(other, true)).rejects.toMatchObject({ code: '42501' })
  await expect(write(buyer, false)).rejects.toMatchObject({ code: '42501' })
  await expect(write(buyer, true)).resolves.toBeDefined()
})

test('minimum orders, stock, couriers and cash on delivery bind a customer as at checkout', async () => {
  const product = await shop.product({ price: 100, stock: 30, min_order_quantity: 6 })
  const made = await place({ [product]: 12 })
  expect(await change(made, lines(made, 5))).toMatchObject({ status: 409, body: { code: 'BELOW_MINIMUM', lines: [{ old: 5, new: 6 }] } })
  expect(await change(made, lines(made, 31))).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK', lines: [{ old: 31, new: 30 }] } })
  await shop.sql('update public.delivery_rates set cod_maximum = 2000, cod_minimum = 700')
  expect(await change(made, lines(made, 25))).toMatchObject({ status: 409, body: { code: 'COD_MAXIMUM', limit: 2000 } })
  expect(await change(made, lines(made, 6))).toMatchObject({ status: 409, body: { code: 'COD_MINIMUM', limit: 700 } })
  await shop.sql('update public.delivery_rates set cod_maximum = null, cod_minimum = null')
  expect(await change(made, lines(made, 6))).toMatchObject({ status: 200 })
})

test('a thousand changes: what an account owes on delivery, its unpaid orders and the number of changes are bounded', async () => {
  const product = await shop.product({ price: 1000, stock: 500 })
  const made = await place({ [product]: 20 })
  expect(await change(made, lines(made, 26))).toMatchObject({ status: 429, body: { code: 'COD_LIMIT', limit: 25_000 } })
  expect(await change(made, lines(made, 25))).toMatchObject({ status: 200 })
  await shop.sql("update private.limits set value = 1 where name = 'unpaid_orders'")
  try {
    await place({ [product]: 30 }, { payment_method: 'upi' })
    expect(await change(await read(made.id), { payment_method: 'upi' })).toMatchObject({ status: 429, body: { code: 'TOO_MANY_UNPAID', limit: 1 } })
  } finally {
    await shop.sql("update private.limits set value = 5 where name = 'unpaid_orders'")
  }
  for (let index = 0; index < 9; index += 1) expect(await change(await read(made.id), lines(made, 10 + index))).toMatchObject({ status: 200 })
  expect(await change(await read(made.id), lines(made, 9))).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CHANGES' } })
})

test('a discount that has ended holds for fewer goods, not for more', async () => {
  const product = await shop.product({ price: 100 })
  await shop.sql("insert into public.discounts (code, kind, value) values ('HALF', 'percent', 50)")
  const made = await place({ [product]: 20 }, { coupon_code: 'HALF' })
  expect(made.total_amount).toBe('1100.00')
  await shop.sql("update public.discounts set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where code = 'HALF'")
  expect(await change(made, lines(made, 18))).toMatchObject({ status: 200, body: { total_amount: 1000 } })
  expect(await change(await read(made.id), lines(made, 19))).toMatchObject({ status: 200, body: { total_amount: 1900 } })
})

test('of a paid order the customer takes goods off, and the difference is due back; more is another order', async () => {
  const product = await shop.product({ price: 100 })
  const made = await place({ [product]: 20 }, { payment_method: 'upi' })
  await shop.sql("update public.payments set state = 'paid' where order_id = $1", [made.id])
  const paid = await read(made.id)
  expect(await change(paid, lines(paid, 21))).toMatchObject({ status: 409, body: { code: 'TOTAL_FIXED' } })
  expect(await change(paid, { payment_method: 'cod' })).toMatchObject({ status: 409, body: { code: 'PAYMENT_FIXED' } })
  expect(await change(paid, lines(paid, 18))).toMatchObject({ status: 200, body: { total_amount: 1800 } })
  expect(await rows('select amount, source, reason, state from public.refunds where order_id = $1', made.id)).toEqual([
    { amount: '200.00', source: 'change', reason: 'Changed by the customer', state: 'due' },
  ])
})
