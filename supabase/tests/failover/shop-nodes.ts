/** Two processes of one shop on a PostgreSQL of its own, and a watch over what they say of themselves. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { serviceClient } from '../../../e2e/support/customers.ts'
import { openShop, type RunningShop } from '../../../e2e/support/shop-process.ts'

const DATABASE = 'shop'
export const STOCK = 50_000

export type Nodes = {
  shops: readonly RunningShop[]
  /** The product that all buyers order. */
  product: string
  close(): Promise<void>
}

async function onDatabase(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/**
 * @param owner gives the owner's address of a database of the primary
 * @param address the one that the shops get for it
 */
export async function openNodes(folder: string, owner: (database: string) => string, address: (database: string) => string): Promise<Nodes> {
  await onDatabase(owner('postgres'), `create database ${DATABASE} template template0`)
  const secret = 'the-secret-of-the-failover-tests-0123'
  const env = { DATABASE_URL: address(DATABASE), JWT_SECRET: secret, DEMO: '0', STORAGE_DIR: path.join(folder, 'files') }
  const shops: RunningShop[] = []
  for (const name of ['one', 'two']) {
    await mkdir(path.join(folder, name))
    shops.push(await openShop({ dataDir: path.join(folder, name), env, closed: true }))
  }
  // A few customers order as fast as they can, which exceeds the limits of an account.
  const lifted = "update private.limits set value = 1000000 where name in ('orders_per_hour', 'first_cod_rupees')"
  await onDatabase(owner(DATABASE), lifted, 'update public.settings set is_open = true')
  const [first] = shops
  if (!first) throw new Error('no shop')
  while ((await fetch(`${first.url}/products`)).status === 503) await sleep(50)
  const { data } = await serviceClient(first.keys)
    .from('products')
    .insert({ sku: 'FAILOVER-1', name: 'Steadfast comb', price: 99, mrp: 150, stock: STOCK, gst_percent: 18, hsn: '9615', status: 'active' })
    .select('id')
    .single()
    .throwOnError()
  return {
    shops,
    product: data.id,
    async close() {
      await Promise.all(shops.map((shop) => shop.stop()))
    },
  }
}

export const databaseOf = (urlFor: (database: string) => string): string => urlFor(DATABASE)

/** Answers of /health and /ready, which are asked all the time. */
export type Signs = {
  /** What /ready of each node said last. */
  ready(): number[]
  /** When /ready of all nodes was 200 again after this moment, ms; Infinity: not yet. */
  readyAfter(moment: number): number
  /** Answers of /health that were not 200. */
  readonly unhealthy: string[]
  stop(): Promise<void>
}

const ASK_EVERY = 50

export function watchSigns(shops: readonly RunningShop[]): Signs {
  const stopping = new AbortController()
  const last = shops.map(() => 200)
  /** For each node the moments at which /ready turned to another status. */
  const turns = shops.map((): { at: number; status: number }[] => [{ at: 0, status: 200 }])
  const unhealthy: string[] = []
  const statusOf = (url: string): Promise<number | string> =>
    fetch(url).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    )
  async function watch({ url }: RunningShop, node: number): Promise<void> {
    while (!stopping.signal.aborted) {
      const [health, ready] = await Promise.all([statusOf(`${url}/health`), statusOf(`${url}/ready`)])
      if (health !== 200) unhealthy.push(`${url}: ${health}`)
      const status = Number(ready)
      if (status !== last[node]) turns[node]?.push({ at: performance.now(), status })
      last[node] = status
      await sleep(ASK_EVERY)
    }
  }
  const watching = Promise.all(shops.map(watch))
  return {
    ready: () => [...last],
    readyAfter: (moment) =>
      Math.max(...turns.map((ofNode) => (ofNode.at(-1)?.status === 200 ? Math.max(ofNode.at(-1)?.at ?? 0, moment) : Number.POSITIVE_INFINITY))),
    unhealthy,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}
