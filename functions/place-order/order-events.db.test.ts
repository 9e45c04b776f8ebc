/** The events that an order leaves for other systems (docs/webhooks.md). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { orderingIn, resetSettings, shipping } from '../testing/ordering.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = openShop(await createDatabase('shop'))))
afterAll(() => shop.close())
beforeEach(async () => {
  await resetSettings(shop)
  await shop.sql('delete from private.webhook_endpoints')
})

const { order } = orderingIn(() => shop)
const begin = () => shop.sql("select private.set_webhook_endpoint('https://erp.example/hook')")
const events = () =>
  shop.sql<{ kind: string; object_id: string; data: Record<string, unknown> }>('select kind, object_id, data from private.webhook_deliveries order by id')

test('an order and its cancellation leave events of order, payment and stock with amounts in paise, and nothing about the buyer', async () => {
  const buyer = await shop.person()
  const product = await shop.product({ price: 100, stock: 10 })
  await begin()
  await shop.fillCart(buyer, { [product]: 3 })
  const { body } = await order(buyer)
  const id = body.order.id
  const placed = await events()
  expect(placed.map(({ kind, object_id }) => [kind, object_id])).toEqual(
    expect.arrayContaining([
      ['order.placed', id],
      ['payment.changed', id],
      ['stock.changed', product],
    ]),
  )
  expect(placed).toHaveLength(3)
  const [stored] = await shop.sql<{ order_number: number; paise: number }>(
    'select order_number, (total_amount * 100)::integer as paise from public.orders where id = $1',
    [id],
  )
  const of = (kind: string) => placed.find((one) => one.kind === kind)?.data
  expect(of('order.placed')).toEqual({
    order_id: id,
    number: stored?.order_number,
    status: 'pending',
    payment_state: 'cod_pending',
    total_paise: stored?.paise,
    version: 1,
  })
  expect(of('payment.changed')).toMatchObject({ order_id: id, method: 'cod', state: 'cod_pending', amount_paise: stored?.paise })
  expect(of('stock.changed')).toMatchObject({ product_id: product, stock: 7 })
  await shop.sql("update public.orders set status = 'cancelled' where id = $1", [id])
  const later = (await events()).slice(3)
  expect(later.filter(({ kind }) => kind !== 'payment.changed').map(({ kind, data }) => [kind, data['status'] ?? data['stock']])).toEqual(
    expect.arrayContaining([
      ['order.status_changed', 'cancelled'],
      ['stock.changed', 10],
    ]),
  )
  const sent = JSON.stringify(await events())
  for (const secret of [buyer.id, buyer.email, ...Object.values(shipping)]) expect(sent).not.toContain(secret)
})

test('a refused order leaves no event, and neither does any while there is no address', async () => {
  const buyer = await shop.person()
  const product = await shop.product({ stock: 1 })
  await shop.fillCart(buyer, { [product]: 1 })
  await order(buyer)
  expect(await events()).toEqual([])
  await begin()
  await shop.fillCart(buyer, { [product]: 1 })
  expect((await order(buyer)).status).toBe(409)
  expect(await events()).toEqual([])
})
