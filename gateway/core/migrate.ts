import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseError, type Client } from 'pg'
import { databaseClient } from '#postgres/client.ts'
import { splitStatements } from './migration-statements.ts'

/** Advisory lock for all migrations of a database: two processes that start together must not both apply a file. */
const LOCK = 4_120_250_415
const FILE_NAME = /^(\d+)_(.+)\.sql$/

type Migration = { version: string; name: string; file: string }

async function listMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = []
  const seen = new Set<string>()
  for (const file of (await readdir(directory)).sort()) {
    if (!file.endsWith('.sql')) continue
    const [, version, name] = FILE_NAME.exec(file) ?? []
    if (!version || !name) throw new Error(`${file} in ${directory} is not named <version>_<name>.sql`)
    if (seen.has(version)) throw new Error(`${directory} has two migrations with version ${version}`)
    seen.add(version)
    migrations.push({ version, name, file: path.join(directory, file) })
  }
  return migrations
}

function quoteTable(table: string): { schema: string; qualified: string } {
  const [schema, name] = table.split('.')
  if (!schema || !name) throw new Error(`the migrations table ${table} must be schema.table`)
  const quote = (part: string): string => `"${part.replaceAll('"', '""')}"`
  return { schema: quote(schema), qualified: `${quote(schema)}.${quote(name)}` }
}

async function applyOne(client: Client, qualified: string, migration: Migration): Promise<void> {
  const sql = await readFile(migration.file, 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query(`insert into ${qualified} (version, statements, name) values ($1, $2, $3)`, [migration.version, splitStatements(sql), migration.name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const reason = cause instanceof Error ? cause.message : String(cause)
    const where = cause instanceof DatabaseError && cause.position ? ` (at character ${cause.position})` : ''
    throw new Error(`migration ${path.basename(migration.file)} failed: ${reason}${where}`, { cause })
  }
}

/**
 * Applies the files of `directory` that are not recorded in `table`, in order of version, each in its own transaction. The table
 * has the official CLI's columns, so that `supabase db push` on the same database works. Returns the names of the applied files,
 * and notifies the schema cache if there are any.
 */
export async function applyMigrations(ownerUrl: string, directory: string, table = 'supabase_migrations.schema_migrations'): Promise<string[]> {
  const { schema, qualified } = quoteTable(table)
  const migrations = await listMigrations(directory)
  const client = databaseClient(ownerUrl, { applicationName: 'migrations' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`create schema if not exists ${schema}`)
    await client.query(`create table if not exists ${qualified} (version text primary key, statements text[], name text)`)
    const { rows } = await client.query<{ version: string }>(`select version from ${qualified}`)
    const recorded = new Set(rows.map((row) => row.version))
    const applied: string[] = []
    for (const migration of migrations) {
      if (recorded.has(migration.version)) continue
      await applyOne(client, qualified, migration)
      applied.push(path.basename(migration.file))
    }
    if (applied.length > 0) await client.query("notify pgrst, 'reload schema'")
    return applied
  } finally {
    await client.end()
  }
}
