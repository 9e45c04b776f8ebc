import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { ANON, SERVICE } from '../testing/rest.ts'
import { runBatch } from './batch.ts'
import { createPool, dropPlans, transact } from './database.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create table public.parts (id int primary key, whole int references public.parts (id) deferrable initially deferred);
    insert into public.parts values (1, null);`)
  // One connection: what one batch leaves behind, the next would meet.
  pool = createPool(database.urlFor('authenticator'), { max: 1 })
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const count = { text: 'select count(*) from public.parts', name: 'count_parts' }
const rowsOf = async (): Promise<unknown> => (await runBatch(pool, SERVICE, {}, [count]))[0]?.rows

test('rows are text and nulls, with the command and its count', async () => {
  const results = await runBatch(pool, SERVICE, {}, [
    { text: 'select $1::int + 1, null, true', values: ['41'] },
    { text: 'update public.parts set whole = null' },
  ])
  expect(results).toEqual([
    { command: 'SELECT', rowCount: 1, rows: [['42', null, 't']] },
    { command: 'UPDATE', rowCount: 1, rows: [] },
  ])
})

test('after a failure nothing ran, and the same names work again', async () => {
  const fails = { text: 'select 1 / $1::int', name: 'divide', values: ['0'] }
  const insert = { text: 'insert into public.parts values (2, null)', name: 'insert_two' }
  for (let times = 0; times < 3; times += 1) {
    await expect(runBatch(pool, SERVICE, {}, [insert, fails, count])).rejects.toMatchObject({ code: '22012' })
    expect(await rowsOf()).toEqual([['1']])
  }
  const [result] = await runBatch(pool, SERVICE, {}, [{ ...fails, values: ['1'] }])
  expect(result?.rows).toEqual([['1']])
})

test('a role that cannot be taken runs no statement', async () => {
  const nobody = { ...SERVICE, role: 'no_such_role' }
  await expect(runBatch(pool, nobody, {}, [{ text: 'insert into public.parts values (3, null)' }])).rejects.toMatchObject({ code: '22023' })
  expect(await rowsOf()).toEqual([['1']])
  await expect(runBatch(pool, ANON, {}, [count])).rejects.toMatchObject({ code: '42501' })
})

test('a constraint that fails at COMMIT is a failure', async () => {
  const orphan = { text: 'insert into public.parts values (4, 99)' }
  await expect(runBatch(pool, SERVICE, {}, [orphan])).rejects.toMatchObject({ code: '23503' })
  expect(await rowsOf()).toEqual([['1']])
})

test('what a check throws keeps nothing and reaches the caller', async () => {
  const refusal = new Error('too many')
  const check = (): never => {
    throw refusal
  }
  const insert = { text: 'insert into public.parts values (5, null)' }
  await expect(runBatch(pool, SERVICE, { check }, [insert])).rejects.toBe(refusal)
  expect(await rowsOf()).toEqual([['1']])
  await runBatch(pool, SERVICE, { check: () => {} }, [insert])
  expect(await rowsOf()).toEqual([['2']])
  await runBatch(pool, SERVICE, { rollback: true }, [{ text: 'delete from public.parts' }])
  expect(await rowsOf()).toEqual([['2']])
})

test('a batch and a transaction share a connection, before and after plans are dropped', async () => {
  for (let times = 0; times < 2; times += 1) {
    await runBatch(pool, ANON, {}, [{ text: 'select 1', name: 'one' }])
    const rows = await transact(pool, SERVICE, {}, (query) => query('select current_user::text as who'))
    expect(rows).toEqual([{ who: 'service_role' }])
    dropPlans(pool)
  }
})

test('a lost connection fails its request and the next one works', async () => {
  await expect(runBatch(pool, ANON, {}, [{ text: 'select pg_terminate_backend(pg_backend_pid())' }])).rejects.toBeInstanceOf(Error)
  expect(await rowsOf()).toEqual([['2']])
})
