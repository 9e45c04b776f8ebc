/**
 * A shop whose requests go through PgBouncer in transaction mode, with the smallest budget of connections and three of the database for
 * each login (docs/decisions/0104-connections-and-poolers.md). The database is that of another shop, which is only asked for its keys.
 */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from './support/expect.ts'
import { startPgBouncer, type PgBouncer } from '../scripts/pgbouncer.ts'
import { addToCart, newCustomers, placeOrder, serviceClient } from './support/customers.ts'
import { test } from './support/fixtures.ts'
import { expectAcceptanceHeard } from './support/heard-live.ts'
import { buy } from './support/journey.ts'
import { LINE_ERRORS } from './support/offline.ts'
import { openShop, type RunningShop } from './support/shop-process.ts'

let folder: string
let database: RunningShop
let pooler: PgBouncer
let shop: RunningShop

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-pooled-'))
  database = await openShop({ dataDir: path.join(folder, 'database'), env: { DEMO: 'small' } })
  const { db_url, jwt_secret, data_key, publishable_key, secret_key } = database.keys
  pooler = await startPgBouncer(db_url, { default_pool_size: 3 })
  // Both have a mail worker, and either may send a mail.
  const dataDir = path.join(folder, 'shop')
  const outbox = path.join(folder, 'database', 'outbox')
  await Promise.all([mkdir(dataDir), mkdir(outbox, { recursive: true })])
  await symlink(outbox, path.join(dataDir, 'outbox'))
  shop = await openShop({
    dataDir,
    env: {
      DATABASE_URL: db_url,
      DATABASE_POOL_URL: pooler.url,
      DATABASE_CONNECTIONS: '21',
      JWT_SECRET: jwt_secret,
      DATA_KEY: data_key,
      PUBLISHABLE_KEY: publishable_key,
      SECRET_KEY: secret_key,
      STORAGE_DIR: path.join(folder, 'database', 'storage'),
    },
  })
})
test.afterAll(async () => {
  await shop?.stop()
  await pooler?.stop()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a visitor registers, buys, and hears live that staff accepted the order', async ({ page }) => {
  test.setTimeout(240_000)
  const { data: product } = await serviceClient(shop.keys)
    .from('products')
    .select('id, min_order_quantity')
    .eq('status', 'active')
    .gte('stock', 100)
    .order('name')
    .limit(1)
    .single()
    .throwOnError()
  const order = await buy(page, {
    keys: shop.keys,
    outbox: path.join(shop.dataDir, 'outbox'),
    productId: product.id,
    quantity: product.min_order_quantity,
    address: { pincode: '400050', city: 'Mumbai', state: 'Maharashtra' },
    interState: false,
  })
  await expectAcceptanceHeard(shop.keys, order)
})

test.describe('the pooler fails', () => {
  test.use({ expectedErrors: [LINE_ERRORS] })

  test('while it is gone, requests get 503 with Retry-After and read pages stay; when it is back, an order is placed once', async ({ page }) => {
    test.setTimeout(180_000)
    const { url, keys } = shop
    const ask = (address: string): Promise<Response> => fetch(url + address, { headers: { apikey: keys.publishable_key, 'cache-control': 'no-cache' } })
    const status = async (address: string): Promise<number> => (await ask(address)).status
    const [customer] = await newCustomers(keys, 1)
    if (!customer) throw new Error('no customer')
    const { data: product } = await serviceClient(keys)
      .from('products')
      .insert({ sku: 'POOLED-1', name: 'Pooled comb', price: 99, mrp: 150, stock: 10, gst_percent: 18, hsn: '9615', status: 'active' })
      .select('id')
      .single()
      .throwOnError()
    await addToCart(customer, product.id, 1)
    await page.goto(`${url}/products`)
    const heading = page.getByRole('heading', { level: 1 })
    const title = await heading.textContent()

    await pooler.kill()
    // From the first moment, before the watch has noticed.
    const answers = await Promise.all(
      ['/rest/v1/products?select=id&limit=1', '/storage/v1/bucket', '/auth/v1/settings', '/rest/v1/orders?select=id'].map(status),
    )
    expect(answers.filter((one) => one === 500)).toEqual([])
    const key = crypto.randomUUID()
    const lost = await placeOrder(customer, key)
    expect(lost).toMatchObject({ status: 503 })
    const refused = await ask('/rest/v1/products?select=id&limit=1&order=name')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
    await expect.poll(() => status('/ready'), { timeout: 30_000 }).toBe(503)
    await expect.poll(() => status('/health')).toBe(200)
    // /ready says so with the first unanswered question, pages are marked with the second.
    await expect(async () => {
      await page.goto(`${url}/products`)
      await expect(page.getByRole('status').filter({ hasText: 'We can’t reach our system at the moment' })).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(heading).toHaveText(title ?? '')

    await pooler.start()
    await expect.poll(() => status('/ready'), { timeout: 30_000 }).toBe(200)
    const first = await placeOrder(customer, key)
    const second = await placeOrder(customer, key)
    expect(first, 'the order is placed').toMatchObject({ status: 200 })
    expect(second.body.order?.id).toBe(first.body.order?.id)
  })
})
