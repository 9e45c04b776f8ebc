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
const CREATE_INDEX = /^create\s+(?:unique\s+)?index\s+(if\s+not\s+exists\s+("[^"]+"|\w+)\s+on\s+(?:only\s+)?((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?))[\s(]/i
/** The table or the column comes with the migration itself. */
const NOT_YET = ['42P01', '42703', '42704', '3F000']

/** `statement`: that of the migration; `build`: what is run before it. `table`: a part, if the table is divided. */
export type LateIndex = { index: string; table: string; statement: string; build: string; schema: string; leftBehind: boolean }

/**
 * The tables whose index is built concurrently: the named one or, if it is divided, its parts, because PostgreSQL cannot do that for a
 * divided table, but uses indexes that its parts have already. None if the index exists and is valid. An index of a part is named after the
 * index and the part's oid: 50 characters, `_` and up to ten digits stay below the 63 bytes that a name may have.
 */
const TABLES = `with named as (
    select c.oid, c.relkind, exists (select from pg_index i join pg_class x on x.oid = i.indexrelid
      where x.relnamespace = c.relnamespace and i.indisvalid and quote_ident(x.relname) = any (array[$2, quote_ident(lower($2))])) as built
    from pg_class c where c.oid = to_regclass($1)),
  wanted as (
    select oid, $1 as "table", $2 as index from named where relkind = 'r'
    union all select c.oid, format('%I.%I', c.relnamespace::regnamespace, c.relname), quote_ident(left(trim(both '"' from $2), 50) || '_' || c.oid)
      from named n, pg_partition_tree(n.oid) t join pg_class c on c.oid = t.relid where n.relkind = 'p' and t.isleaf and c.relkind = 'r')
  select w."table", w.index, c.relnamespace::regnamespace::text as schema, coalesce(not i.indisvalid, false) as "leftBehind"
  from wanted w join pg_class c on c.oid = w.oid
    left join (pg_index i join pg_class x on x.oid = i.indexrelid)
      on x.relnamespace = c.relnamespace and quote_ident(x.relname) = any (array[w.index, quote_ident(lower(w.index))])
  where pg_relation_size(w.oid) > $3 and i.indisvalid is not true and not exists (select from named where built)
  order by w."table"`

/** The indexes that this file adds to tables which are too large to stop writes for. */
export async function lateIndexes(client: Client, { statements }: Migration): Promise<LateIndex[]> {
  const late: LateIndex[] = []
  for (const text of statements) {
    const statement = fromFirstWord(text)
    const [, target, index, table] = CREATE_INDEX.exec(statement) ?? []
    if (!target || !index || !table) continue
    const { rows } = await client.query<Omit<LateIndex, 'statement' | 'build'>>(TABLES, [table, index, SMALL])
    for (const found of rows) late.push({ ...found, statement, build: statement.replace(target, () => `if not exists ${found.index} on ${found.table}`) })
  }
  return late
}

/** @throws MigrationError if the rows do not allow the index */
export async function buildIndexesAhead(ownerUrl: string, client: Client, migration: Migration, report: (sentence: string) => void): Promise<void> {
  for (const { index, table, build, schema, leftBehind } of await lateIndexes(client, migration)) {
    const drop = `drop index concurrently if exists ${client.escapeIdentifier(schema)}.${index}`
    // Of an attempt that was interrupted: it is there, and unusable.
    if (leftBehind) await client.query(drop)
    report(`Building index ${index} of ${table} while the shop goes on`)
    const watch = watchBlockers(ownerUrl, client, 2000, (blocker) => report(`Index ${index} waits: ${blocker}`))
    try {
      await client.query('set lock_timeout = 0')
      await client.query(build.replace(/^(create\s+(?:unique\s+)?index)/i, '$1 concurrently'))
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
