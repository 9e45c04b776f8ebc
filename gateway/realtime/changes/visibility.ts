/**
 * PostgreSQL streams a commit as soon as it is on disk, slightly before other transactions can see it. A row read in between is
 * the old version or missing, so readers wait until the transactions are visible.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** The stream contains the lower 32 bits of the transaction id, so the comparison is modulo 2^32. */
const VISIBLE = `
  select coalesce(bool_and((pg_snapshot_xmax(s.s)::text::bigint - t.id + 4294967296) % 4294967296 between 1 and 2147483647
    and not exists (select from pg_snapshot_xip(s.s) x where x::text::bigint % 4294967296 = t.id)), true) as visible
  from (select pg_current_snapshot() as s) s, unnest($1::bigint[]) t (id)`

/** Milliseconds. Usually it takes microseconds, except with a synchronous standby. */
const TIMEOUT = 10_000

/** Rejects if the database is unavailable or a transaction is not visible in time. */
export async function waitUntilVisible(pool: pg.Pool, transactions: ReadonlySet<number>): Promise<void> {
  const began = Date.now()
  for (let pause = 1; ; pause = Math.min(pause * 2, 100)) {
    const { rows } = await pool.query<{ visible: boolean }>(VISIBLE, [[...transactions]])
    if (rows[0]?.visible) return
    if (Date.now() - began > TIMEOUT) throw new Error('Timeout waiting for a committed transaction to become visible')
    await sleep(pause)
  }
}
