import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query('delete from public.cart_items')
  await shop.owner.query("insert into public.products (sku, name, price, stock) select 'BOUND-' || n, 'Bound ' || n, 10, 5 from generate_series(1, $1) n", [
    MOST_ORDER_LINES + 10,
  ])
})
afterAll(() => shop.close())

const FULL = {
  code: 'PT409',
  message: 'A cart holds at most 1,000 products. Order these first, or remove some.',
  detail: '{"code":"CART_FULL"}',
}
const fill = (db: Pick<Scratch, 'run'>, count: number) =>
  db.run(
    `select public.add_to_cart((select jsonb_agg(jsonb_build_object('product_id', p.id, 'quantity', 1)) from
       (select id from public.products where sku like 'BOUND-%' order by sku limit $1) p))`,
    [count],
  )
const add = 'insert into public.cart_items (product_id, quantity) values ($1, 1)'
const held = async (db: Scratch) => (await db.rows('select count(*)::integer from public.cart_items'))[0]?.['count']

test('the cart limit in the database equals the one in the code', async () => {
  expect((await shop.owner.query('select private.most_cart_lines() as most')).rows).toEqual([{ most: MOST_ORDER_LINES }])
})

test('a cart has at most as many lines as an order, by insert or order pad, and never takes part of a list', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    await fill(db, MOST_ORDER_LINES)
    expect(await held(db)).toBe(MOST_ORDER_LINES)
    expect(await db.refused(add, [PRODUCT.soap])).toEqual(FULL)
    const two = JSON.stringify([PRODUCT.soap, PRODUCT.cream].map((product_id) => ({ product_id, quantity: 1 })))
    expect(await db.refused('select public.add_to_cart($1)', [two])).toEqual(FULL)
    expect(await held(db)).toBe(MOST_ORDER_LINES)
  })
})

test('quantities in a full cart can still grow, and a removed line makes room', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    await fill(db, MOST_ORDER_LINES)
    await fill(db, 3)
    await db.run('update public.cart_items set quantity = quantity + 1')
    await db.run('delete from public.cart_items where product_id = (select product_id from public.cart_items limit 1)')
    await db.run(add, [PRODUCT.soap])
    expect(await held(db)).toBe(MOST_ORDER_LINES)
  })
})

test('a full cart of one account does not affect others', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    await fill(db, MOST_ORDER_LINES)
    await db.as('other')
    await db.run(add, [PRODUCT.soap])
    expect(await held(db)).toBe(1)
  })
})

test('two tabs that fill a cart concurrently stay within the limit together', async () => {
  const tabs = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })] as const
  try {
    await Promise.all(tabs.map((tab) => tab.connect()))
    const claims = JSON.stringify({ role: 'authenticated', sub: PEOPLE.customer })
    for (const tab of tabs) {
      await tab.query('begin')
      await tab.query("select set_config('request.jwt.claims', $1, true)", [claims])
      await tab.query('set local role authenticated')
    }
    const [first, second] = tabs
    await fill({ run: (sql, values) => first.query(sql, values) }, MOST_ORDER_LINES)
    const late = second.query(add, [PRODUCT.soap]).then(
      () => 'added',
      (error: unknown) => (error as { code?: string }).code,
    )
    await first.query('commit')
    expect(await late).toBe('PT409')
  } finally {
    await Promise.all(tabs.map((tab) => tab.end()))
    await shop.owner.query('delete from public.cart_items')
  }
})
