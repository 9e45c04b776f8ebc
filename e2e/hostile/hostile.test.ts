/**
 * A hostile client against the whole running shop on loopback: requests of every shape over every prefix, slow and cut connections
 * and WebSockets, from fifty networks behind a trusted proxy header. The number of requests is bounded, and the attack stops by
 * itself.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { openShop, type RunningShop } from '../support/shop-process.ts'
import { keepBuying, type Bought } from './buyer.ts'
import { slowConnections } from './slow-connections.ts'
import type { Attack, Outcome, Target } from './target.ts'
import { watch, type Watched } from './watch.ts'
import { hostileSockets } from './web-sockets.ts'

const long = process.env.SHRINGAR_TEST_SIZE === 'long'
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? (long ? 1_000_000 : 10_000))
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_122)

let shop: RunningShop
let outcome: Outcome
let watched: Watched
let bought: Bought
let sockets: { opened: number; frames: number }
let slow: number

/** Every table and function that the API exposes, read from the database. */
async function surface(url: string): Promise<Pick<Target, 'tables' | 'procedures'>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string; columns: string[] }>(
      `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') group by 1 order by 1`,
    )
    const procedures = await client.query<{ name: string; args: string[] }>(
      `select p.proname::text as name, coalesce(p.proargnames[1:p.pronargs], '{}')::text[] as args from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype order by 1`,
    )
    return { tables: tables.rows, procedures: procedures.rows }
  } finally {
    await client.end()
  }
}

async function runAttack(attack: Attack): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'attacker.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(attack))
  return JSON.parse(await text(child.stdout)) as Outcome
}

beforeAll(
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-hostile-'))
    shop = await openShop({ dataDir, env: { TRUST_PROXY: 'x-forwarded-for' } })
    const service = serviceClient(shop.keys)
    const made = await service
      .from('products')
      .insert({ sku: 'CALM-1', name: 'Calm cream', price: 99, mrp: 150, stock: 100_000, gst_percent: 18, hsn: '3304', status: 'active' })
      .select('id')
      .single()
    if (made.error) throw made.error
    const attackersAccount = await newCustomer(shop.keys)
    const session = await attackersAccount.client.auth.getSession()
    const target: Target = {
      port: Number(new URL(shop.url).port),
      publishableKey: shop.keys.publishable_key,
      customerToken: session.data.session?.access_token ?? '',
      productPaths: [`/products/calm-cream/${made.data.id}`, `/products/x/${made.data.id}`, '/products/x/00000000-0000-0000-0000-000000000000', '/category/x'],
      ...(await surface(shop.keys.db_url)),
    }
    const ending = new AbortController()
    const beside = Promise.all([
      watch(target.port, shop.serverPid, ending.signal),
      keepBuying(shop.keys, { id: made.data.id, path: target.productPaths[0] ?? '/' }, ending.signal),
      hostileSockets(target, 8, ending.signal),
      slowConnections(target.port, 20, ending.signal),
    ])
    try {
      outcome = await runAttack({ target, requests: REQUESTS, connections: 16, seed: SEED })
    } finally {
      ending.abort()
    }
    ;[watched, bought, sockets, slow] = await beside
    console.log(JSON.stringify({ outcome: { ...outcome, errors: outcome.errors.kinds, timeoutSamples: undefined }, watched, bought, sockets, slow }, null, 2))
  },
  long ? 5_400_000 : 580_000,
)

afterAll(async () => {
  await shop.stop()
  await rm(shop.dataDir, { recursive: true, force: true })
})

test('every request of the attack was sent, over HTTP, WebSockets and slow connections', () => {
  expect(outcome.sent).toBeGreaterThanOrEqual(REQUESTS)
  expect(outcome.answered).toBeGreaterThan(REQUESTS * 0.9)
  expect(sockets.opened).toBeGreaterThan(0)
  expect(slow).toBeGreaterThan(0)
})

test('the shop stays up in the same process', () => {
  expect(watched.pids).toHaveLength(1)
  expect(watched.failures).toEqual([])
})

test('no answer is a server error but a 503 that says when to come back, or the 501 of what is not built', () => {
  expect(outcome.errors.kinds, outcome.errors.samples.join('\n')).toEqual({})
})

test('requests are answered: fewer than one in a thousand waits for half a minute', () => {
  expect(outcome.timeouts, outcome.timeoutSamples.join('\n')).toBeLessThanOrEqual(REQUESTS / 1000)
})

test('the server holds less than 400 MB', () => {
  expect(watched.peakMemory).toBeLessThan(400)
})

test('health answers within 250 ms', () => {
  // In a short run a single slow probe depends more on the machine than on the shop.
  expect(long ? watched.slowest : watched.ninetyNinth).toBeLessThan(250)
})

test('a customer places orders all the while', () => {
  expect(bought.failed).toEqual([])
  expect(bought.placed).toBeGreaterThan(0)
})

test('the attack leaves nothing behind', async () => {
  const page = await fetch(`${shop.url}/products`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Calm cream')
})
