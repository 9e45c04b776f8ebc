import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query(
    `insert into auth.users (id, email, raw_user_meta_data)
     select ('00000000-0000-4000-8000-' || lpad(g::text, 12, '0'))::uuid, g || '@example.in', jsonb_build_object('full_name', 'Buyer ' || md5(g::text)) from generate_series(1, 5000) g`,
  )
  await shop.owner.query(
    "update public.profiles set created_at = now() - make_interval(mins => ('x' || right(id::text, 4))::bit(16)::int), gstin = case when right(id::text, 3) = '007' then '27ABCDE1234F1Z0' end",
  )
  await shop.owner.query(
    `update public.customer_figures set orders = 3, spent = ('x' || right(user_id::text, 4))::bit(16)::int,
       last_order_at = case when right(user_id::text, 1) <> '0' then now() - make_interval(mins => ('x' || right(user_id::text, 4))::bit(16)::int) end`,
  )
  await shop.owner.query(
    "insert into public.addresses (user_id, full_name, address, city, state, pincode, phone) select id, 'A', '1', 'Kochi', 'Kerala', '682001', '9876543210' from public.profiles",
  )
  await shop.owner.query('analyze')
})
afterAll(() => shop.close())

const plan = (sql: string): Promise<string> =>
  shop.scratch(async (db) => {
    await db.as('admin')
    return (await db.rows(`explain ${sql}`)).map((row) => String(row['QUERY PLAN'])).join('\n')
  })

/** The queries of app/data/admin/keyset.ts: a page, and the page after a cursor. */
test.each([
  ['newest', 'customer_figures_since_idx', 'order by created_at desc, id limit 51'],
  [
    'newest, further on',
    'customer_figures_since_idx',
    "where created_at <= now() - interval '9 hours' and (created_at < now() - interval '9 hours' or id > '00000000-0000-4000-8000-000000000999') order by created_at desc, id limit 51",
  ],
  ['by name', 'customer_figures_name_idx', 'order by sort_name, id limit 51'],
  ['by name, backwards', 'customer_figures_name_idx', 'order by sort_name desc, id desc limit 51'],
  ['with GSTIN', 'customer_figures_registered_idx', 'where gstin is not null order by created_at desc, id limit 51'],
  ['best customers', 'customer_figures_spent_idx', 'order by spent desc, id limit 51'],
  ['ordered last', 'customer_figures_last_idx', 'order by last_order_at desc nulls last, id limit 51'],
])('customers %s: %s, and no whole table is read', async (_what, index, rest) => {
  const got = await plan(`select id, full_name, orders, spent, last_order_at, state, blocked_at, is_staff from public.customers ${rest}`)
  expect(got).toContain(index)
  expect(got).not.toMatch(/Seq Scan on (profiles|customer_figures|addresses)/)
})
