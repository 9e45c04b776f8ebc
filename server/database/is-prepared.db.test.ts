import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { TEST_SECRET } from '../testing/secret.ts'
import { isPrepared, readExpected } from './is-prepared.ts'
import { GATEWAY_MIGRATIONS, SHOP_MIGRATIONS, withOwner } from './migrations.ts'
import { prepareDatabase } from './prepare-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase('shop')
  await prepareDatabase(database.url, readConfig({ DATABASE_URL: database.url }, { dev: false }), [TEST_SECRET], () => undefined)
})
afterEach(() => database.drop())

const present = readExpected()
const isReady = (secret = TEST_SECRET): Promise<boolean> => isPrepared(database.url, [secret], present)
const ask = (sql: string): Promise<unknown> => withOwner(database.url, (client) => client.query(sql))

test('a database that a start has prepared is prepared for the next one', async () => {
  expect(await isReady()).toBe(true)
})

test.each([
  ['a migration is missing', `delete from ${SHOP_MIGRATIONS} where version = (select max(version) from ${SHOP_MIGRATIONS})`],
  ['a migration of the gateway is missing', `delete from ${GATEWAY_MIGRATIONS} where version = (select max(version) from ${GATEWAY_MIGRATIONS})`],
  ['a newer shop has migrated it', `insert into ${SHOP_MIGRATIONS} (version, statements) values ('99990101000000', '{}')`],
  ['a migration was changed', `update ${SHOP_MIGRATIONS} set statements = '{select 1}' where version = (select max(version) from ${SHOP_MIGRATIONS})`],
  [
    'the statements of a migration are not noted',
    `update ${SHOP_MIGRATIONS} set statements = null where version = (select max(version) from ${SHOP_MIGRATIONS})`,
  ],
  ['nothing says what was applied', `drop table ${GATEWAY_MIGRATIONS}`],
])('it is not prepared when %s', async (_, statement) => {
  await ask(statement)
  expect(await isReady()).toBe(false)
})

test('it is not prepared for other keys, which the logins do not have', async () => {
  expect(await isReady('another secret of more than thirty-two characters')).toBe(false)
})

test('a database that does not exist is not prepared, and one that does not answer is an error', async () => {
  const missing = new URL(database.url)
  missing.pathname = '/not_there'
  expect(await isPrepared(missing.href, [TEST_SECRET], present)).toBe(false)
  missing.port = '1'
  await expect(isPrepared(missing.href, [TEST_SECRET], present)).rejects.toThrow()
})
