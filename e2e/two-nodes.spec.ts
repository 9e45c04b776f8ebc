/** Two processes of one shop on one database (docs/decisions/0101-several-processes.md), as behind a load balancer. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#supabase/database.ts'
import { expect } from './support/expect.ts'
import { addToCart, newCustomers, placeOrder, serviceClient } from './support/customers.ts'
import { test } from './support/fixtures.ts'
import { freePort, openShop, spawnShop, type RunningShop } from './support/shop-process.ts'

let folders: string[] = []
let first: RunningShop
let second: RunningShop
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-nodes-'))
  folders = [...folders, folder]
  return folder
}

test.beforeAll(async () => {
  test.setTimeout(180_000)
  first = await openShop({ dataDir: await newFolder(), env: { DEMO: 'small' } })
  const { db_url, jwt_secret, data_key, publishable_key, secret_key } = first.keys
  second = await openShop({
    dataDir: await newFolder(),
    env: {
      DATABASE_URL: db_url,
      JWT_SECRET: jwt_secret,
      DATA_KEY: data_key,
      PUBLISHABLE_KEY: publishable_key,
      SECRET_KEY: secret_key,
      STORAGE_DIR: path.join(first.dataDir, 'storage'),
    },
  })
})
test.afterAll(async () => {
  await second.stop()
  await first.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

test('a process with other keys is refused, and the others keep their logins', async () => {
  const { output, exited } = spawnShop({ PORT: String(await freePort()), DATA_DIR: await newFolder(), DATABASE_URL: first.keys.db_url, DEMO: '0' })
  expect(await exited).toBe(1)
  expect(output()).toContain('The logins of this PostgreSQL belong to a shop with other keys.')
  for (const { url, keys } of [first, second]) {
    const read = async (): Promise<number> => (await fetch(`${url}/rest/v1/settings?select=store_name`, { headers: { apikey: keys.publishable_key } })).status
    await expect.poll(read).toBe(200)
  }
})

test('a session of one is good at the other, and an order that both are asked for at once is placed once', async () => {
  const [customer] = await newCustomers(first.keys, 1)
  if (!customer) throw new Error('no customer')
  const { data: product } = await serviceClient(first.keys)
    .from('products')
    .insert({ sku: 'NODES-1', name: 'Two-handed comb', price: 99, mrp: 150, stock: 10, gst_percent: 18, hsn: '9615', status: 'active' })
    .select('id')
    .single()
    .throwOnError()
  await addToCart(customer, product.id, 1)
  const { data } = await customer.client.auth.getSession()
  const elsewhere = createClient<Database>(second.url, second.keys.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` } },
  })
  const key = crypto.randomUUID()
  const answers = await Promise.all([placeOrder(customer, key), placeOrder({ ...customer, client: elsewhere }, key)])
  const placed = answers.filter(({ status }) => status === 200)
  expect(placed.length).toBeGreaterThan(0)
  expect(new Set(placed.map(({ body }) => body.order?.id)).size).toBe(1)
  const orders = async (): Promise<number | null> =>
    (await elsewhere.from('orders').select('id', { count: 'exact', head: true }).eq('user_id', customer.id)).count
  await expect.poll(orders).toBe(1)
})

test('wrong passwords count in both processes together', async () => {
  const [customer] = await newCustomers(first.keys, 1)
  if (!customer) throw new Error('no customer')
  const statusAt = async ({ url, keys }: RunningShop): Promise<number> => {
    const body = JSON.stringify({ email: customer.email, password: 'not the password' })
    const headers = { apikey: keys.publishable_key, 'content-type': 'application/json' }
    return (await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body })).status
  }
  const statuses = await Promise.all(Array.from({ length: 11 }, (_, n) => statusAt(n % 2 === 0 ? first : second)))
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  const [here, there] = [await statusAt(first), await statusAt(second)]
  expect([...statuses.filter((status) => status !== 400), here, there]).toEqual([429, 429, 429])
})

test('a price that one process changes is on the pages of the other, and its pictures too', async ({ page }) => {
  const service = serviceClient(first.keys)
  await page.goto(`${second.url}/products`)
  await service.from('products').update({ price: 77, mrp: 777 }).eq('name', 'Nimbu Body Mist, 150 ml').throwOnError()
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('main')).toContainText('₹777.00', { timeout: 1000 })
  }).toPass()
  const picture = page.locator('main img[src*="/storage/v1/"]').first()
  await expect(picture).toHaveJSProperty('complete', true)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('a new secret of tokens is taken up by one process after the other, and nobody is signed out', async () => {
  test.setTimeout(240_000)
  const [customer] = await newCustomers(first.keys, 1)
  if (!customer) throw new Error('no customer')
  const { data } = await customer.client.auth.getSession()
  const { access_token: token, refresh_token: refresh } = data.session ?? { access_token: '', refresh_token: '' }
  const { db_url, jwt_secret, publishable_key, secret_key, data_key } = first.keys
  const secret = 'the-new-secret-of-tokens-after-a-leak'
  const restart = async (jwtSecret: string): Promise<void> => {
    await second.stop()
    second = await openShop({
      dataDir: second.dataDir,
      env: {
        DATABASE_URL: db_url,
        JWT_SECRET: jwtSecret,
        DATA_KEY: data_key,
        PUBLISHABLE_KEY: publishable_key,
        SECRET_KEY: secret_key,
        STORAGE_DIR: path.join(first.dataDir, 'storage'),
      },
    })
  }
  const userWith = async (bearer: string, { url }: RunningShop): Promise<number> =>
    (await fetch(`${url}/auth/v1/user`, { headers: { apikey: publishable_key, authorization: `Bearer ${bearer}` } })).status
  await restart(`${secret},${jwt_secret}`)
  const during = await userWith(token, second)
  expect(during).toBe(200)
  const renewed = await createClient<Database>(second.url, publishable_key, { auth: { persistSession: false } }).auth.refreshSession({ refresh_token: refresh })
  expect(renewed.error).toBeNull()
  await restart(secret)
  const [old, fresh, there] = [await userWith(token, second), await userWith(renewed.data.session?.access_token ?? '', second), await userWith(token, first)]
  expect([old, fresh, there], 'the first process has not changed').toEqual([403, 200, 200])
})
