/** All rows of a shop's database as COPY reads and writes them, for a copy in another PostgreSQL. */
import type { Readable, Writable } from 'node:stream'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { GATEWAY_MIGRATIONS, SHOP_MIGRATIONS } from './migrations.ts'

export type ShopTable = { schema: string; name: string; columns: string[] }
export type ShopSequence = { schema: string; name: string; value: string; isCalled: boolean }

/** So that one value is one text in every PostgreSQL, whatever its settings; and so that a long table is not cut off. */
const PLAIN_TEXT = `set datestyle = 'ISO, MDY'; set intervalstyle = postgres; set timezone = 'UTC'; set extra_float_digits = 3; set bytea_output = hex;
  set client_encoding = 'UTF8'; set search_path = ''; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** Own tables of the database, outside of PostgreSQL's and its extensions' schemas. */
const OWN = `n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' and not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')`

export const beginPlainText = (client: Client): Promise<unknown> => client.query(PLAIN_TEXT)

const quote = (part: string): string => `"${part.replaceAll('"', '""')}"`
export const quoted = ({ schema, name }: { schema: string; name: string }): string => `${quote(schema)}.${quote(name)}`
export const nameOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`
const columnList = ({ columns }: ShopTable): string => columns.map(quote).join(', ')

/** Unlogged tables hold nothing that outlives a crash; the records of migrations are made by applying them. */
export async function tablesOf(client: Client): Promise<ShopTable[]> {
  const { rows } = await client.query<ShopTable>(
    `select n.nspname::text as schema, c.relname::text as name, array(
        select a.attname::text from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${OWN} and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and n.nspname || '.' || c.relname <> all ($1) order by 1, 2`,
    [[SHOP_MIGRATIONS, GATEWAY_MIGRATIONS]],
  )
  return rows.filter(({ columns }) => columns.length > 0)
}

export async function sequencesOf(client: Client): Promise<ShopSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname::text as schema, c.relname::text as name from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${OWN} and c.relkind = 'S' order by 1, 2`,
  )
  const sequences: ShopSequence[] = []
  for (const sequence of rows) {
    const { rows: values } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(sequence)}`,
    )
    const [found] = values
    if (found) sequences.push({ ...sequence, value: found.value, isCalled: found.called })
  }
  return sequences
}

export async function setSequences(client: Client, sequences: readonly ShopSequence[]): Promise<void> {
  for (const sequence of sequences) await client.query('select pg_catalog.setval($1, $2, $3)', [quoted(sequence), sequence.value, sequence.isCalled])
}

export const copyStatement = (table: ShopTable): string => `copy ${quoted(table)} (${columnList(table)}) from stdin`

/** All rows of a table, one line each. */
export function readRows(client: Client, table: ShopTable): Readable {
  return client.query(copyTo(`copy (select ${columnList(table)} from ${quoted(table)}) to stdout`))
}

/** @param statement of `copyStatement` */
export function writeRows(client: Client, statement: string): Writable {
  return client.query(copyFrom(statement))
}

/**
 * Neither triggers nor foreign keys act on rows that were consistent already: they would write stock movements, mails and notes again.
 * Until the end of the transaction; only for a superuser.
 */
export const withoutTriggers = (client: Client): Promise<unknown> => client.query('set local session_replication_role = replica')

/** Removes the rows that migrations have written, so that those of the copied shop take their place. Needs `withoutTriggers`. */
export async function emptyTables(client: Client, tables: readonly ShopTable[]): Promise<void> {
  for (const table of tables) await client.query(`delete from ${quoted(table)}`)
}
