import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signJwt } from '#gateway/core/jwt.ts'
import { createGateway } from '#gateway/gateway.ts'
import type { Gateway } from '#gateway/gateway.ts'
import { TEST_SECRET } from '#server/testing/secret.ts'
import { rolePassword } from '#server/database/roles.ts'
import type { LoginRole } from '#server/database/roles.ts'
import type { Database } from '../database.ts'
import { CATEGORY, ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

// the table calls of the storefront and the account, sent by the official client through the embedded gateway

const SECRET = 'a jwt secret for this test, long enough'
const seconds = Math.floor(Date.now() / 1000)
const token = (role: string, sub?: string): string => signJwt({ role, sub, aud: role, iat: seconds, exp: seconds + 600 }, SECRET)
const keys = { jwtSecret: SECRET, publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', anonKey: token('anon'), serviceRoleKey: token('service_role') }

let shop: Shop
let gateway: Gateway
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-api-'))
})
beforeEach(async () => {
  shop = await openShop()
  const as = (role: LoginRole): string => {
    const url = new URL(shop.url)
    ;[url.username, url.password] = [role, rolePassword(TEST_SECRET, role)]
    return url.toString()
  }
  gateway = await createGateway({
    url: 'http://shop.test',
    siteUrl: 'http://shop.test',
    redirectAllowList: [],
    schemas: ['public'],
    keys,
    storageDir: folder,
    functions: {},
    databaseUrls: {
      authenticator: as('authenticator'),
      auth: as('supabase_auth_admin'),
      storage: as('supabase_storage_admin'),
      realtime: as('supabase_realtime_admin'),
      replication: as('supabase_replication_admin'),
    },
    auth: { autoconfirm: true, bcryptCost: 4, limits: false },
    mails: { send: async () => undefined },
    log: () => undefined,
  })
  return async () => {
    await gateway.close()
    await shop.close()
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const client = (sub?: string): PostgrestClient<Database> =>
  new PostgrestClient<Database>('http://shop.test/rest/v1', {
    headers: { apikey: keys.publishableKey, authorization: `Bearer ${sub ? token('authenticated', sub) : keys.publishableKey}` },
    fetch: (input, init) => gateway.fetch(new Request(input, init)),
  })

test('a visitor pages through active products with the exact count, and sees no cart', async () => {
  const db = client()
  const page = await db
    .from('products')
    .select('id, name', { count: 'exact' })
    .eq('category_id', CATEGORY)
    .order('created_at', { ascending: false })
    .order('id')
    .range(0, 11)
  expect(page).toMatchObject({ error: null, count: 2, status: 200 })
  expect((await db.from('products').select('id, gst_percent').limit(1)).data).toEqual([{ id: expect.any(String) as string, gst_percent: 18 }])
  expect((await db.from('products').select('name').ilike('name', '%CREAM%')).data).toEqual([{ name: 'Rose Cream' }])
  expect((await db.from('products').select('name, product_images(image_url)').eq('id', PRODUCT.cream).single()).data).toEqual({
    name: 'Rose Cream',
    product_images: [{ image_url: 'product_images/a.webp' }],
  })
  expect((await db.from('banner_images').select('title').eq('is_active', true).order('display_order')).data).toEqual([{ title: 'On' }])
  expect(await db.from('cart_items').select()).toMatchObject({ status: 401, error: { code: '42501' } })
  expect((await db.rpc('search_products', { p_query: 'neem' }, { count: 'exact' }).select('name')).data).toEqual([{ name: 'Neem Soap' }])
  expect((await db.rpc('product_facets', { p_brand: undefined })).data).toMatchObject({ total: 2, stock: { in_stock: 2 } })
})

test('suggestions keep their order through the API, as a cacheable GET', async () => {
  await shop.owner.query("insert into public.products (name, price, units_sold) select 'Aloe Gel ' || n, 10, n from generate_series(1, 9) n")
  await shop.owner.query("insert into public.products (name, price) values ('Null Perfume', 10)")
  await shop.owner.query('select private.rank_products(), private.refresh_search()')
  const suggested = (tokens: string): PromiseLike<{ data: unknown }> =>
    client()
      .rpc('suggest_products', { p_tokens: tokens as never, p_limit: 3 }, { get: true })
      .select('name')
  expect((await suggested('{"aloe"}')).data).toEqual([{ name: 'Aloe Gel 9' }, { name: 'Aloe Gel 8' }, { name: 'Aloe Gel 7' }])
  expect((await suggested('{"gel","aleo"}')).data).toEqual([{ name: 'Aloe Gel 9' }, { name: 'Aloe Gel 8' }, { name: 'Aloe Gel 7' }])
  expect((await suggested('{"null"}')).data).toEqual([{ name: 'Null Perfume' }])
  expect((await suggested('{"शैम्पू"}')).data).toEqual([])
})

test('the cart: add, find, change, remove, clear', async () => {
  const db = client(PEOPLE.customer)
  expect(await db.from('cart_items').insert({ user_id: PEOPLE.customer, product_id: PRODUCT.soap, quantity: 2 })).toMatchObject({ error: null, status: 201 })
  expect((await db.from('cart_items').select('quantity').eq('user_id', PEOPLE.customer).eq('product_id', PRODUCT.soap).maybeSingle()).data).toEqual({
    quantity: 2,
  })
  const changed = db
    .from('cart_items')
    .update({ quantity: 5, updated_at: new Date().toISOString() })
    .eq('user_id', PEOPLE.customer)
    .eq('product_id', PRODUCT.soap)
  expect((await changed.select('quantity')).data).toEqual([{ quantity: 5 }])
  expect((await db.from('cart_items').delete().eq('user_id', PEOPLE.customer).eq('product_id', PRODUCT.cream)).error).toBeNull()
  expect((await db.from('cart_items').select('product_id')).data).toEqual([{ product_id: PRODUCT.soap }])
  expect((await db.from('cart_items').delete().eq('user_id', PEOPLE.customer)).error).toBeNull()
  expect((await db.from('cart_items').select()).data).toEqual([])
  expect((await db.from('cart_items').insert({ user_id: PEOPLE.other, product_id: PRODUCT.soap, quantity: 1 })).status).toBe(403)
})

test("cancelling: the conditional update, the client's own history row, and no second one", async () => {
  const db = client(PEOPLE.customer)
  const cancel = (id: string): PromiseLike<{ data: { id: string }[] | null; status: number }> =>
    db.from('orders').update({ status: 'cancelled', cancelled_by: PEOPLE.customer }).eq('id', id).eq('status', 'pending').select('id')
  expect((await cancel(OTHER_ORDER)).data).toEqual([])
  expect((await cancel(ORDER)).data).toEqual([{ id: ORDER }])
  expect((await cancel(ORDER)).data).toEqual([])
  expect(
    await db.from('order_status_history').insert({ order_id: ORDER, status: 'cancelled', notes: 'Order cancelled by customer', created_by: PEOPLE.customer }),
  ).toMatchObject({ error: null, status: 201 })
  expect((await db.from('order_status_history').select('status').eq('order_id', ORDER).eq('status', 'cancelled')).data).toHaveLength(1)
  const mine = await db
    .from('orders')
    .select('*, order_items(product_name, quantity, total), documents(serial)')
    .eq('user_id', PEOPLE.customer)
    .order('created_at', { ascending: false })
    .limit(3)
  expect(mine.data).toMatchObject([{ id: ORDER, total_amount: 336, order_items: [{ product_name: 'Goods', quantity: 2, total: 236 }], documents: [] }])
  expect(await db.from('orders').update({ total_amount: 1 }).eq('id', ORDER)).toMatchObject({ status: 403 })
})

test('an admin calls has_role, takes a step of an order, and gets 409 for a step that does not exist', async () => {
  const db = client(PEOPLE.admin)
  expect((await db.rpc('has_role', { _user_id: PEOPLE.admin, _role: 'admin' })).data).toBe(true)
  expect((await client(PEOPLE.customer).rpc('has_role', { _user_id: PEOPLE.admin, _role: 'admin' })).data).toBe(false)
  expect((await client().rpc('has_role', { _user_id: PEOPLE.admin, _role: 'admin' })).status).toBe(401)
  expect((await db.from('orders').update({ status: 'processing' }).eq('id', ORDER).select('status')).data).toEqual([{ status: 'processing' }])
  // in a separate request: the response of the step itself is from before its triggers, here as on hosted Supabase
  const accepted = await db
    .from('orders')
    .select('documents(serial), order_status_history(status)')
    .eq('id', ORDER)
    .order('created_at', { referencedTable: 'order_status_history' })
    .single()
  expect(accepted.data).toEqual({
    documents: [{ serial: expect.stringMatching(/^INV\/\d\d-\d\d\/000001$/) as string }],
    order_status_history: [{ status: 'pending' }, { status: 'processing' }],
  })
  expect(await db.from('orders').update({ status: 'delivered' }).eq('id', ORDER)).toMatchObject({
    status: 409,
    error: { message: 'An order cannot go from processing to delivered' },
  })
  expect((await db.from('profiles').select().order('created_at', { ascending: false })).data).toHaveLength(4)
})

test('an admin changes categories and prices, and a refusal gives its reason', async () => {
  const db = client(PEOPLE.admin)
  const made = await db.from('categories').insert({ name: 'Hair Care', parent_id: null }).select().single()
  expect(made.data).toMatchObject({ name: 'Hair Care', slug: 'hair-care' })
  expect(await db.from('categories').delete().eq('id', CATEGORY)).toMatchObject({ status: 409, error: { code: '23503' } })
  const dear = await db.from('products').update({ price: 162.5 }).eq('id', PRODUCT.cream)
  expect(dear).toMatchObject({ status: 400, error: { message: 'The price with GST is ₹12.50 above MRP; the highest allowed price is ₹150.00' } })
  expect(JSON.parse(dear.error?.details ?? '')).toEqual({ code: 'ABOVE_MRP', paid: 162.5, mrp: 150, over: 12.5, highest: 150 })
})

test("a category's parent 'none' in any spelling is stored as null", async () => {
  const db = client(PEOPLE.admin)
  const none = 'none' // the form's value for the top level
  const made = await db.from('categories').insert({ name: 'Hair Care', parent_id: none }).select('id, parent_id').single()
  expect(made).toMatchObject({ error: null, data: { parent_id: null } })
  const id = made.data?.id ?? ''
  const parentAfter = async (change: { parent_id: string | null }): Promise<unknown> =>
    (await db.from('categories').update(change).eq('id', id).select('parent_id').single()).data?.parent_id
  expect(await parentAfter({ parent_id: CATEGORY })).toBe(CATEGORY)
  expect((await db.from('categories').select('name').eq('parent_id', CATEGORY)).data).toContainEqual({ name: 'Hair Care' })
  expect(await parentAfter({ parent_id: none })).toBeNull()
  expect((await db.from('categories').select('parent_id').eq('id', id).single()).data).toEqual({ parent_id: null })
  expect(await db.from('categories').update({ parent_id: 'nobody' }).eq('id', id)).toMatchObject({ status: 400, error: { code: '22P02' } })
  expect(await db.from('categories').update({ parent_id: id }).eq('id', id)).toMatchObject({ status: 400, error: { code: '23514' } })
})

test('an upsert by product changes the quantity of a line, and moves no line to another product or owner', async () => {
  const db = client(PEOPLE.customer)
  const line = { user_id: PEOPLE.customer, product_id: PRODUCT.soap, quantity: 3 }
  const upserted = (quantity: number) =>
    db
      .from('cart_items')
      .upsert({ ...line, quantity }, { onConflict: 'user_id,product_id' })
      .select('quantity')
  expect((await upserted(3)).data).toEqual([{ quantity: 3 }])
  expect((await upserted(7)).data).toEqual([{ quantity: 7 }])
  const moved = await db.from('cart_items').update({ product_id: PRODUCT.cream }).eq('product_id', PRODUCT.soap)
  expect(moved.error).toMatchObject({ code: '42501' })
  expect((await db.from('cart_items').delete().eq('product_id', PRODUCT.soap)).error).toBeNull()
})
