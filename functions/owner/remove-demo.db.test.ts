/** Removing the demo, also from a shop that has data of its own (docs/decisions/0073-removing-the-demo.md). */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#supabase/seed/load.ts'
import type { DemoSize } from '#supabase/seed/load-context.ts'
import { FAMILIES } from '#supabase/seed/products/families/families.ts'
import { productsOf } from '#supabase/seed/products/products.ts'
import { stableId } from '#supabase/seed/stable-id.ts'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { PASSWORD, openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { removeDemo } from './remove-demo.ts'

type DemoShop = { shop: TestShop; owner: Person }

async function openDemo(size: DemoSize): Promise<DemoShop> {
  const database = await createDatabase('shop')
  const shop = openShop(database)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await loadDemo({
    size,
    query: async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
    putObject: async (bucket, key, bytes) => void shop.stored.set(`${bucket}/${key}`, bytes),
    hashPassword: async (password) => `hash of ${password}`,
  })
  await client.end()
  const owner = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'owner')", [owner.id])
  return { shop, owner }
}

let bare: DemoShop
let mixed: DemoShop
let full: DemoShop
beforeAll(async () => {
  bare = await openDemo('small')
  mixed = await openDemo('small')
  full = await openDemo('full')
}, 60_000)
afterAll(() => Promise.all([bare.shop.close(), mixed.shop.close(), full.shop.close()]))

async function remove({ shop, owner }: DemoShop, store_name = 'Shringar', by: Person | null = owner, password = PASSWORD) {
  const answer = await removeDemo(new Request('http://shop.example', { method: 'POST', body: JSON.stringify({ password, store_name }) }), shop.context(by))
  return [answer.status, (await answer.json()) as Record<string, unknown>] as const
}

const count = async ({ shop }: DemoShop, from: string): Promise<number> => Number((await shop.sql(`select count(*)::int as n from ${from}`))[0]?.['n'])
const summary = async ({ shop, owner }: DemoShop) => {
  const [row] = await shop.context(owner).asUser((query) => query<{ summary: Record<string, number> | null }>('select public.demo_summary() as summary'))
  return row?.summary
}

/** Everything that the demo writes. */
const TABLES = [
  'public.products',
  'public.product_images',
  'public.product_families',
  'public.product_family_values',
  'public.categories',
  'public.banner_images',
  'public.orders',
  'public.order_items',
  'public.payments',
  'public.documents',
  'public.stock_movements',
  'public.notifications',
  'public.addresses',
  'public.deleted_products',
  'private.serial_counters',
  "private.mails where kind <> 'owner_notice'",
]

/** What a year of trade leaves behind. */
const TRADE_TABLES = ['orders', 'order_items', 'order_status_history', 'payments', 'documents', 'notifications', 'addresses'].map((table) => `public.${table}`)

test('another name, a wrong password, and anyone but an owner remove nothing', async () => {
  const before = await summary(bare)
  expect(before).toMatchObject({ products: 84, customers: 3, orders: 17, own_orders: 0, files: 0 })
  expect(await remove(bare, 'Another')).toMatchObject([400, { code: 'INVALID', field: 'store_name' }])
  expect(await remove(bare, 'Shringar', bare.owner, 'wrong')).toMatchObject([403, { code: 'WRONG_PASSWORD' }])
  const manager = await bare.shop.person()
  await bare.shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [manager.id])
  expect(await remove(bare, 'Shringar', manager)).toMatchObject([403, { code: 'FORBIDDEN' }])
  expect(await remove(bare, 'Shringar', null)).toMatchObject([401, { code: 'SIGNED_OUT' }])
  await expect(summary({ ...bare, owner: manager })).rejects.toThrow(/permission denied/)
  expect(await summary(bare)).toEqual(before)
})

test('a shop with the demo alone is a new, closed shop afterwards, and its series begin with 1', async () => {
  const pictures = bare.shop.stored.size
  expect(pictures).toBeGreaterThan(100)
  expect(await remove(bare)).toEqual([200, { files_left: 0 }])
  for (const table of TABLES) expect(await count(bare, table), table).toBe(0)
  expect(await count(bare, "auth.users where email like '%.example' and email like '%shringar%'")).toBe(0)
  expect(bare.shop.stored.size).toBe(0)
  expect(await bare.shop.sql('select gstin, address, email, upi_vpa, grievance_name, demo_mode, is_open, store_name from public.settings')).toEqual([
    { gstin: null, address: '', email: '', upi_vpa: null, grievance_name: '', demo_mode: false, is_open: false, store_name: 'Shringar' },
  ])
  expect(await summary(bare)).toBeNull()
  expect(await remove(bare)).toMatchObject([409, { code: 'NO_DEMO' }])
  expect(await count(bare, "public.audit_log where table_name = 'demo'")).toBe(1)
  expect(await count(bare, "private.mails where kind = 'owner_notice' and data ->> 'what' = 'demo_removed'")).toBe(1)
})

test('the full demo is removed with its families and its year of trade; a family that an own product has joined stays with its values', async () => {
  const { shop } = full
  const [kept, picture] = [stableId('family', 'LAA-VELV'), 'product_images/own-swatch.webp']
  expect(await summary(full)).toMatchObject({ products: productsOf('full').length, own_products: 0 })
  expect(await count(full, 'public.product_families')).toBe(FAMILIES.length)
  const [value] = await shop.sql<{ id: string }>(
    "insert into public.product_family_values (family_id, option, position, name) values ($1, 1, 99, 'Own shade') returning id",
    [kept],
  )
  const own = await shop.product({ family_id: kept, value_1: value?.id })
  shop.stored.set(picture, new Uint8Array([1]))
  await shop.sql('update public.product_family_values set picture = $1 where id = $2', [picture, value?.id])

  const before = await summary(full)
  expect(before?.['orders']).toBeGreaterThan(480)
  expect(before?.['customers']).toBeGreaterThan(58)

  expect(await remove(full)).toEqual([200, { files_left: 0 }])
  for (const table of TRADE_TABLES) expect(await count(full, table), table).toBe(0)
  expect(await shop.sql('select id from auth.users')).toEqual([{ id: full.owner.id }])
  expect(await shop.sql('select id from public.products')).toEqual([{ id: own }])
  expect(await shop.sql('select id from public.product_families')).toEqual([{ id: kept }])
  expect(await count(full, 'public.product_family_values')).toBe(11)
  expect([...shop.stored.keys()].filter((key) => key.startsWith('product_images/'))).toEqual([picture])
  expect((await shop.sql('select slug from public.categories order by slug')).map(({ slug }) => slug)).toEqual(['lips', 'makeup'])
  expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
})

test('own products, orders of demo goods and their documents stay, with the numbers they used', async () => {
  const { shop } = mixed
  const [category] = await shop.sql<{ id: string; parent_id: string | null }>('select id, parent_id from public.categories where parent_id is not null limit 1')
  const own = await shop.product({ category_id: category?.id })
  const [demo] = await shop.sql<{ id: string; name: string }>(
    'select id, name from public.products where id <> $1 and stock > 50 and min_order_quantity = 1 limit 1',
    [own],
  )
  const buyer = await shop.person()
  await shop.fillCart(buyer, { [own]: 1, [demo?.id ?? '']: 1 })
  const body = JSON.stringify({ idempotency_key: crypto.randomUUID(), shipping: SHIPPING, payment_method: 'cod' })
  const placed = await placeOrder(new Request('http://shop.example', { method: 'POST', body }), shop.context(buyer))
  expect(placed.status).toBe(200)
  await shop.sql("update public.orders set status = 'processing' where user_id = $1", [buyer.id])
  const documents = await shop.sql('select d.serial, d.content_hash from public.documents d join public.orders o on o.id = d.order_id where o.user_id = $1', [
    buyer.id,
  ])
  expect(documents).toHaveLength(1)
  await shop.sql("update public.settings set email = 'own@shop.example'")

  expect(await remove(mixed)).toEqual([200, { files_left: 0 }])
  expect(await shop.sql('select id from public.products')).toEqual([{ id: own }])
  expect(await shop.sql('select serial, content_hash from public.documents')).toEqual(documents)
  const lines = await shop.sql<{ product_name: string; product_id: string | null }>('select product_name, product_id from public.order_items')
  expect(new Set(lines.map(({ product_id }) => product_id))).toEqual(new Set([null, own]))
  expect(lines.map(({ product_name }) => product_name)).toContain(demo?.name)
  expect((await shop.sql('select id from public.categories order by parent_id nulls first')).map(({ id }) => id)).toEqual([category?.parent_id, category?.id])
  expect(await shop.sql('select last_number from private.serial_counters where last_number > 10')).toHaveLength(1)
  expect(await shop.sql('select email, is_open from public.settings')).toEqual([{ email: 'own@shop.example', is_open: false }])
  expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
  expect(await shop.sql('select * from private.check_documents()')).toEqual([])
  expect([...shop.stored.keys()].filter((key) => key.startsWith('banner_images/'))).toEqual([])
})

const SHIPPING = {
  full_name: 'Meera Nair',
  address: '48, Princess Street',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400002',
  email: 'meera@elsewhere.example',
  phone: '9845011234',
}
