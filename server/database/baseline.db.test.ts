import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyMigrations } from '#gateway/core/migrate.ts'
import { TOO_OLD } from './baseline.ts'
import { migrateShop } from './migrations.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
let client: Client
beforeEach(async () => {
  database = await createDatabase('shop')
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

async function record(versions: string[]): Promise<void> {
  await client.query('delete from supabase_migrations.schema_migrations')
  await client.query('insert into supabase_migrations.schema_migrations (version) select unnest($1::text[])', [versions])
}

async function recorded(): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>('select version from supabase_migrations.schema_migrations order by 1')
  return rows.map(({ version }) => version)
}

const former = Array.from({ length: 121 }, (_, place) => `202611200${String(place).padStart(5, '0')}`)

/** A database with the schema of the baseline and nothing after it. */
async function openAtBaseline(): Promise<{ database: TestDatabase; later: string[] }> {
  const all = path.resolve(import.meta.dirname, '../../supabase/migrations')
  const [baseline = '', ...later] = (await readdir(all)).sort()
  const only = await mkdtemp(path.join(tmpdir(), 'shringar-baseline-'))
  try {
    await copyFile(path.join(all, baseline), path.join(only, baseline))
    const fresh = await createDatabase('gateway')
    await applyMigrations(fresh.url, only, 'supabase_migrations.schema_migrations')
    return { database: fresh, later }
  } finally {
    await rm(only, { recursive: true })
  }
}

test('a database with all migrations from before the baseline is recorded as having the baseline, and gets the later ones alone', async () => {
  const { database: fresh, later } = await openAtBaseline()
  await client.end()
  client = new Client({ connectionString: fresh.url })
  await client.connect()
  try {
    await record([...former, '20261123300000'])
    expect(await migrateShop(fresh.url)).toEqual(later)
    expect(await recorded()).toEqual(['20261124000000', ...later.map((name) => name.slice(0, 14))])
    expect(await migrateShop(fresh.url), 'twice').toEqual([])
  } finally {
    await client.end()
    client = new Client({ connectionString: database.url })
    await client.connect()
    await fresh.drop()
  }
})

test('a database with only some of them is refused and unchanged', async () => {
  await record(former)
  await expect(migrateShop(database.url)).rejects.toThrow(TOO_OLD)
  expect(await recorded()).toEqual(former)
})

test('an up-to-date database is unchanged', async () => {
  const before = await recorded()
  expect(await migrateShop(database.url)).toEqual([])
  expect(await recorded()).toEqual(before)
})
