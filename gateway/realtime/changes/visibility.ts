/**
 * PostgreSQL sends a commit down the stream as soon as it is on disk, a moment before others can see it. A row read in
 * that moment is the former one, or none: so the reading waits until the transactions are seen.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** The stream gives the lower 32 bits of a transaction's number; the comparison goes round with them. */
const SEEN = `
  select coalesce(bool_and((pg_snapshot_xmax(s.s)::text::bigint - t.id + 4294967296) % 4294967296 between 1 and 2147483647
    and not exists (select from pg_snapshot_xip(s.s) x where x::text::bigint % 4294967296 = t.id)), true) as seen
  from (select pg_current_snapshot() as s) s, unnest($1::bigint[]) t (id)`

/** Milliseconds. It takes microseconds unless a synchronous standby is waited for. */
const PATIENCE = 10_000

/** Rejects when the database cannot be asked, or a transaction stays unseen for long. */
export async function untilSeen(pool: pg.Pool, transactions: ReadonlySet<number>): Promise<void> {
  const began = Date.now()
  for (let pause = 1; ; pause = Math.min(pause * 2, 100)) {
    const { rows } = await pool.query<{ seen: boolean }>(SEEN, [[...transactions]])
    if (rows[0]?.seen) return
    if (Date.now() - began > PATIENCE) throw new Error('a committed transaction stayed unseen')
    await sleep(pause)
  }
}
