import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#postgres/pool.ts'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { waitUntilVisible } from './visibility.ts'

let database: TestDatabase
let owner: Client
beforeAll(async () => {
  database = await createGatewayDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('waits until the given transaction is visible, not for others', async () => {
  const pool = openPool(database.urlFor('authenticator'), { max: 2 })
  const current = async (): Promise<number> => Number((await owner.query<{ id: string }>('select pg_current_xact_id()::text as id')).rows[0]?.id) % 2 ** 32
  const past = await current()
  await waitUntilVisible(pool, new Set([past]))
  await owner.query('begin')
  const open = await current()
  let seen = false
  const waiting = waitUntilVisible(pool, new Set([past, open])).then(() => (seen = true))
  await waitUntilVisible(pool, new Set([past]))
  expect(seen).toBe(false)
  await owner.query('commit')
  await waiting
  await pool.end()
})

test('no transactions are visible immediately', async () => {
  const pool = openPool(database.urlFor('authenticator'), { max: 1 })
  await waitUntilVisible(pool, new Set())
  await pool.end()
})
