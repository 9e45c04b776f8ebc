import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Pool } from 'pg'
import { createGatewayDatabase, type TestDatabase } from '#gateway/testing/database.ts'
import { listenToStatements, nameOf } from './follow-statements.ts'
import { runBatch } from './batch.ts'
import { openPool } from './pool.ts'
import { requestId, withRequest } from './request-context.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let pool: Pool
let stop: () => void
const slow: unknown[] = []
beforeAll(async () => {
  database = await createGatewayDatabase()
  pool = openPool(database.ownerUrl, { max: 2 })
  stop = listenToStatements(200, ({ statement, ms, failed }) => void slow.push({ statement, isSlow: ms >= 200, failed, request: requestId() }))
})
beforeEach(() => void slow.splice(0))
afterAll(async () => {
  stop()
  await pool.end()
  await database.drop()
})

const ID = 'request-0001'
const SEEN = 'select query from pg_stat_activity where pid = pg_backend_pid()'
const queryOf = async (work: () => Promise<{ query: string }[] | undefined>): Promise<string | undefined> => (await work())?.[0]?.query

test('a statement of a request has its id as a comment, and one outside of a request has none', async () => {
  const ask = async () => (await pool.query<{ query: string }>(SEEN)).rows
  expect(await queryOf(() => withRequest(ID, ask))).toBe(`${SEEN} /* request=${ID} */`)
  expect(await queryOf(ask)).toBe(SEEN)
  const values = await withRequest(ID, () => pool.query<{ query: string }>(`${SEEN} and 1 = $1`, [1]))
  expect(values.rows[0]?.query).toContain(`/* request=${ID} */`)
  const inside = await withRequest(ID, () => inTransaction(pool, {}, (query) => query<{ query: string }>(SEEN)))
  expect(inside[0]?.query).toContain(ID)
})

test('a prepared statement keeps its text', async () => {
  const named = await withRequest(ID, () => pool.query<{ query: string }>({ text: SEEN, name: 'seen' }))
  expect(named.rows[0]?.query).toBe(SEEN)
})

test('what waits for the connection of another request keeps its own id', async () => {
  const small = openPool(database.ownerUrl, { max: 1 })
  try {
    const ask = (id: string) => withRequest(id, () => small.query<{ query: string }>(SEEN)).then(({ rows }) => rows[0]?.query)
    const ids = Array.from({ length: 20 }, (_, place) => `request-${1000 + place}`)
    expect(await Promise.all(ids.map(ask))).toEqual(ids.map((id) => `${SEEN} /* request=${id} */`))
  } finally {
    await small.end()
  }
})

test('a slow statement is reported by name with its request: from the pool, from a transaction and from a batch', async () => {
  await pool.query('create function public.nap() returns void language sql as $$ select pg_sleep(0.3) $$')
  await pool.query('select 1')
  slow.splice(0)
  await withRequest(ID, () => pool.query('select public.nap()'))
  await withRequest(ID, () => inTransaction(pool, {}, (query) => query('select public.nap()')))
  await withRequest(ID, () => runBatch(pool, {}, [{ text: 'select public.nap()', name: 'nap' }]))
  await expect.poll(() => slow).toEqual(Array.from({ length: 3 }, () => ({ statement: 'public.nap', isSlow: true, failed: false, request: ID })))
})

test('a listener for all statements hears of each with its failure, and not of those that open and close a transaction', async () => {
  const heard: unknown[] = []
  const end = listenToStatements(0, ({ statement, began, failed }) => void heard.push([statement, failed, Math.abs(Date.now() - began) < 60_000]))
  await inTransaction(pool, {}, (query) => query('select count(*) from pg_class'))
  await expect(pool.query('select public.no_such_function()')).rejects.toThrow('no_such_function')
  end()
  await pool.query('select 2')
  expect(heard).toEqual([
    ['select count', false, true],
    ['public.no_such_function', true, true],
  ])
})

test('an id that could end the comment is refused', () => {
  for (const id of ['*/ drop table x; --', 'short', 'x'.repeat(65), '']) expect(() => withRequest(id, () => undefined), id).toThrow(RangeError)
})

test.each([
  ['select private.place_order($1, $2)', 'private.place_order'],
  ["with a as (select * from public.orders where email = 'a@b.in') select 1", 'public.orders'],
  ['select gateway.refuse_answer(n) from (select * from "public"."orders" t1) r', 'public.orders'],
  ['select 1', 'select 1'],
  ["select 'secret'", 'select'],
  ['', 'statement'],
])('%s is reported as %s', (text, name) => expect(nameOf(text)).toBe(name))
