import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '#gateway/testing/database.ts'
import { runBatch } from './batch.ts'
import { openPool } from './pool.ts'
import { DatabaseAway } from './silence.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare('create table public.parts (id int primary key)')
})
afterAll(() => database.drop())

const INSERT = 'insert into public.parts values (1)'

test('a connection to a server that has become a standby is left at once, and the caller may try again', async () => {
  for (const write of [
    (pool: ReturnType<typeof openPool>) => runBatch(pool, {}, [{ text: INSERT }]),
    (pool: ReturnType<typeof openPool>) => inTransaction(pool, {}, (query) => query(INSERT)),
  ]) {
    const pool = openPool(database.ownerUrl, { max: 1 })
    await pool.query('set default_transaction_read_only = on')
    await expect(write(pool)).rejects.toBeInstanceOf(DatabaseAway)
    expect(pool.totalCount).toBe(0)
    await write(pool)
    await pool.query('delete from public.parts')
    await pool.end()
  }
})

test('a write in a transaction that is read-only by intent is the caller’s mistake, and the connection stays', async () => {
  const pool = openPool(database.ownerUrl, { max: 1 })
  await expect(runBatch(pool, { readOnly: true }, [{ text: INSERT }])).rejects.toMatchObject({ code: '25006' })
  await expect(inTransaction(pool, { readOnly: true }, (query) => query(INSERT))).rejects.toMatchObject({ code: '25006' })
  expect(pool.totalCount).toBe(1)
  await pool.end()
})
