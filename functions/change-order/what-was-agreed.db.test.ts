/** What staff agreed on, and what store credit paid, through changes of an order. The random steps (testing/after-order) found these cases. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { address, admin, call, make, meena, openManualOrders, rows, shop, telephone } from '../testing/manual-orders.ts'
import { changeOrder, quoteOrderChange } from './change-order.ts'

openManualOrders(() => createDatabase('shop'))

type Line = { id: string; product_id: string }
/** As the screen does it: first the preview, then the change with its total. `quantities` by product. */
async function change(id: string, quantities: Record<string, number>, added: object[] = []) {
  const [order] = await rows<{ version: number }>('select version from public.orders where id = $1', id)
  const items = await rows<Line>('select id, product_id from public.order_items where order_id = $1', id)
  const lines = items.flatMap(({ id: item_id, product_id }) => (product_id in quantities ? [{ item_id, quantity: quantities[product_id] }] : []))
  const body = { order_id: id, version: order?.version, reason: 'Customer called', lines, added }
  const preview = await call(quoteOrderChange, admin, body)
  return preview.status === 200 ? call(changeOrder, admin, { ...body, expected_total: preview.body['total_amount'] }) : preview
}

test('a product that was removed and added again costs what it costs today, at every quantity', async () => {
  const [gel, serum] = [await shop.product({ price: 100 }), await shop.product({ price: 200 })]
  const agreed = { product_id: gel, quantity: 1, unit_price: 80, reason: 'Last piece' }
  const { body } = await make(telephone([agreed, { product_id: serum, quantity: 10 }]))
  const id = body.order?.id ?? ''
  // the agreed price stays at any quantity
  expect((await change(id, { [gel]: 5 })).body).toMatchObject({ total_amount: 2400 })
  expect((await change(id, { [gel]: 0 })).body).toMatchObject({ total_amount: 2000 })
  expect((await change(id, {}, [{ product_id: gel, quantity: 1 }])).body).toMatchObject({ total_amount: 2100 })
  await shop.sql('update public.products set price = 120 where id = $1', [gel])
  expect((await change(id, { [gel]: 2 })).body).toMatchObject({ total_amount: 2240 })
})

test('nothing is left of an agreement whose line was removed, also where the price agreed on was the price of the list', async () => {
  const [gel, serum] = [await shop.product({ price: 100, pricing_tiers: '[{"min_quantity": 4, "discount_percent": 10}]' }), await shop.product({ price: 200 })]
  const { body } = await make(
    telephone([
      { product_id: gel, quantity: 1, unit_price: 100, reason: 'As last time' },
      { product_id: serum, quantity: 10 },
    ]),
  )
  const id = body.order?.id ?? ''
  const agreements = () => rows('select kind from public.order_overrides where order_id = $1', id)
  expect((await change(id, { [gel]: 5 })).body).toMatchObject({ total_amount: 2500 })
  expect(await agreements()).toHaveLength(1)
  expect((await change(id, { [gel]: 0 })).body).toMatchObject({ total_amount: 2000 })
  expect(await agreements()).toEqual([])
  expect((await change(id, {}, [{ product_id: gel, quantity: 1 }])).body).toMatchObject({ total_amount: 2100 })
  expect((await change(id, { [gel]: 5 })).body).toMatchObject({ total_amount: 2450 })
})

test('delivery that staff made free stays free when a change goes below the threshold', async () => {
  const gel = await shop.product({ price: 400 })
  const { body } = await make(telephone([{ product_id: gel, quantity: 5 }], { delivery: 'free' }))
  expect(body.order?.total_amount).toBe(2000)
  expect((await change(body.order?.id ?? '', { [gel]: 2 })).body).toMatchObject({ total_amount: 800 })
})

test('store credit that was given back already cannot go back again: the lower total is refused', async () => {
  const gel = await shop.product({ price: 400 })
  await shop.context(admin).asUser((query) => query("select public.change_store_credit($1, 2000, 'The parcel was late')", [meena.id]))
  await shop.sql('delete from public.cart_items where user_id = $1', [meena.id])
  await shop.fillCart(meena, { [gel]: 5 })
  const shipping = { ...address, email: meena.email }
  const placed = await call(placeOrder, meena, { idempotency_key: randomUUID(), payment_method: 'credit', shipping, store_credit: 2000 })
  expect(placed.status).toBe(200)
  const id = placed.body.order?.id ?? ''
  await shop
    .context(admin)
    .asUser((query) => query("select public.start_refund($1, 1500, 'One leaked', (select version from public.orders where id = $1))", [id]))
  expect(await change(id, { [gel]: 3 })).toMatchObject({ status: 409, body: { code: 'TOTAL_FIXED' } })
  expect((await change(id, { [gel]: 4 })).body).toMatchObject({ total_amount: 1600 })
  expect(await rows('select amount, state, method from public.refunds where order_id = $1 order by amount', id)).toEqual([
    { amount: '400.00', state: 'paid', method: 'credit' },
    { amount: '1500.00', state: 'paid', method: 'credit' },
  ])
})
