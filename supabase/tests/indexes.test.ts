import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, PEOPLE, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query(
    `insert into public.products (name, brand, price, stock, units_sold, category_id, is_featured, status, created_at)
     select 'Product ' || md5(g::text), 'Brand ' || g % 40, 50 + g * 37 % 950, g * 7 % 60, g * 13 % 997, case when g % 9 = 0 then $1::uuid end, g % 50 = 0,
       case when g % 25 = 1 then 'draft' else 'active' end, now() - make_interval(mins => g)
     from generate_series(1, 5000) g`,
    [CATEGORY],
  )
  await shop.owner.query("update private.product_words set words = words || repeat(' of the makers of ' || md5(words), 6)")
  // history as migrated from another shop: inserted without triggers
  await shop.owner.query("set session_replication_role = 'replica'")
  await shop.owner.query(
    `insert into auth.users (id, email) select ('00000000-0000-4000-8000-' || lpad(g::text, 12, '0'))::uuid, g || '@example.in' from generate_series(1, 300) g`,
  )
  await shop.owner.query(
    `with placed as (
       insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
         goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
       select ('00000000-0000-4000-8000-' || lpad((1 + g % 300)::text, 12, '0'))::uuid, case when g % 20 = 0 then 'pending' else 'delivered' end,
         'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending', now() - make_interval(mins => g)
       from generate_series(1, 4000) g returning id, user_id)
     , lines as (
       insert into public.order_items (order_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       select id, 'Goods', 1, 118, 100, 18, 9, 9, 0, 118 from placed)
     , words as (insert into private.order_words select id, md5(id::text) || repeat(' of the makers of ' || md5(id::text), 6) from placed)
     , paid as (insert into public.payments (order_id, method, state, amount, provider_reference) select id, 'upi', 'paid', 118, md5(id::text) from placed)
     , sent as (insert into private.mails (kind, recipient, data, status) select 'order_placed', 'a@b.in', jsonb_build_object('order_id', id), 'sent' from placed)
     , noted as (insert into public.order_notes (order_id, body) select id, 'A note' from placed)
     , issued as (insert into public.documents (order_id, kind, form, serial, issued_at, content, content_hash)
         select id, 'invoice', 'tax_invoice', left(md5(id::text), 16), now(), '{}', '' from placed)
     , logged as (insert into public.audit_log (at, table_name, row_id, action, changes) select now(), 'orders', id, 'update', '{}' from placed)
     , history as (insert into public.order_status_history (order_id, status) select id, 'pending' from placed)
     insert into public.notifications (user_id, title, message, type, order_id) select user_id, 'x', 'x', 'order_update', id from placed`,
  )
  await shop.owner.query('select private.rank_products()')
  await shop.owner.query("insert into public.stock_movements (product_id, quantity, reason) select id, stock, 'initial' from public.products where stock > 0")
  await shop.owner.query("set session_replication_role = 'origin'")
  await shop.owner.query('select private.rank_products(), private.refresh_search()')
  await shop.owner.query('analyze')
})
afterAll(() => shop.close())

/** The plan of a statement in this person's request. */
const plan = (person: Person, sql: string): Promise<string> =>
  shop.scratch(async (db) => {
    await db.as(person)
    return (await db.rows(`explain ${sql}`)).map((row) => String(row['QUERY PLAN'])).join('\n')
  })

const PAGE = "where status = 'active'"
const LISTS: [string, string, Person, string][] = [
  ['newest', 'products_newest_idx', 'visitor', `select * from public.products ${PAGE} order by created_at desc, id limit 12`],
  ['newest without saying active', 'products_newest_idx', 'visitor', 'select * from public.products order by created_at desc, id limit 12'],
  ['cheapest', 'products_price_idx', 'visitor', `select * from public.products ${PAGE} order by base_price, id limit 12`],
  ['most expensive', 'products_price_idx', 'visitor', `select * from public.products ${PAGE} order by base_price desc, id limit 12`],
  ['most popular', 'products_popular_idx', 'visitor', `select * from public.products ${PAGE} order by popularity desc, id limit 12`],
  [
    'a category',
    'products_category_idx',
    'visitor',
    `select * from public.products ${PAGE} and category_id = '${CATEGORY}' order by created_at desc, id limit 12`,
  ],
  ['featured', 'products_featured_idx', 'visitor', `select * from public.products ${PAGE} and is_featured order by created_at desc limit 8`],
  ['newest, signed in', 'products_newest_idx', 'customer', `select * from public.products ${PAGE} order by created_at desc, id limit 12`],
  ['name contains', 'products_name_trigrams', 'owner', `select * from public.products ${PAGE} and name ilike '%c4ca%'`],
  ['my orders', 'orders_user_id_idx', 'customer', `select * from public.orders where user_id = '${PEOPLE.customer}' order by created_at desc, id limit 12`],
  ['lines of my order', 'order_items_sums_idx', 'customer', `select * from public.order_items where order_id = '${PEOPLE.customer}'`],
  [
    'history of my order',
    'order_status_history_order_id_idx',
    'customer',
    `select * from public.order_status_history where order_id = '${PEOPLE.customer}' order by created_at`,
  ],
  [
    'my bell',
    'notifications_user_id_idx',
    'customer',
    `select * from public.notifications where user_id = '${PEOPLE.customer}' order by created_at desc limit 5`,
  ],
  [
    'what I have not read',
    'notifications_unread_idx',
    'customer',
    `select count(*) from public.notifications where user_id = '${PEOPLE.customer}' and not read`,
  ],
  ['all orders, newest first', 'orders_newest_idx', 'admin', 'select * from public.orders order by created_at desc, id limit 50'],
  ['orders to accept', 'orders_status_idx', 'admin', "select * from public.orders where status = 'pending' order by created_at desc, id limit 50"],
  [
    'why is stock what it is',
    'stock_movements_product_id_idx',
    'admin',
    `select * from public.stock_movements where product_id = '${CATEGORY}' order by id desc limit 20`,
  ],
]

test.each(LISTS)('%s reads %s', async (_what, index, person, sql) => {
  const got = await plan(person, sql)
  expect(got).toContain(index)
  expect(got).not.toContain('Seq Scan')
})

test('whether a name of a series is free is read from the numbers that begin with it', async () => {
  const plans = await plansOf((db) => db.rows("select private.is_prefix_taken('tax_invoice', 'I2')"))
  expect(plans).toContain('documents_serial_prefix_idx')
  expect(plans).not.toContain('Seq Scan on documents')
})

test('the mails of an account that is deleted are found by its address', async () => {
  const plans = await plansOf((db) => db.run("delete from auth.users where id = '00000000-0000-4000-8000-000000000007'"))
  expect(plans).toContain('mails_recipient_idx')
  expect(plans).not.toContain('Seq Scan on mails')
})

test.each([
  ['a beginning that many best sellers have', '{ab}', ['lexemes_pkey', 'search_documents_best_idx', 'products_pkey']],
  ['a word with digits that one has', '{c81e728d}', ['search_documents_best_idx', 'search_documents_names_idx', 'search_documents_words_idx']],
  ['a slip', '{saop}', ['lexemes_pkey', 'search_documents_words_idx']],
])('a suggestion for %s reads no table completely', async (_what, tokens, indexes) => {
  const inside = await plansOf((db) => db.rows('select from public.suggest_products($1)', [tokens]))
  for (const index of indexes) expect(inside).toContain(index)
  // The settings are one row.
  expect(inside).not.toMatch(/Seq Scan on (?!settings )/)
})

const ORDERS: [string, string, string][] = [
  ['all of them', 'orders_newest_idx', '{}'],
  ['what waits to be accepted', 'orders_status_idx', '{"status": ["pending"], "payment": ["cod_pending", "paid"]}'],
  ['what waits to be shipped', 'orders_status_idx', '{"status": ["processing"]}'],
  ['money that is due', 'orders_money_idx', '{"payment": ["refund_due"]}'],
  ['payments that failed', 'orders_unsettled_idx', '{"payment": ["failed"]}'],
  ['a State that few order from', 'orders_state_idx', '{"state": ["Sikkim"]}'],
  ['a month', 'orders_newest_idx', '{"from": "2020-01-01", "to": "2020-01-31"}'],
  ['one customer', 'orders_user_id_idx', '{"customer": "00000000-0000-4000-8000-000000000007"}'],
  ['one product', 'order_items_product_id_idx', `{"product": "${CATEGORY}"}`],
  ['an order number', 'orders_order_number_key', '{"search": "482-715"}'],
  ['the beginning of an id', 'orders_pkey', '{"search": "#0b9f6c1e"}'],
  [
    'an invoice',
    'documents_serial_', // the unique index, or that of prefixes
    '{"search": "INV/26-27/000001"}',
  ],
  ['a bank reference', 'payments_provider_reference_idx', '{"search": "431022561890"}'],
  ['a name', 'order_words_idx', '{"search": "nobody called so"}'],
]

test.each(ORDERS)('the back office finds %s by %s', async (_what, index, filters) => {
  const inside = await plansOf((db) => db.rows('select from public.admin_orders($1)', [filters]))
  expect(inside).toContain(index)
  expect(inside).not.toMatch(/Seq Scan on (orders|order_items|documents|payments|order_words)/)
})

test.each([
  ['the most expensive orders', 'orders_total_idx', "'{}', 'total'"],
  ['the cheapest', 'orders_total_idx', "'{}', 'total', true"],
  ['a rare payment method', 'orders_method_idx', `'{"method": ["cash"]}'`],
])('the back office sorts or finds %s by %s', async (_what, index, args) => {
  const inside = await plansOf((db) => db.rows(`select from public.admin_orders(${args})`))
  expect(inside).toContain(index)
  expect(inside).not.toContain('Seq Scan on orders')
})

test.each([
  ['a rare text by its words', ['product_words_idx', 'products_pkey'], `'Product c4ca42'`],
  ['a SKU or an HSN, cheapest first', ['product_words_idx'], `'nobody has this', '{"status": ["draft"]}', 'base_price', true`],
  ['a text that thousands have while the list walks', ['product_words_pkey'], `'of the makers', '{"status": ["active"]}'`],
])('the back office finds %s without reading the table of products', async (_what, indexes, args) => {
  const inside = await plansOf((db) => db.rows(`select from public.admin_products(${args})`))
  for (const index of indexes) expect(inside).toContain(index)
  expect(inside).not.toMatch(/Seq Scan on products/)
})

test('a word that thousands of orders contain is compared while the list is read, not before', async () => {
  const found: Record<string, unknown>[] = []
  const inside = await plansOf(
    async (db) => void found.push(...(await db.rows(`select id, created_at from public.admin_orders('{"search": "of the makers of"}')`))),
  )
  expect(found).toHaveLength(50)
  expect(inside).toMatch(/orders_newest_idx[\s\S]*order_words_pkey/)
  expect(inside).not.toContain('Seq Scan on orders')
})

test('the next page of all orders starts at its cursor', async () => {
  const inside = await plansOf((db) => db.rows(`select from public.admin_orders('{}', 'placed', false, '["2026-01-01T00:00:00Z", "${CATEGORY}"]')`))
  expect(inside).toMatch(/orders_newest_idx[^\n]*\n\s*Index Cond: \(created_at <=/)
})

test.each(ORDERS)('the figures of the days of %s read those days alone', async (_what, _index, filters) => {
  const inside = await plansOf((db) => db.rows(`select from public.admin_orders($1, 'placed', false, null, false, 50, $1)`, [filters]))
  expect(inside).not.toMatch(/Seq Scan on (orders|order_items|documents|payments|order_words)/)
})

test('the timeline of an order reads no table completely', async () => {
  const inside = await plansOf((db) => db.rows('select from public.order_timeline($1)', [CATEGORY]))
  for (const index of ['order_status_history_order_id_idx', 'audit_log_row_idx', 'mails_order_idx', 'order_notes_order_id_idx']) expect(inside).toContain(index)
})

/** The plans of the statements inside a function, when an admin calls it. */
async function plansOf(work: (db: Scratch) => Promise<unknown>): Promise<string> {
  const plans: string[] = []
  const hear = (notice: { message?: string }): void => void plans.push(notice.message ?? '')
  shop.owner.on('notice', hear)
  await shop.scratch(async (db) => {
    await db.run("load 'auto_explain'")
    await db.run("set local auto_explain.log_level = 'notice'; set local auto_explain.log_nested_statements = on; set local auto_explain.log_min_duration = 0")
    await db.run("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ role: 'authenticated', sub: PEOPLE.admin })])
    await work(db)
  })
  shop.owner.off('notice', hear)
  return plans.join('\n')
}

test('an order updates no index of products', async () => {
  const columns = `select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname in ('stock', 'units_sold')
    where i.indrelid = 'public.products'::regclass
      and (a.attnum = any (i.indkey) or concat(pg_get_expr(i.indexprs, i.indrelid), pg_get_expr(i.indpred, i.indrelid)) ~ a.attname)`
  expect((await shop.owner.query(columns)).rows).toEqual([])
})

test('an admin check runs once per statement', async () => {
  const got = await plan('admin', 'select * from public.orders order by created_at desc, id limit 50')
  expect(got).toMatch(/InitPlan/)
  expect(got).not.toMatch(/is_admin\(\)[^\n]*Filter/)
})
