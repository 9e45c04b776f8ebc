import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TOO_OLD } from './baseline.ts'
import { migrateShop } from './migrations.ts'
import { createDatabase, type TestDatabase } from './testing/database.ts'

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

test('a database with all migrations from before the baseline is recorded as having the baseline, and nothing is applied', async () => {
  await record([...former, '20261123300000'])
  expect(await migrateShop(database.url)).toEqual([])
  expect(await recorded()).toEqual(['20261124000000'])
  expect(await migrateShop(database.url), 'twice').toEqual([])
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
