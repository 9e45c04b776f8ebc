/** Writes the tables of a backup into an empty database, in one transaction, and compares what is there with what was backed up. */
import type { Client } from 'pg'
import { hasSqlState } from '#postgres/sql-state.ts'
import { readTable } from './dump-database.ts'
import { BackupError, nameOf, type Header, type Manifest, type Table } from './format.ts'
import { loadTable, type TableLoad } from './load-table.ts'
import { createTableDigest, type TableDigest } from './table-digest.ts'
import { accountsOf, isShared, PLAIN_TEXT, quoted, tablesOf } from './tables.ts'

type Loaded = { table: Table; digest: TableDigest; load: TableLoad }
type Digests = Manifest['tables'][string]

export type DatabaseRestore = {
  /** Parts of one table follow each other. */
  writePart(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Ends the last table. */
  endTables(): Promise<void>
  /** @throws BackupError unless every row is there; the caller commits */
  complete(manifest: Manifest): Promise<void>
}

/** The tables whose rows are left in `restored_rows`, because the service makes rows of its own with the files. */
const OF_FILES = 'storage.objects'

const TYPES = `select a.attname::text as column, pg_catalog.format_type(a.atttypid, a.atttypmod) as type from pg_catalog.pg_attribute a
  where a.attrelid = pg_catalog.to_regclass($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`

/** Neither triggers nor foreign keys act on rows that were consistent already: they would write stock movements, mails and notes again. */
async function disableTriggers(client: Client): Promise<void> {
  try {
    await client.query('set local session_replication_role = replica')
  } catch (error) {
    if (!hasSqlState(error, '42501')) throw error
    throw new BackupError(
      `The login of DATABASE_URL may not restore: let a superuser run "grant set on parameter session_replication_role to ${client.user ?? 'it'}" first.`,
    )
  }
}

/** @param filesMakeRows whether a file that is put makes its row itself, as a Supabase project's storage does */
export async function beginRestore(client: Client, header: Header, filesMakeRows: boolean): Promise<DatabaseRestore> {
  await client.query('begin')
  await client.query(PLAIN_TEXT)
  await disableTriggers(client)
  const accounts = await accountsOf(client)
  const isSame = accounts === header.accounts
  const here = new Map((await tablesOf(client, accounts)).map((table) => [nameOf(table), table]))
  const isWanted = (table: Table): boolean => {
    if (filesMakeRows && nameOf(table) === 'storage.buckets') return false
    return (isSame && accounts === 'shop') || (isShared(table) && (isSame || nameOf(table) !== 'auth.mfa_factors'))
  }
  const wanted = new Map(header.tables.filter(isWanted).map((table) => [nameOf(table), table]))
  for (const [name, table] of wanted) {
    if (!here.has(name)) throw new BackupError(`This backup has a table ${name} that this shop does not know; nothing was restored.`)
    // Rows that migrations make.
    if (!(filesMakeRows && name === OF_FILES)) await client.query(`delete from ${quoted(client, table)}`)
  }
  const read = new Map<string, Digests>()
  const whole = new Set<string>()
  let open: Loaded | undefined

  async function endTable(): Promise<void> {
    if (!open) return
    await open.load.end()
    read.set(nameOf(open.table), open.digest.end())
    open = undefined
  }

  async function beginTable(table: Table): Promise<Loaded> {
    const { rows } = await client.query<{ column: string; type: string }>(TYPES, [nameOf(table)])
    const types = new Map(rows.map(({ column, type }) => [column, type]))
    const isStaged = filesMakeRows && nameOf(table) === OF_FILES
    if (!isStaged && table.columns.every((column) => types.has(column))) whole.add(nameOf(table))
    return { table, digest: createTableDigest(), load: await loadTable(client, table, types, isStaged) }
  }

  async function compare(name: string, expected: Digests): Promise<void> {
    const table = wanted.get(name)
    if (!table) return
    const empty = createTableDigest().end()
    const { sha256, rows } = read.get(name) ?? empty
    if (sha256 !== expected.sha256 || rows !== expected.rows) throw new BackupError(`The rows of ${name} are damaged in this backup; nothing was restored.`)
    if (!whole.has(name)) return
    const digest = createTableDigest()
    for await (const chunk of readTable(client, table)) digest.add(chunk)
    if (digest.end().rows_sha256 !== expected.rows_sha256)
      throw new BackupError(`The rows of ${name} are not those of the backup after restoring; nothing was kept.`)
  }

  return {
    async writePart(name, content) {
      const table = wanted.get(name)
      if (!table) return
      if (open && nameOf(open.table) !== name) await endTable()
      if (!open) {
        if (read.has(name)) throw new BackupError('The parts of this backup are not in order; nothing was restored.')
        open = await beginTable(table)
      }
      for await (const chunk of content) {
        open.digest.add(chunk)
        await open.load.write(chunk)
      }
    },
    endTables: endTable,
    async complete(manifest) {
      await endTable()
      const names = Object.keys(manifest.tables)
      if (names.length !== header.tables.length) throw new BackupError('The list of tables in this backup is not complete; nothing was restored.')
      if (filesMakeRows && read.has(OF_FILES)) await describeFiles(client)
      for (const name of names) {
        const expected = manifest.tables[name]
        if (expected) await compare(name, expected)
      }
      // The project's service finds its accounts by it.
      if (!isSame && accounts === 'project')
        await client.query("update auth.users set instance_id = '00000000-0000-0000-0000-000000000000' where instance_id is null")
      const values = manifest.sequences.filter(({ schema }) => schema === 'public' || schema === 'private' || (isSame && accounts === 'shop'))
      for (const { last_value: value, is_called: isCalled, ...sequence } of values) {
        await client.query('select pg_catalog.setval($1, $2, $3)', [quoted(client, sequence), value, isCalled])
      }
    },
  }
}

/** Whose files they are and when they came, which the storage of a project could not know. */
async function describeFiles(client: Client): Promise<void> {
  await client.query(`update storage.objects o set owner = r.owner::uuid, owner_id = r.owner_id, created_at = r.created_at::timestamptz,
      user_metadata = r.user_metadata::jsonb
    from pg_temp.restored_rows r where o.bucket_id = r.bucket_id and o.name = r.name`)
}
