/** What a transaction pooler costs: the same shop on the same database straight and through PgBouncer, in turns. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPgBouncer } from '../scripts/pgbouncer.ts'
import { startShop, type RunningShop } from '../scripts/running-shop.ts'
import { load } from './load.ts'
import type { Load, Target } from './wrk.ts'
import { ordersOverHttp } from './orders-over-http.ts'

const TURNS = 2
const ORDERS = 400
const CLIENTS = 8
const SECONDS = 2
/** Buyers that no other measurement uses. */
const FIRST = 5_000_000

type Pair = { direct: number; pooled: number }
export type PoolerCost = {
  /** per second */ orders: Pair
  /** per second */ reads: Pair
  failures: number
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** @param list a read to measure, which must not come from a cache */
export async function measurePooler(direct: RunningShop, list: Omit<Target, 'url'> & { path: string }): Promise<PoolerCost> {
  const { db_url, jwt_secret, data_key, publishable_key, secret_key } = direct.keys
  const pooler = await startPgBouncer(db_url)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-bench-pooled-'))
  const env = { DATABASE_URL: db_url, DATABASE_POOL_URL: pooler.url, DATABASE_CONNECTIONS: '40' }
  const keys = { JWT_SECRET: jwt_secret, DATA_KEY: data_key, PUBLISHABLE_KEY: publishable_key, SECRET_KEY: secret_key }
  const pooled = await startShop(dataDir, undefined, { ...env, ...keys })
  try {
    let from = FIRST
    let failures = 0
    const ordersOf = async (shop: RunningShop, count: number): Promise<number> => {
      const placed = await ordersOverHttp(shop, from, count, CLIENTS)
      from += count
      failures += placed.failures
      return placed.perSecond
    }
    const readsOf = async (shop: RunningShop): Promise<Load> => {
      const read = await load({ url: shop.url + list.path, headers: list.headers ?? {} }, SECONDS)
      failures += read.errors
      return read
    }
    for (const shop of [direct, pooled]) await ordersOf(shop, ORDERS / 4)
    const turns: { orders: Pair; reads: Pair }[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      const orders = { direct: await ordersOf(direct, ORDERS), pooled: await ordersOf(pooled, ORDERS) }
      const reads = { direct: (await readsOf(direct)).requestsPerSecond, pooled: (await readsOf(pooled)).requestsPerSecond }
      turns.push({ orders, reads })
    }
    const together = (of: 'orders' | 'reads'): Pair => ({
      direct: mean(turns.map((turn) => turn[of].direct)),
      pooled: mean(turns.map((turn) => turn[of].pooled)),
    })
    return { orders: together('orders'), reads: together('reads'), failures }
  } finally {
    await pooled.stop()
    await pooler.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
