/** A backup restored by the owner of an own PostgreSQL who is no superuser (docs/operate.md#restoring). */
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { startPostgres, type PostgresServer } from '../database/postgres.ts'
import { readConfig } from '../config.ts'
import { dataKeysOf } from '../keys.ts'
import { ask, openBackupTest, rowsOf, type BackupTest } from '../testing/backup.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'

const ALL = ['public', 'private', 'auth', 'storage']

let tools: BackupTest
let database: TestDatabase
let server: PostgresServer
let ownerUrl: string

beforeAll(async () => {
  tools = await openBackupTest()
  database = await createDatabase('shop')
  await ask(database.url, "insert into public.products (name, price, hsn, stock) values ('Kumkum', 100, '33049910', 3)")
  await tools.addFile(database.url, 1000)
  server = await startPostgres({ dataDir: path.join(tools.folder, 'postgres'), durable: false })
  await ask(server.urlFor('postgres'), "create role merchant login password 'of the merchant' createrole bypassrls replication")
  await ask(server.urlFor('postgres'), 'create database shop owner merchant template template0')
  ownerUrl = server.urlFor('shop', 'merchant', 'of the merchant')
})
afterAll(async () => {
  await server.stop()
  await database.drop()
  await tools.close()
})

test('it is refused in one sentence, and after the grant that the sentence names the shop is whole and opens', async () => {
  const { bytes } = await tools.backup(database.url)
  await expect(tools.restore(bytes, { ownerUrl })).rejects.toThrow(
    'The login of DATABASE_URL may not restore: let a superuser run "grant set on parameter session_replication_role to merchant" first.',
  )
  await ask(server.urlFor('shop'), 'grant set on parameter session_replication_role to merchant')
  await tools.restore(bytes, { ownerUrl })
  expect(await rowsOf(server.urlFor('shop'), ALL)).toEqual(await rowsOf(database.url, ALL))
  const config = readConfig(
    { DATA_DIR: path.join(tools.folder, 'there'), DATABASE_URL: ownerUrl, DEMO: '0', ADMIN_EMAIL: 'owner@shop.example' },
    { dev: false },
  )
  const opened = await openDatabase(
    config,
    dataKeysOf(tools.keys),
    () => undefined,
    (_what, work) => work(),
  )
  try {
    expect(await ask(opened.urlFor('shop_orders'), 'select current_user::text as me')).toEqual([{ me: 'shop_orders' }])
  } finally {
    await opened.stop()
  }
}, 120_000)
