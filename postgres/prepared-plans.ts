import type pg from 'pg'

/**
 * Prepared statements exist per connection, in the server and in pg's bookkeeping. After DDL both must be dropped (a prepared
 * `select *` fails with 0A000). Each pool has a generation; a connection of an older generation drops all of them before its
 * next use.
 */
export type BatchPlans = {
  /** Names prepared on the server. */
  readonly ready: Set<string>
  /** Names sent in a batch that failed: prepared or not. */
  readonly uncertain: Set<string>
}

type PgBookkeeping = { parsedStatements: Record<string, unknown>; submittedNamedStatements: Record<string, unknown> }

const poolGenerations = new WeakMap<pg.Pool, number>()
const clientGenerations = new WeakMap<pg.PoolClient, number>()

const batchPlans = new WeakMap<object, BatchPlans>()
const withoutPlans = new WeakSet<pg.Pool>()

/** For a pool behind a transaction pooler: each transaction may run in another session, which knows none of the names. */
export function prepareNothing(pool: pg.Pool): void {
  withoutPlans.add(pool)
}

export const preparesStatements = (pool: pg.Pool): boolean => !withoutPlans.has(pool)

/** The statements that batches prepared on a connection; pg tracks its own separately. */
export function batchPlansOf(connection: object): BatchPlans {
  const known = batchPlans.get(connection)
  if (known) return known
  const made = { ready: new Set<string>(), uncertain: new Set<string>() }
  batchPlans.set(connection, made)
  return made
}

/** Invalidates all statements prepared on this pool so far. */
export function dropPlans(pool: pg.Pool): void {
  poolGenerations.set(pool, (poolGenerations.get(pool) ?? 0) + 1)
}

/** True if the connection holds invalidated statements; the caller must then send DEALLOCATE ALL first. */
export function forgetStalePlans(pool: pg.Pool, client: pg.PoolClient): boolean {
  if (!preparesStatements(pool)) return false
  const wanted = poolGenerations.get(pool) ?? 0
  const current = clientGenerations.get(client)
  clientGenerations.set(client, wanted)
  // A new connection has nothing prepared.
  if (current === undefined || current === wanted) return false
  const { connection } = client as unknown as { connection: PgBookkeeping }
  connection.parsedStatements = {}
  connection.submittedNamedStatements = {}
  batchPlans.delete(connection)
  return true
}
