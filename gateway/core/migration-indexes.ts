/**
 * Builds the indexes of a migration before its transaction, without blocking writes. `create index concurrently` cannot run in a
 * transaction, and the official CLI runs every file in one: so a file says `create index if not exists`, which finds the index
 * finished here, and with the CLI builds it while writes wait.
 */
import type { Client } from 'pg'
import { hasSqlState } from '#postgres/sql-state.ts'
import { MigrationError, type Migration } from './migration-files.ts'
import { watchBlockers } from './migration-locks.ts'
import { fromFirstWord } from './migration-statements.ts'

/** Bytes of a table up to which its index is built within the transaction: that takes milliseconds. */
const SMALL = 1_000_000
const CREATE_INDEX = /^create\s+(?:unique\s+)?index\s+(if\s+not\s+exists\s+("[^"]+"|\w+)\s+on\s+(?:only\s+)?((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?)[\s(])/i
/** The table or the column comes with the migration itself. */
const NOT_YET = ['42P01', '42703', '42704', '3F000']

export type LateIndex = { index: string; table: string; statement: string }

const TABLE = `select c.relkind as kind, pg_relation_size(c.oid)::bigint as bytes, n.nspname::text as schema,
    (select i.indisvalid from pg_index i join pg_class x on x.oid = i.indexrelid
      where x.relnamespace = c.relnamespace and quote_ident(x.relname) = any (array[$2, quote_ident(lower($2))])) as valid
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass($1)`

/** The indexes that this file adds to tables which are too large to stop writes for. */
export async function lateIndexes(client: Client, { statements }: Migration): Promise<(LateIndex & { schema: string; leftBehind: boolean })[]> {
  const late = []
  for (const statement of statements) {
    const sql = fromFirstWord(statement)
    const [, , index, table] = CREATE_INDEX.exec(sql) ?? []
    if (!index || !table) continue
    const { rows } = await client.query<{ kind: string; bytes: string; schema: string; valid: boolean | null }>(TABLE, [table, index])
    const [found] = rows
    if (found?.kind !== 'r' || Number(found.bytes) <= SMALL || found.valid === true) continue
    late.push({ index, table, statement: sql, schema: found.schema, leftBehind: found.valid === false })
  }
  return late
}

/** @throws MigrationError if the rows do not allow the index */
export async function buildIndexesAhead(ownerUrl: string, client: Client, migration: Migration, report: (sentence: string) => void): Promise<void> {
  for (const { index, table, statement, schema, leftBehind } of await lateIndexes(client, migration)) {
    const drop = `drop index concurrently if exists ${client.escapeIdentifier(schema)}.${index}`
    // Of an attempt that was interrupted: it is there, and unusable.
    if (leftBehind) await client.query(drop)
    report(`Building index ${index} of ${table} while the shop goes on`)
    const watch = watchBlockers(ownerUrl, client, 2000, (blocker) => report(`Index ${index} waits: ${blocker}`))
    try {
      await client.query('set lock_timeout = 0')
      await client.query(statement.replace(/^(create\s+(?:unique\s+)?index)/i, '$1 concurrently'))
    } catch (error) {
      if (hasSqlState(error, ...NOT_YET)) continue
      await client.query(drop).catch(() => undefined)
      const reason = error instanceof Error ? error.message : String(error)
      throw new MigrationError(`migration ${migration.file} was not applied: index ${index} of ${table} cannot be built: ${reason}`, { cause: error })
    } finally {
      await watch.end()
    }
  }
}
