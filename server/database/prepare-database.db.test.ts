import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MigrationError } from '#gateway/core/migration-files.ts'
import { readConfig, type Config } from '../config.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { TEST_SECRET } from '../testing/secret.ts'
import { SHOP_MIGRATIONS } from './migrations.ts'
import { startPostgres } from './postgres.ts'
import { PostgresError } from './postgres-command.ts'
import { prepareDatabase } from './prepare-database.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A start that migrates, and one that only checks. */
const STARTS: Record<string, string>[] = [{}, { MIGRATE: '0' }]

let database: TestDatabase
let reports: string[]
beforeEach(() => {
  reports = []
})
afterEach(() => database.drop())

async function ask<R extends Record<string, unknown>>(sql: string, url = database.url): Promise<R[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

const config = (settings: Record<string, string> = {}): Config => readConfig({ DATABASE_URL: database.url, ...settings }, { dev: false })
const prepare = (settings?: Record<string, string>): Promise<string> =>
  prepareDatabase(database.url, config(settings), [TEST_SECRET], (sentence) => reports.push(sentence))
const lastVersion = async (): Promise<string> => (await ask<{ max: string }>(`select max(version) from ${SHOP_MIGRATIONS}`))[0]?.max ?? ''

/** Runs `npm run migrate` as its owner does, without npm. */
function migrate(args: string[], settings: Record<string, string>): { status: number | null; printed: string } {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/migrate.ts', ...args], { cwd: ROOT, env, encoding: 'utf8' })
  return { status, printed: stdout + stderr }
}

test('with MIGRATE=0 a start only checks: it names the command while a migration is missing, and starts once none is', async () => {
  database = await createDatabase('gateway')
  const refused = prepare({ MIGRATE: '0' })
  await expect(refused).rejects.toThrow(
    /^The database lacks \d+ migrations of this shop, from 20261124000000 on, and MIGRATE=0 leaves them to you: run `npm run migrate`\.$/,
  )
  await expect(refused).rejects.toBeInstanceOf(PostgresError)
  expect(await ask(`select to_regclass('${SHOP_MIGRATIONS}') as made`)).toEqual([{ made: null }])
  await prepare()
  expect(await prepare({ MIGRATE: '0' })).toBe(TEST_SECRET)
})

test('the schema of a newer shop is refused by a start, whether it migrates or only checks', async () => {
  database = await createDatabase('shop')
  await ask(`insert into ${SHOP_MIGRATIONS} (version) values ('20990101000000')`)
  for (const settings of STARTS) {
    const refused = prepare(settings)
    await expect(refused).rejects.toThrow(
      /^The database has the schema of a newer shop, 20990101000000; this one knows it up to \d{14}: start the newer one\.$/,
    )
    await expect(refused).rejects.toBeInstanceOf(MigrationError)
  }
  expect(migrate([], { DATABASE_URL: database.url })).toEqual({ status: 1, printed: expect.stringContaining('has the schema of a newer shop') })
  await ask(`delete from ${SHOP_MIGRATIONS} where version = '20990101000000'; insert into gateway.migrations (version) values ('0999')`)
  await expect(prepare(), "the gateway's too").rejects.toThrow('has the schema of a newer shop, 0999')
})

test('a changed migration is in the log of a start, which goes on; the command notes it', async () => {
  database = await createDatabase('shop')
  await ask(`update ${SHOP_MIGRATIONS} set statements = array['select 1'] where version = '20261127000074'`)
  for (const settings of STARTS) expect(await prepare(settings)).toBe(TEST_SECRET)
  expect(reports).toEqual([expect.stringContaining('20261127000074_tries.sql was changed'), expect.stringContaining('20261127000074_tries.sql was changed')])
  const settings = { DATABASE_URL: database.url }
  expect(migrate(['--dry-run'], settings)).toEqual({ status: 1, printed: expect.stringContaining('20261127000074_tries.sql was changed') })
  expect(migrate(['--note-changed'], settings)).toEqual({ status: 0, printed: 'Noted 20261127000074_tries.sql as it is now\n' })
  expect(migrate(['--dry-run'], settings)).toEqual({ status: 0, printed: 'Nothing is missing: the database is up to date.\n' })
})

test('a dry run of a whole shop passes and changes nothing; the command then applies it', async () => {
  database = await createDatabase('gateway')
  const settings = { DATABASE_URL: database.url }
  const tried = migrate(['--dry-run'], settings)
  expect(tried.printed).toMatch(/\d+ missing, 0 would fail, 0 not tried in full\. Nothing was changed\.\n$/)
  expect(tried.status).toBe(0)
  expect(tried.printed).toMatch(/20261127000074_tries\.sql: would pass\n {2}create unlogged|20261127000074_tries\.sql: would pass\n {2}create table/)
  expect(await ask("select to_regnamespace('supabase_migrations') as made, to_regclass('public.orders') as orders")).toEqual([{ made: null, orders: null }])
  const applied = migrate([], settings)
  expect(applied).toEqual({ status: 0, printed: expect.stringMatching(/^Applied 20261124000000_baseline\.sql\n[^]*\nThe database is up to date\.\n$/) })
  expect(migrate(['--dry-run', '--note-changed'], settings).status).toBe(2)
  expect(await lastVersion()).toMatch(/^\d{14}$/)
})

test('without DATABASE_URL the command opens the embedded database of DATA_DIR, once its shop is stopped', async () => {
  database = await createDatabase('gateway')
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-migrate-'))
  try {
    const settings = { DATA_DIR: folder }
    expect(migrate([], settings)).toEqual({
      status: 1,
      printed: `There is no database in ${folder}: set DATA_DIR, or DATABASE_URL for a database of your own.\n`,
    })
    const server = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false })
    await ask('create database shop template template0', server.urlFor('postgres'))
    await server.stop()
    expect(migrate(['--dry-run'], settings)).toEqual({ status: 0, printed: expect.stringMatching(/\d+ missing, 0 would fail, 0 not tried in full/) })
    expect(migrate([], settings)).toEqual({ status: 0, printed: expect.stringContaining('The database is up to date.') })
    expect(migrate(['--dry-run'], settings).printed).toBe('Nothing is missing: the database is up to date.\n')
  } finally {
    await rm(folder, { recursive: true })
  }
})
