import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, ORDER, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Person, Shop } from './shop.ts'

let shop: Shop
let listener: Client
const heard: string[] = []
beforeAll(async () => {
  shop = await openShop()
  listener = new Client({ connectionString: shop.url })
  await listener.connect()
  listener.on('notification', (notice) => heard.push(`${notice.channel}:${notice.payload ?? ''}`))
  await listener.query('listen shop_changed')
  await listener.query('listen the_end')
})
afterAll(async () => {
  await listener.end()
  await shop.close()
})

/** The notifications of a committed write. The test's own notification, sent last, marks that all of them have arrived. */
async function announced(person: Person, sql: string): Promise<string[]> {
  await shop.owner.query('begin')
  await scratchOn(shop.owner).as(person)
  await shop.owner.query(sql)
  await shop.owner.query('commit')
  const end = randomUUID()
  await shop.owner.query(`notify the_end, '${end}'`)
  while (!heard.includes(`the_end:${end}`)) await listener.query('select')
  return heard
    .splice(0)
    .filter((notice) => notice !== `the_end:${end}`)
    .sort()
}

test.each([
  ['products', `update public.products set status = 'draft' where id = '${PRODUCT.cream}'`],
  ['products', `update public.products set status = 'active', price = 130 where id = '${PRODUCT.cream}'`],
  ['products', `update public.products set weight_grams = 50 where id = '${PRODUCT.cream}'`],
  ['products', "insert into public.products (name, price) values ('New', 10)"],
  ['products', "delete from public.products where name = 'New'"],
  ['categories', `update public.categories set name = 'Skin' where id = '${CATEGORY}'`],
  ['banner_images', 'delete from public.banner_images'],
  ['own_pages', "insert into public.own_pages (slug, title, description, body) values ('faq', 'Questions', 'What people ask', 'x')"],
  ['own_pages', "update public.own_pages set display_order = 2 where slug = 'faq'"],
  ['own_pages', "delete from public.own_pages where slug = 'faq'"],
  ['settings', "update public.settings set phone = '9876543210'"],
  ['categories', "insert into public.categories (name) values ('New')"],
])('a commit that changes %s announces it once', async (table, sql) => {
  expect(await announced('admin', sql)).toEqual([`shop_changed:${table}`])
})

test('a change that no list, count or search depends on names its product', async () => {
  const product = `products ${PRODUCT.cream}`
  await shop.owner.query(`update public.products set stock = 5 where id = '${PRODUCT.cream}'`)
  await announced('visitor', 'select 1')
  expect(await announced('admin', `update public.products set stock = 4 where id = '${PRODUCT.cream}'`)).toEqual([`shop_changed:${product}`])
  expect(await announced('admin', `update public.products set ingredients = 'Water, oil' where id = '${PRODUCT.cream}'`)).toEqual([`shop_changed:${product}`])
  expect(await announced('orderService', `update public.products set stock = stock - 1 where id = '${PRODUCT.cream}'`)).toEqual([`shop_changed:${product}`])
  const { rows } = await shop.owner.query<{ n: number }>("select count(*)::int as n from public.products where status = 'active'")
  expect((await announced('admin', "update public.products set how_to_use = 'Gently' where status = 'active'")).length).toBe(rows[0]?.n)
  await shop.owner.query("insert into public.products (name, price) select 'Many ' || n, 10 from generate_series(1, 30) n")
  await announced('visitor', 'select 1')
  expect(await announced('admin', "update public.products set how_to_use = 'Slowly' where name like 'Many %'"), 'more than twenty').toEqual([
    'shop_changed:products',
  ])
  await shop.owner.query("delete from public.products where name like 'Many %'")
  await announced('visitor', 'select 1')
})

const START = `price = 120, retail_price = null, mrp = null, gst_percent = 18, name = 'Cream', ingredients = null, brand = null, country_of_origin = 'India',
  category_id = '${CATEGORY}', is_featured = false, min_order_quantity = 1, description = null, generic_name = null, sku = 'CREAM', barcode = '4006381333931', stock = 20`
test.each([
  ['price', '', 'price = 117'],
  ['price', '', 'retail_price = 150'],
  ['', 'retail_price = 150', 'price = 118'], // the retail price is the base price
  ['', '', "mrp = 200, gst_percent = 12, pricing_tiers = null, how_to_use = 'Gently'"],
  ['name', '', "name = 'Other cream', ingredients = 'Water'"],
  ['brand,country', '', "brand = 'Other', country_of_origin = 'France'"],
  ['category', '', 'category_id = null'],
  ['featured,moq', '', 'is_featured = not is_featured, min_order_quantity = 3'],
  ['words', '', "description = 'Other', generic_name = 'Balm', sku = 'OTHER-1', barcode = null"],
  ['stock', 'stock = 9', 'stock = 11'],
  ['stock', 'stock = 11', 'stock = 9'],
  ['price,stock', 'retail_price = 150, stock = 9', 'retail_price = null, stock = 0'],
])('a change names its product and the columns on which lists depend: %s', async (columns, start, change) => {
  await shop.owner.query("set session_replication_role = 'replica'") // without triggers, so nothing is announced
  await shop.owner.query(`update public.products set ${START} where id = '${PRODUCT.cream}'`)
  if (start) await shop.owner.query(`update public.products set ${start} where id = '${PRODUCT.cream}'`)
  await shop.owner.query("set session_replication_role = 'origin'")
  expect(await announced('admin', `update public.products set ${change} where id = '${PRODUCT.cream}'`)).toEqual([
    `shop_changed:products ${PRODUCT.cream}${columns && ` :${columns}`}`,
  ])
})

test('a product of a family names the family, whose card shows it', async () => {
  const { rows } = await shop.owner.query<{ id: string }>("insert into public.product_families (name, options) values ('Nails', '{Shade}') returning id")
  const family = String(rows[0]?.id)
  await shop.owner.query("set session_replication_role = 'replica'")
  await shop.owner.query(`update public.products set stock = 5, family_id = '${family}', value_1 = gen_random_uuid() where id = '${PRODUCT.cream}'`)
  await shop.owner.query("set session_replication_role = 'origin'")
  await announced('visitor', 'select 1')
  expect(await announced('orderService', `update public.products set stock = 4 where id = '${PRODUCT.cream}'`)).toEqual([
    `shop_changed:products ${PRODUCT.cream} ${family}`,
  ])
  expect(await announced('orderService', `update public.products set stock = 0 where id = '${PRODUCT.cream}'`), 'a sibling takes its place in lists').toEqual([
    `shop_changed:products ${PRODUCT.cream} ${family} :stock,family`,
  ])
  await shop.owner.query("set session_replication_role = 'replica'")
  await shop.owner.query(`update public.products set stock = 12, family_id = null, value_1 = null where id = '${PRODUCT.cream}'`)
  await shop.owner.query("set session_replication_role = 'origin'")
})

test('a picture announces itself and its product', async () => {
  expect(
    await announced(
      'admin',
      `insert into public.product_images (product_id, image_url, display_order) values ('${PRODUCT.cream}', 'product_images/z.webp', -5)`,
    ),
  ).toEqual([`shop_changed:product_images ${PRODUCT.cream}`, `shop_changed:products ${PRODUCT.cream}`])
})

test('a write that matches no row announces nothing, so clients cannot clear the cache', async () => {
  for (const sql of [
    "update public.products set name = 'x'",
    'delete from public.products',
    "update public.settings set phone = 'x'",
    'delete from public.categories',
  ]) {
    expect(await announced('customer', sql), sql).toEqual([])
  }
})

test('stock that is still shown as In Stock, sales and the ranking clear no cache', async () => {
  for (const person of ['orderService', 'owner'] as const) {
    expect(await announced(person, `update public.products set stock = stock + 40, units_sold = units_sold + 1 where id = '${PRODUCT.cream}'`)).toEqual([])
  }
  expect(await announced('owner', 'select private.rank_products()')).toEqual([])
})

test('a sale that changes the stock label names its product, and the stock if it is in another class', async () => {
  await shop.owner.query(`update public.products set stock = 12 where id = '${PRODUCT.cream}'`)
  await announced('visitor', 'select 1')
  const sell = `update public.products set stock = stock - 1, units_sold = units_sold + 1 where id = '${PRODUCT.cream}'`
  expect(await announced('orderService', sell), '11: In Stock').toEqual([])
  expect(await announced('orderService', sell), 'Only 10 left').toEqual([`shop_changed:products ${PRODUCT.cream}`])
  expect(await announced('orderService', sell), 'Only 9 left').toEqual([`shop_changed:products ${PRODUCT.cream} :stock`])
  expect(await announced('orderService', `update public.products set stock = 0 where id = '${PRODUCT.cream}'`), 'Out of Stock').toEqual([
    `shop_changed:products ${PRODUCT.cream} :stock`,
  ])
})

test('an order step does not clear the caches', async () => {
  expect(await announced('admin', `update public.orders set status = 'processing' where id = '${ORDER}'`)).toEqual([])
})

test('notifications and orders are sent live', async () => {
  const { rows } = await shop.owner.query("select tablename from pg_publication_tables where pubname = 'supabase_realtime' order by 1")
  expect(rows).toEqual([{ tablename: 'notifications' }, { tablename: 'orders' }])
})
