/** Reads the database in one snapshot, while the shop runs (docs/decisions/0113-backups.md). */
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { GATEWAY_MIGRATIONS, SHOP_MIGRATIONS } from '../database/migrations.ts'
import { LOGIN_ROLES } from '../database/roles.ts'
import type { ArchiveWriter } from './archive.ts'
import { BackupError, FORMAT, nameOf, tablePart, type Header, type Manifest, type Table } from './format.ts'
import { createTableDigest } from './table-digest.ts'
import { accountsOf, columnList, PLAIN_TEXT, quoted, tablesOf } from './tables.ts'

/** Bytes of a part of a table, which is in memory before it is written: an entry of an archive begins with its size. */
const PART = 4_000_000

/** Begins the snapshot. Locked like pg_dump does, so that no migration rewrites a table that is yet to be read. */
export async function beginSnapshot(client: Client, shop: string): Promise<Header> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(PLAIN_TEXT)
  const { rows: there } = await client.query<{ there: boolean }>('select pg_catalog.to_regclass($1) is not null as there', [SHOP_MIGRATIONS])
  if (!there[0]?.there) throw new BackupError('There is no shop in this database.')
  const { rows } = await client.query<{ schema: string; postgres: string; logins: string[] }>(
    `select (select max(version) from ${SHOP_MIGRATIONS}) as schema, pg_catalog.current_setting('server_version') as postgres,
      array(select rolname::text from pg_catalog.pg_roles where rolname = any ($1) order by 1) as logins`,
    [[...LOGIN_ROLES]],
  )
  const [found] = rows
  if (!found?.schema) throw new BackupError('There is no shop in this database.')
  const accounts = await accountsOf(client)
  const { rows: own } =
    accounts === 'shop' ? await client.query<{ version: string }>(`select max(version) as version from ${GATEWAY_MIGRATIONS}`) : { rows: [] }
  const tables = await tablesOf(client, accounts)
  await client.query(`lock table ${tables.map((one) => quoted(client, one)).join(', ')} in access share mode`)
  return { format: FORMAT, created_at: new Date().toISOString(), shop, ...found, services: own[0]?.version ?? null, accounts, tables }
}

/** All rows of a table as COPY writes them. Who leaves them before their end has to end the session: a COPY cannot be left. */
export function readTable(client: Client, table: Table): AsyncIterable<Uint8Array> {
  const rows = client.query(copyTo(`copy (select ${columnList(client, table.columns)} from ${quoted(client, table)}) to stdout`))
  // The end of the session is an error of a COPY that is no longer read.
  rows.on('error', () => undefined)
  return rows
}

export async function dumpTable(client: Client, table: Table, archive: ArchiveWriter): Promise<Manifest['tables'][string]> {
  const digest = createTableDigest()
  let chunks: Uint8Array[] = []
  let size = 0
  let part = 0
  const write = async (): Promise<void> => {
    if (size === 0) return
    part += 1
    await archive.add(tablePart(table, part), Buffer.concat(chunks))
    chunks = []
    size = 0
  }
  for await (const chunk of readTable(client, table)) {
    digest.add(chunk)
    chunks.push(chunk)
    size += chunk.byteLength
    if (size >= PART) await write()
  }
  await write()
  return digest.end()
}

/** Read after the tables: a sequence is outside of the snapshot, and must be past every row. */
export async function readSequences(client: Client, tables: readonly Table[]): Promise<Manifest['sequences']> {
  const schemas = [...new Set(tables.map(({ schema }) => schema))]
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'S' and n.nspname = any ($1) and (n.nspname in ('public', 'private') or exists (
        select from pg_catalog.pg_depend d join pg_catalog.pg_class t on t.oid = d.refobjid
        where d.objid = c.oid and n.nspname || '.' || t.relname = any ($2))) order by 1, 2`,
    [schemas, tables.map(nameOf)],
  )
  const sequences: Manifest['sequences'] = []
  for (const sequence of rows) {
    const values = await client.query<{ last_value: string; is_called: boolean }>(`select last_value::text, is_called from ${quoted(client, sequence)}`)
    const [value] = values.rows
    if (value) sequences.push({ ...sequence, ...value })
  }
  return sequences
}
