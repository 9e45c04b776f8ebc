import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '#gateway/testing/database.ts'
import { runBatch } from './batch.ts'
import { openPool } from './pool.ts'
import { dropPlans } from './prepared-plans.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create table public.parts (id int primary key, whole int references public.parts (id) deferrable initially deferred);
    insert into public.parts values (1, null);`)
  // One connection: what one batch leaves behind, the next would meet.
  pool = openPool(database.ownerUrl, { max: 1 })
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const count = { text: 'select count(*) from public.parts', name: 'count_parts' }
const rowsOf = async (): Promise<unknown> => (await runBatch(pool, {}, [count]))[0]?.rows

test('rows are text and nulls, with the command and its count', async () => {
  const results = await runBatch(pool, {}, [{ text: 'select $1::int + 1, null, true', values: ['41'] }, { text: 'update public.parts set whole = null' }])
  expect(results).toEqual([
    { command: 'SELECT', rowCount: 1, rows: [['42', null, 't']] },
    { command: 'UPDATE', rowCount: 1, rows: [] },
  ])
})

test('after a failure nothing is committed, and the same names work again', async () => {
  const fails = { text: 'select 1 / $1::int', name: 'divide', values: ['0'] }
  const insert = { text: 'insert into public.parts values (2, null)', name: 'insert_two' }
  for (let times = 0; times < 3; times += 1) {
    await expect(runBatch(pool, {}, [insert, fails, count])).rejects.toMatchObject({ code: '22012' })
    expect(await rowsOf()).toEqual([['1']])
  }
  const [result] = await runBatch(pool, {}, [{ ...fails, values: ['1'] }])
  expect(result?.rows).toEqual([['1']])
})

test('a constraint that fails at COMMIT is a failure', async () => {
  const invalid = { text: 'insert into public.parts values (4, 99)' }
  await expect(runBatch(pool, {}, [invalid])).rejects.toMatchObject({ code: '23503' })
  expect(await rowsOf()).toEqual([['1']])
})

test('an error thrown by a check rolls back and reaches the caller', async () => {
  const refusal = new Error('too many')
  const check = (): never => {
    throw refusal
  }
  const insert = { text: 'insert into public.parts values (5, null)' }
  await expect(runBatch(pool, { check }, [insert])).rejects.toBe(refusal)
  expect(await rowsOf()).toEqual([['1']])
  await runBatch(pool, { check: () => {} }, [insert])
  expect(await rowsOf()).toEqual([['2']])
  await runBatch(pool, { rollback: true }, [{ text: 'delete from public.parts' }])
  expect(await rowsOf()).toEqual([['2']])
})

test('a batch and a transaction share a connection, before and after plans are dropped', async () => {
  for (let times = 0; times < 2; times += 1) {
    await runBatch(pool, {}, [{ text: 'select 1', name: 'one' }])
    const rows = await inTransaction(pool, {}, (query) => query('select 1 as one'))
    expect(rows).toEqual([{ one: 1 }])
    dropPlans(pool)
  }
})

test('a lost connection fails its request and the next one works', async () => {
  await expect(runBatch(pool, {}, [{ text: 'select pg_terminate_backend(pg_backend_pid())' }])).rejects.toBeInstanceOf(Error)
  expect(await rowsOf()).toEqual([['2']])
})
