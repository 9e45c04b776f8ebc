/** The reference deployment (deploy/Caddyfile): two processes of one shop behind a proxy, restarted one after the other under load. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from './support/expect.ts'
import { findCaddy } from '../scripts/tools.ts'
import { addToCart, newCustomer, newCustomers, placeOrder, serviceClient, type Customer } from './support/customers.ts'
import { test } from './support/fixtures.ts'
import { freePort, openShop, type RunningShop, type ShopKeys } from './support/shop-process.ts'

const root = path.resolve(import.meta.dirname, '..')
const BUYERS = 4
const STOCK = 5000
/** Seconds that a process serves on after SIGTERM: longer than the proxy needs to notice (docs/deploy.md). */
const DRAIN_SECONDS = '5'
/** Connections of each process: three of them share the embedded database. */
const DATABASE_CONNECTIONS = '22'

let folders: string[] = []
let database: RunningShop | undefined
let nodes: RunningShop[] = []
let proxy: ChildProcess | undefined
let keys: ShopKeys

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-rolling-'))
  folders = [...folders, folder]
  return folder
}

async function openNode(dataDir: string, port: number): Promise<RunningShop> {
  if (!database) throw new Error('no database')
  const { db_url, jwt_secret, data_key, publishable_key, secret_key } = database.keys
  const env = {
    DATABASE_URL: db_url,
    JWT_SECRET: jwt_secret,
    DATA_KEY: data_key,
    PUBLISHABLE_KEY: publishable_key,
    SECRET_KEY: secret_key,
    STORAGE_DIR: path.join(database.dataDir, 'storage'),
    TRUST_PROXY: 'x-forwarded-for',
    DRAIN_SECONDS,
    DATABASE_CONNECTIONS,
  }
  return openShop({ dataDir, port, env })
}

async function startProxy(url: string, addresses: string[]): Promise<void> {
  const folder = await newFolder()
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n\tstorage file_system ${folder}\n}\nimport ${path.join(root, 'deploy/Caddyfile')}\n`)
  const env = { ...process.env, SHOP_DOMAIN: url, SHOP_NODES: addresses.join(' ') }
  proxy = spawn(findCaddy(), ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  await expect
    .poll(
      () =>
        fetch(`${url}/ready`)
          .then(({ status }) => status)
          .catch(() => 0),
      { timeout: 20_000 },
    )
    .toBe(200)
}

test.beforeAll(async () => {
  test.setTimeout(240_000)
  database = await openShop({ dataDir: await newFolder(), env: { DEMO: 'small', DATABASE_CONNECTIONS } })
  nodes = [await openNode(await newFolder(), await freePort()), await openNode(await newFolder(), await freePort())]
  const url = `http://localhost:${await freePort()}`
  await startProxy(
    url,
    nodes.map((node) => new URL(node.url).host),
  )
  keys = { ...database.keys, url }
  const client = new pg.Client({ connectionString: keys.db_url })
  await client.connect()
  await client.query("update private.limits set value = 1000000 where name in ('orders_per_hour', 'first_cod_rupees')")
  await client.end()
})
test.afterAll(async () => {
  proxy?.kill('SIGTERM')
  for (const node of nodes) await node.stop()
  await database?.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Ends a process as systemd or a container engine does, starts it again on its port, and waits until the proxy may use it. */
async function restart(index: number): Promise<void> {
  const node = nodes[index]
  if (!node) throw new Error(`no node ${index}`)
  expect(await node.stop(), node.output()).toBe(0)
  const reopened = await openNode(node.dataDir, Number(new URL(node.url).port))
  await expect
    .poll(() =>
      fetch(`${reopened.url}/ready`)
        .then(({ status }) => status)
        .catch(() => 0),
    )
    .toBe(200)
  nodes[index] = reopened
  // The proxy looks once a second; a node that it has not seen again yet must not be its only one.
  await sleep(3000)
}

/** What the customer hears by realtime, from now on. */
async function hearNotifications({ id, client }: Customer): Promise<unknown[]> {
  const received: unknown[] = []
  await new Promise<void>((resolve) => {
    client
      .channel('notifications')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notifications', filter: `user_id=eq.${id}` }, (change) => received.push(change.new))
      .on('system', {}, ({ status }: { status: string }) => (status === 'ok' ? resolve() : undefined))
      .subscribe()
  })
  return received
}

test('two processes restarted one after the other under load lose no request and no order, and live connections come back', async () => {
  test.setTimeout(300_000)
  const { data: product } = await serviceClient(keys)
    .from('products')
    .insert({ sku: 'ROLLING-1', name: 'Rolling comb', price: 99, mrp: 150, stock: STOCK, gst_percent: 18, hsn: '9615', status: 'active' })
    .select('id')
    .single()
    .throwOnError()
  const customers = await newCustomers(keys, BUYERS)
  const received = await hearNotifications(customers[0] as Customer)

  const load = new AbortController()
  const failures: string[] = []
  let orders = 0
  let reads = 0
  const failed = (what: string, why: unknown): void => void failures.push(`${new Date().toISOString()} ${what}: ${String(why)}`)
  const buy = async (customer: Customer): Promise<void> => {
    while (!load.signal.aborted) {
      try {
        await addToCart(customer, product.id, 1)
        const { status, body } = await placeOrder(customer)
        if (status === 200) orders += 1
        else failed('order', `${status} ${JSON.stringify(body)}`)
      } catch (error) {
        failed('order', error instanceof Error ? error : JSON.stringify(error))
      }
    }
  }
  const read = async (address: string): Promise<void> => {
    while (!load.signal.aborted) {
      try {
        const answer = await fetch(keys.url + address, { headers: { apikey: keys.publishable_key } })
        await answer.arrayBuffer()
        if (answer.status === 200) reads += 1
        else failed(address, answer.status)
      } catch (error) {
        failed(address, (error as { cause?: unknown }).cause ?? error)
      }
      await sleep(20)
    }
  }
  const working = Promise.all([...customers.map(buy), read('/products'), read('/rest/v1/products?select=id,name&limit=12'), read(`/products?page=2`)])
  try {
    await restart(0)
    await restart(1)
    const before = orders
    await expect.poll(() => orders, { timeout: 20_000 }).toBeGreaterThan(before + 5)
  } finally {
    load.abort()
    await working
  }
  expect(failures).toEqual([])
  expect(reads).toBeGreaterThan(100)
  expect(orders).toBeGreaterThan(20)

  const service = serviceClient(keys)
  await expect
    .poll(async () => (await service.from('order_items').select('id', { count: 'exact', head: true }).eq('product_id', product.id)).count)
    .toBe(orders)
  await expect.poll(async () => (await service.from('products').select('stock').eq('id', product.id).single()).data?.stock).toBe(STOCK - orders)

  const [buyer, staff] = [customers[0] as Customer, await newCustomer(keys)]
  await service.from('user_roles').insert({ user_id: staff.id, role: 'manager' }).throwOnError()
  const { data: order } = await service.from('orders').select('id').eq('user_id', buyer.id).limit(1).single().throwOnError()
  await staff.client.from('orders').update({ status: 'processing' }).eq('id', order.id).throwOnError()
  await expect.poll(() => received).toContainEqual(expect.objectContaining({ order_id: order.id, type: 'order_update' }))
  await buyer.client.removeAllChannels()
  console.log(`rolling restart: ${orders} orders and ${reads} reads, none lost`)
})
