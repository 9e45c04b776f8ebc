/** Orders per second through HTTP, and the same statements straight at PostgreSQL. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import type { Query } from '#postgres/statement.ts'
import { placeOrder } from '#functions/place-order/place-order.ts'
import { inTransaction } from '#postgres/transaction.ts'
import { openPool } from '#postgres/pool.ts'
import { urlAs } from '#server/roles.ts'
import { benchShipping, buyerId, fillCarts, productsOf, tokenFor } from './buyers.ts'
import type { RunningShop } from '../scripts/running-shop.ts'

type Recorded = { text: string; values: unknown[] }

const keyOf = (n: number): string => `bench-order-${n}`
const bodyFor = (n: number): string => JSON.stringify({ idempotency_key: keyOf(n), shipping: benchShipping, payment_method: 'cod' })

function post(agent: Agent, shop: RunningShop, n: number, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${shop.url}/functions/v1/place-order`,
      { method: 'POST', agent, headers: { apikey: shop.keys.publishable_key, authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(bodyFor(n))
  })
}

/** `count` orders of two lines by `clients` at once; orders per second. */
export async function ordersOverHttp(shop: RunningShop, from: number, count: number, clients: number): Promise<{ perSecond: number; failures: number }> {
  await fillCarts(shop, from, count)
  const tokens = await Promise.all(Array.from({ length: count }, (_, index) => tokenFor(shop, from + index)))
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let next = 0
  let failures = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let index = next++; index < count; index = next++) {
        if ((await post(agent, shop, from + index, tokens[index] ?? '')) !== 200) failures += 1
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return { perSecond: count / seconds, failures }
}

/** Places one order in this process and writes down every statement it sent. */
async function recordStatements(shop: RunningShop, n: number): Promise<Recorded[]> {
  await fillCarts(shop, n, 1)
  const pool = orderPool(shop, 1)
  const recorded: Recorded[] = []
  const recording =
    (query: Query): Query =>
    (text, values = []) => {
      recorded.push({ text, values })
      return query(text, values)
    }
  const answer = await placeOrder(new Request('http://bench.example/', { method: 'POST', body: bodyFor(n) }), {
    user: { id: buyerId(n), email: 'bench@shringar.example' },
    clientNetwork: null,
    asUser: () => Promise.reject(new Error('place-order runs as the order service')),
    asOrderService: (work) => inTransaction(pool, { prepare: true }, (query) => work(recording(query))),
    asPaymentService: () => Promise.reject(new Error('no online payments here')),
    razorpay: { url: '', checkoutUrl: '' },
    provePassword: () => Promise.reject(new Error('nobody leaves here')),
    inDocumentShare: () => Promise.reject(new Error('no documents here')),
    inviteAccount: async () => true,
    isMailHostAllowed: async () => true,
    storage: { put: () => Promise.reject(new Error('no storage here')), signedUrl: () => Promise.reject(new Error('no storage here')) },
    now: () => new Date(),
    log: () => undefined,
  })
  await pool.end()
  if (answer.status !== 200) throw new Error(`place-order answered ${answer.status}: ${await answer.text()}`)
  return recorded
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `'{${value.map((one) => `"${String(one).replaceAll('"', '\\"')}"`).join(',')}}'`
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** The order service's connection string, and a pool like the shop's own. */
const orderUrl = (shop: RunningShop): string => urlAs(shop.keys.db_url, 'shop_orders', shop.keys.jwt_secret)
function orderPool(shop: RunningShop, max: number): Pool {
  return openPool(orderUrl(shop), {
    max,
    onIdleError(error) {
      throw error
    },
  })
}

/** What differs between two orders of the recorded kind. `flat` is the order's id without hyphens, as in its payment reference. */
type Names = { buyer: string; key: string; products: [string, string]; order: string; flat: string }

/** Writes other names into the text of recorded statements. */
function renamed(text: string, from: Names, to: Names): string {
  return text
    .replaceAll(from.buyer, to.buyer)
    .replaceAll(from.key, to.key)
    .replaceAll(from.products[0], to.products[0])
    .replaceAll(from.products[1], to.products[1])
    .replaceAll(from.order, to.order)
    .replaceAll(from.flat, to.flat)
}

function namesOf(n: number, order: string): Names {
  return { buyer: buyerId(n), key: keyOf(n), products: productsOf(n), order, flat: order.replaceAll('-', '') }
}

/** The statements as a pgbench script: buyers and their products count up, each order has a new id, the rest is as recorded. */
function pgbenchScript(recorded: Recorded[], names: Names, from: number): string {
  const counted: Names = {
    buyer: '00000000-0000-4000-8000-:u',
    key: 'bench-order-:n',
    products: ['00000000-0000-4000-8000-:p', '00000000-0000-4000-8000-:q'],
    order: '00000000-0000-4000-8000-:o',
    flat: '00000000000040008000:o',
  }
  const lines = [
    '\\set i :i + 1',
    `\\set n ${from} + :client_id * 100000 + :i`,
    '\\set u 100000000000 + :n',
    '\\set p 200000000000 + :n % 700 + 1',
    '\\set q :p + 100',
    '\\set o random(300000000000, 999999999999)',
    'begin;',
  ]
  for (const { text, values } of recorded) {
    const filled = text.replace(/\$(\d+)/g, (_, index) => literal(values[Number(index) - 1]))
    lines.push(`${renamed(filled, names, counted).replace(/\s+/g, ' ')};`)
  }
  lines.push('commit;')
  return lines.join('\n')
}

function findPgbench(): string | undefined {
  const folders = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`) : []
  return [...folders.sort().reverse(), '/usr/bin/pgbench'].find(existsSync)
}

export type Comparison = { perSecond: number; by: string }

/**
 * The same statements, on products as spread as the shop's, without the shop: by a bare client that prepares and
 * pipelines as the shop does, and by pgbench where it is installed.
 */
export async function ordersInSql(shop: RunningShop, from: number, count: number, clients: number): Promise<Comparison[]> {
  const sample = from + 900_000
  const recorded = await recordStatements(shop, sample)
  const order = /"id\\*":\\*"([0-9a-f-]{36})/.exec(JSON.stringify(recorded))?.[1]
  if (!order) throw new Error('The recorded statements name no order')
  const names = namesOf(sample, order)
  const each = Math.floor(count / clients)
  const fill = async (start: number): Promise<void> => {
    for (let client = 0; client < clients; client += 1) await fillCarts(shop, start + client * 100_000 + 1, each)
  }
  await fill(from)
  const compared = [await viaPg(shop, recorded, names, from, each, clients)]
  const pgbench = findPgbench()
  if (pgbench) {
    await fill(from + 1_000_000)
    compared.push(await viaPgbench(pgbench, shop, pgbenchScript(recorded, names, from + 1_000_000), each, clients))
  }
  return compared
}

async function viaPgbench(pgbench: string, shop: RunningShop, script: string, each: number, clients: number): Promise<Comparison> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-pgbench-'))
  try {
    const file = path.join(folder, 'order.sql')
    await writeFile(file, script)
    const run = spawnSync(pgbench, ['-n', '-M', 'simple', '-c', String(clients), '-j', '1', '-t', String(each), '-D', 'i=0', '-f', file, orderUrl(shop)], {
      encoding: 'utf8',
    })
    const tps = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1])
    if (run.status !== 0 || !tps) throw new Error(`pgbench: ${run.stderr.slice(0, 2000)}`)
    return { perSecond: tps, by: 'pgbench (simple protocol: parsed and planned each time)' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function viaPg(shop: RunningShop, recorded: Recorded[], names: Names, from: number, each: number, clients: number): Promise<Comparison> {
  const pool = orderPool(shop, clients)
  const text = JSON.stringify(recorded)
  // Written before the clock starts: what is measured is sending and waiting.
  const orders = Array.from({ length: clients }, (_, client) =>
    Array.from({ length: each }, (_, i) => JSON.parse(renamed(text, names, namesOf(from + client * 100_000 + i + 1, crypto.randomUUID()))) as Recorded[]),
  )
  const began = performance.now()
  await Promise.all(
    orders.map(async (own) => {
      for (const statements of own) {
        await inTransaction(
          pool,
          { prepare: true },
          async (query) => void (await Promise.all(statements.map((statement) => query(statement.text, statement.values)))),
        )
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await pool.end()
  return { perSecond: (each * clients) / seconds, by: 'a bare pg client (prepared, pipelined)' }
}
