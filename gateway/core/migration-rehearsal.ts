/** Tries the missing migrations in one transaction, which is rolled back. */
import type { Client } from 'pg'
import { adaptToVersion, serverVersion } from './migration-for-server.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import { describeStatements } from './describe-statements.ts'
import { MigrationError, type Migration } from './migration-files.ts'
import { lateIndexes } from './migration-indexes.ts'
import { isInTheWay, PATIENCE, watchBlockers } from './migration-locks.ts'
import { beginMigration, reasonOf } from './migrate.ts'
import { createRecord, quoteTable } from './migration-record.ts'
import { fromFirstWord } from './migration-statements.ts'

/** What a dry run says about one file. `problem`: why it would fail; `untried`: what of it could not be tried, and why. */
export type Rehearsed = { file: string; does: string; problem?: string; untried?: string }

/** Milliseconds after which a dry run ends: the tables that it changes are locked as long as it runs. */
const LONGEST = 20_000

const ENDS_THE_TRANSACTION = /^(?:begin|start\s+transaction|commit|end|rollback|abort|prepare\s+transaction)\b/i
/** Needs to be outside of a transaction; uses a value of an enumeration that the same transaction has added. */
const NOT_IN_A_TRANSACTION = ['25001', '55P04']

/**
 * To be called within `inDryRun`.
 *
 * @param until `Date.now()` at which the dry run ends
 */
export async function rehearse(ownerUrl: string, client: Client, missing: readonly Migration[], table: string, until: number): Promise<Rehearsed[]> {
  const place = quoteTable(table)
  const rehearsed: Rehearsed[] = []
  const unbuilt = new Set<string>()
  let stopped: string | undefined
  if (missing.length > 0) await createRecord(client, place)
  const watch = watchBlockers(ownerUrl, client, PATIENCE.attempt / 4)
  try {
    for (const migration of missing) {
      const line: Rehearsed = { file: migration.file, does: describeStatements(migration.statements) }
      rehearsed.push(line)
      if (stopped) {
        line.untried = stopped
        continue
      }
      const { ended, ...outcome } = await tryOne(client, migration, unbuilt, until, () => watch.seen())
      Object.assign(line, outcome)
      if (outcome.problem) stopped = `not tried, because ${migration.file} before it would fail`
      else if (ended) stopped = `not tried, because ${migration.file} before it could not be tried as a whole`
    }
  } finally {
    await watch.end()
  }
  return rehearsed
}

type Outcome = { problem?: string; untried?: string; ended?: boolean }

/** @param unbuilt the indexes that are built before, of earlier files too: what uses one cannot be tried */
async function tryOne(client: Client, migration: Migration, unbuilt: Set<string>, until: number, blocker: () => string | undefined): Promise<Outcome> {
  const late = await lateIndexes(client, migration)
  const version = await serverVersion(client)
  for (const { index } of late) unbuilt.add(index)
  for (const statement of migration.statements.map(fromFirstWord)) {
    if (late.some((index) => statement === index.statement)) continue
    if (ENDS_THE_TRANSACTION.test(statement)) return { untried: 'it ends its transaction itself, so it cannot be tried and rolled back', ended: true }
    const left = until - Date.now()
    if (left <= 0) return tooLong()
    try {
      await client.query(`set local statement_timeout = ${Math.max(1, left)}`)
      await client.query(adaptToVersion(statement, version))
    } catch (error) {
      if (hasSqlState(error, ...NOT_IN_A_TRANSACTION)) return { untried: `it cannot be tried in a transaction: ${reasonOf(error)}`, ended: true }
      if (hasSqlState(error, '57014')) return tooLong()
      const needed = hasSqlState(error, '42704') && [...unbuilt].find((index) => statement.includes(index))
      if (needed) return { untried: `it uses index ${needed}, which is built before the migration`, ended: true }
      if (isInTheWay(error)) return { untried: `a table was in use: ${blocker() ?? reasonOf(error)}`, ended: true }
      return { problem: `${reasonOf(error)}, in: ${statement.slice(0, 200)}` }
    }
  }
  if (late.length === 0) return {}
  return { untried: `${late.map(({ index, table }) => `index ${index} of ${table}`).join(', ')}: built before the migration, without stopping writes` }
}

const tooLong = (): Outcome => ({
  untried: `it takes longer than ${LONGEST / 1000} s, and a dry run does not lock tables for longer: try it on a restored backup`,
  ended: true,
})

/** Opens the transaction of a dry run, runs `work`, and rolls it back. */
export async function inDryRun<T>(client: Client, work: (until: number) => Promise<T>): Promise<T> {
  await beginMigration(client, PATIENCE.attempt)
  try {
    return await work(Date.now() + LONGEST)
  } catch (error) {
    if (isInTheWay(error))
      throw new MigrationError('The dry run could not begin: another session holds the table of migrations. Try again later.', { cause: error })
    throw error
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}
