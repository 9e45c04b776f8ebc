/** The statements of an order sent directly to PostgreSQL, without the shop. */
import { inTransaction } from '#postgres/transaction.ts'
import { fillCarts } from './buyers.ts'
import type { RunningShop } from '../scripts/running-shop.ts'
import { findPgbench, pgbenchScript, viaPgbench, type Comparison } from './pgbench.ts'
import { namesOf, orderPool, recordStatements, renamed, type Names, type Recorded } from './recorded-order.ts'

/**
 * Runs the same statements without the shop, on products as spread out as the shop's: by a bare client that prepares and pipelines
 * as the shop does, and by pgbench if it is installed.
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

async function viaPg(shop: RunningShop, recorded: Recorded[], names: Names, from: number, each: number, clients: number): Promise<Comparison> {
  const pool = orderPool(shop, clients)
  const text = JSON.stringify(recorded)
  // Prepared before the clock starts: the measurement covers sending and waiting.
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
