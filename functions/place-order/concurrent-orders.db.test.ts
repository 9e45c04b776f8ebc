import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { freshKey, orderingIn, resetSettings, shipping } from '../testing/ordering.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
})
afterAll(() => shop.close())
beforeEach(() => resetSettings(shop))

const { order, count, stockOf, tracesOf } = orderingIn(() => shop)

describe('the same key', () => {
  test('sent twice in parallel places one order and gets the same response', async () => {
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product()]: 2 })
    const idempotency_key = freshKey()
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(buyer, { idempotency_key })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(await count('public.orders', 'user_id = $1', [buyer.id])).toBe(1)
  })

  test('with another body is refused and names the order that it placed', async () => {
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product()]: 2 })
    const idempotency_key = freshKey()
    const placed = await order(buyer, { idempotency_key })
    expect(await order(buyer, { idempotency_key, shipping: { ...shipping, city: 'Mysuru' } })).toEqual({
      status: 409,
      body: { code: 'KEY_REUSED', lines: [], order_id: placed.body.order.id },
    })
  })

  test('of another buyer is another key', async () => {
    const product = await shop.product()
    const idempotency_key = freshKey()
    for (const buyer of await shop.people(2)) {
      await shop.fillCart(buyer, { [product]: 1 })
      expect((await order(buyer, { idempotency_key })).status).toBe(200)
    }
  })
})

describe('under load', () => {
  test('two keys at once for one cart place one order', async () => {
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product()]: 2 })
    const answers = await Promise.all([order(buyer), order(buyer)])
    expect(answers.map(({ status, body }) => (status === 200 ? 'placed' : body.code)).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'EMPTY_CART',
      'placed',
    ])
  })

  test('100 customers of a product with stock 50 buy exactly 50', async () => {
    const buyers = await shop.people(100)
    const product = await shop.product({ stock: 50 })
    for (const buyer of buyers) await shop.fillCart(buyer, { [product]: 1 })
    const answers = await Promise.all(buyers.map((buyer) => order(buyer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(answers.filter(({ body }) => body.code === 'OUT_OF_STOCK')).toHaveLength(50)
    expect(await stockOf(product)).toBe(0)
    expect(await count('public.order_items', 'product_id = $1', [product])).toBe(50)
    const [sum] = await shop.sql<{ moved: string }>(
      'select sum(quantity) as moved from public.stock_movements where product_id = $1 and order_id is not null',
      [product],
    )
    expect(Number(sum?.moved)).toBe(-50)
  })

  test('carts with the same products in opposite order wait for each other instead of failing', async () => {
    const goods = await Promise.all(Array.from({ length: 4 }, () => shop.product({ stock: 1000 })))
    const buyers = await shop.people(24)
    for (const [index, buyer] of buyers.entries()) {
      for (const product of index % 2 ? goods : goods.toReversed()) await shop.fillCart(buyer, { [product]: 1 })
    }
    const answers = await Promise.all(buyers.map((buyer) => order(buyer)))
    expect(answers.map(({ status }) => status)).toEqual(buyers.map(() => 200))
  })
})

describe('a failure within the transaction', () => {
  test('leaves nothing behind', async () => {
    const buyer = await shop.person()
    const product = await shop.product()
    await shop.fillCart(buyer, { [product]: 2 })
    await shop.sql("create function public.test_fail() returns trigger language plpgsql as $$ begin raise exception 'test failure'; end $$")
    await shop.sql('create trigger test_fail before insert on public.payments for each row execute function public.test_fail()')
    try {
      await expect(order(buyer)).rejects.toThrow('test failure')
    } finally {
      await shop.sql('drop function public.test_fail cascade')
    }
    expect(Object.values(await tracesOf(buyer)).every((n) => n === 0)).toBe(true)
    expect(await stockOf(product)).toBe(100)
    expect((await order(buyer)).status).toBe(200)
  })
})
