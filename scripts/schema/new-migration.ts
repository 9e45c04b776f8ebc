/**
 * `npm run migration -- name`: writes the migration that leads from the existing migrations to supabase/schemas.
 *
 * Builds two temporary databases, one from each, and migra writes the statements between them. Migra ignores rows and grants on
 * functions and columns, so the script applies the new file and prints the remaining differences, to be added by hand. A test fails
 * until migrations and schemas make the same database.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { migrateGateway, migrateShop } from '#server/database/migrations.ts'
import { startPostgres, type PostgresServer } from '#server/database/postgres.ts'
import { applySchemas } from './apply.ts'
import { differences } from './differences.ts'
import { dumpSchema } from './dump.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../supabase/migrations')

/** The version of a new file: the current time in UTC, and later than all other files. */
export function nextVersion(now: Date, files: readonly string[]): string {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const latest = files.map((file) => /^\d{14}/.exec(file)?.[0] ?? '').reduce((a, b) => (a > b ? a : b), '')
  return stamp > latest ? stamp : String(BigInt(latest) + 1n)
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A copy of the database without the parts of divided tables: which there are depends on the day on which they were made, and migra cannot write them. */
async function withoutParts(server: PostgresServer, database: string): Promise<string> {
  await run(server.urlFor('postgres'), `create database ${database}_without_parts template ${database}`)
  const url = server.urlFor(`${database}_without_parts`)
  await run(url, 'drop schema parts cascade')
  return url
}

/** Migra's statements; migra exits with 2 when there are some. */
function diff(from: string, to: string): string {
  const { status, stdout, stderr } = spawnSync('migra', ['run', from, to, '--unsafe', '--with-privileges', '--exclude-schema', 'supabase_migrations'], {
    encoding: 'utf8',
  })
  if (status !== 0 && status !== 2) throw new Error(`migra failed: ${stderr || stdout}`)
  return stdout.trim()
}

async function write(name: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-migration-'))
  const server = await startPostgres({ dataDir: path.join(folder, 'pg'), durable: false })
  try {
    for (const database of ['present', 'wanted']) {
      await run(server.urlFor('postgres'), `create database ${database} template template0`)
      await migrateGateway(server.urlFor(database))
    }
    await migrateShop(server.urlFor('present'))
    await applySchemas(server.urlFor('wanted'))
    const wanted = await dumpSchema(server.urlFor('wanted'))
    if ((await dumpSchema(server.urlFor('present'))) === wanted) return console.log('The migrations make what the schemas say; there is nothing to write.')
    const file = `${nextVersion(new Date(), await readdir(MIGRATIONS))}_${name}.sql`
    await writeFile(path.join(MIGRATIONS, file), `${diff(await withoutParts(server, 'present'), await withoutParts(server, 'wanted'))}\n`)
    await migrateShop(server.urlFor('present'))
    const left = differences(await dumpSchema(server.urlFor('present')), wanted)
    console.log(`Wrote supabase/migrations/${file}: read it, it may drop what you only renamed.`)
    if (left.length > 0) console.log(`Add by hand what it does not do yet (- the database has, + the schemas say):\n${left.join('\n')}`)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const name = process.argv[2] ?? ''
  if (!/^[a-z][a-z0-9_]{2,60}$/.test(name)) {
    console.error('usage: npm run migration -- what_it_does')
    process.exit(2)
  }
  await write(name)
}
