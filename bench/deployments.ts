/** What other deployments cost or gain on the same machine: two processes behind the proxy of the reference deployment against one, and a shop that forwards to a project. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/database/free-port.ts'
import { startShop, type RunningShop } from '../scripts/running-shop.ts'
import { findCaddy } from '../scripts/tools.ts'
import { ISSUER } from './buyers.ts'
import { load } from './load.ts'
import { ordersOverHttp } from './orders-over-http.ts'

const SECONDS = 3
const ORDERS = 800
const CLIENTS = 8
/** Connections of each process: three share the embedded database. */
const CONNECTIONS = '22'

export type Deployment = { name: string; /** of one process without a proxy */ reads: number; orders: number; failures: number }

/** Uncached reads per second and orders per second, each in two turns, the second in the opposite sequence, because the database grows. */
async function compare(targets: { name: string; shop: RunningShop }[], from: number): Promise<Deployment[]> {
  const sums = new Map(targets.map(({ name }) => [name, { reads: 0, orders: 0, failures: 0 }]))
  let next = from
  for (const turn of [targets, targets.toReversed()]) {
    for (const { name, shop } of turn) {
      const sum = sums.get(name) ?? { reads: 0, orders: 0, failures: 0 }
      const headers = { apikey: shop.keys.publishable_key, 'cache-control': 'no-cache' }
      const address = `${shop.url}/rest/v1/products?select=id,name,price&order=created_at.desc,id&limit=12`
      const read = await load({ url: address, headers }, SECONDS)
      sum.reads += read.requestsPerSecond / 2
      const placed = await ordersOverHttp(shop, next, ORDERS, CLIENTS)
      next += ORDERS
      sum.orders += placed.perSecond / 2
      sum.failures += placed.failures + read.errors
    }
  }
  const first = sums.get(targets[0]?.name ?? '') ?? { reads: 1, orders: 1, failures: 0 }
  return targets.map(({ name }) => {
    const { reads, orders, failures } = sums.get(name) ?? first
    return { name, reads: reads / first.reads, orders: orders / first.orders, failures }
  })
}

async function startProxy(folder: string, nodes: RunningShop[]): Promise<{ url: string; child: ChildProcess }> {
  const url = `http://127.0.0.1:${await freePort()}`
  const file = path.join(folder, `Caddyfile-${nodes.length}`)
  const own = path.resolve(import.meta.dirname, '../deploy/Caddyfile')
  await writeFile(file, `{\n\tadmin off\n\tstorage file_system ${folder}\n}\nimport ${own}\n`)
  const env = { ...process.env, SHOP_DOMAIN: url, SHOP_NODES: nodes.map((node) => new URL(node.url).host).join(' ') }
  const child = spawn(findCaddy(), ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  for (let waited = 0; ; waited += 100) {
    const answer = await fetch(`${url}/ready`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return { url, child }
    if (waited > 20_000) throw new Error('the proxy did not open')
    await sleep(100)
  }
}

/** @param database a shop with the embedded database and the bench's products; it serves no other load in the meantime */
export async function measureDeployments(database: RunningShop, from: number): Promise<Deployment[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-deployments-'))
  const { db_url, jwt_secret, data_key, publishable_key, secret_key } = database.keys
  const shared = { DATABASE_URL: db_url, JWT_SECRET: jwt_secret, DATA_KEY: data_key, DATABASE_CONNECTIONS: CONNECTIONS, TRUST_PROXY: 'x-forwarded-for' }
  const node = (name: string, settings: Record<string, string>): Promise<RunningShop> =>
    startShop(path.join(folder, name), undefined, { ...shared, STORAGE_DIR: path.join(folder, 'files'), ...settings })
  const closing: (() => Promise<unknown> | void)[] = []
  try {
    const keys = { PUBLISHABLE_KEY: publishable_key, SECRET_KEY: secret_key }
    const [first, second] = [await node('first', keys), await node('second', keys)]
    closing.push(
      () => first.stop(),
      () => second.stop(),
    )
    const [one, two] = [await startProxy(folder, [first]), await startProxy(folder, [first, second])]
    closing.push(
      () => void one.child.kill(),
      () => void two.child.kill(),
    )
    const processes = await compare(
      [
        { name: 'one process', shop: first },
        { name: 'one process behind the proxy', shop: { ...first, url: one.url } },
        { name: 'two processes behind the proxy', shop: { ...first, url: two.url } },
      ],
      from,
    )
    await second.stop()
    const forwarding = await node('forwarding', {
      SUPABASE_URL: first.url,
      SUPABASE_PUBLISHABLE_KEY: publishable_key,
      SUPABASE_SECRET_KEY: secret_key,
      SUPABASE_ISSUER: ISSUER,
    })
    closing.push(() => forwarding.stop())
    const [, forwarded] = await compare(
      [
        { name: 'embedded', shop: first },
        { name: 'one process that forwards to a project', shop: forwarding },
      ],
      from + 6 * ORDERS,
    )
    return forwarded ? [...processes, forwarded] : processes
  } finally {
    for (const close of closing.toReversed()) await close()
    await rm(folder, { recursive: true, force: true })
  }
}
