import type pg from 'pg'

/**
 * Named statements live per connection, on both sides of the wire: in the server and in pg's own book-keeping. After
 * DDL both must go (a prepared `select *` fails with 0A000). A pool carries a generation; a connection that is behind
 * forgets everything before its next use.
 */
export type BatchPlans = {
  /** Names that the server has. */
  readonly ready: Set<string>
  /** Names that were sent with a batch that failed: the server has them or not. */
  readonly uncertain: Set<string>
}

type Books = { parsedStatements: Record<string, unknown>; submittedNamedStatements: Record<string, unknown> }

const poolGenerations = new WeakMap<pg.Pool, number>()
const clientGenerations = new WeakMap<pg.PoolClient, number>()

const batchPlans = new WeakMap<object, BatchPlans>()

/** The plans that batches prepared on a connection; pg keeps books of its own for the others. */
export function batchPlansOf(connection: object): BatchPlans {
  const known = batchPlans.get(connection)
  if (known) return known
  const made = { ready: new Set<string>(), uncertain: new Set<string>() }
  batchPlans.set(connection, made)
  return made
}

/** From now on no statement prepared earlier on this pool is used again. */
export function dropPlans(pool: pg.Pool): void {
  poolGenerations.set(pool, (poolGenerations.get(pool) ?? 0) + 1)
}

/** True when the connection still holds plans that were dropped; the caller then sends DEALLOCATE ALL first. */
export function forgetStalePlans(pool: pg.Pool, client: pg.PoolClient): boolean {
  const wanted = poolGenerations.get(pool) ?? 0
  const current = clientGenerations.get(client)
  clientGenerations.set(client, wanted)
  // A connection never seen before has nothing prepared.
  if (current === undefined || current === wanted) return false
  const { connection } = client as unknown as { connection: Books }
  connection.parsedStatements = {}
  connection.submittedNamedStatements = {}
  batchPlans.delete(connection)
  return true
}
