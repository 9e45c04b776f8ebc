import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '#gateway/testing/database.ts'
import { openPool } from './pool.ts'
import { dropPlans } from './prepared-plans.ts'
import type { Query } from './statement.ts'
import { inTransaction, runStatements } from './transaction.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare('create table public.parts (id int primary key, whole int references public.parts (id) deferrable initially deferred)')
  // One connection: what one transaction leaves behind, the next would meet.
  pool = openPool(database.ownerUrl, { max: 1 })
})

beforeEach(() => database.prepare('truncate public.parts; insert into public.parts values (1)'))

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const count = 'select count(*)::int as n from public.parts'
const parts = async (): Promise<number> => (await pool.query<{ n: number }>(count)).rows[0]?.n ?? 0
const insert = (query: Query, id: number) => query('insert into public.parts values ($1)', [id])
const pid = async (): Promise<unknown> => (await pool.query('select pg_backend_pid()')).rows[0]
const DIVIDE = 'select 1 / 0'

describe.each([true, false])('a transaction (prepare: %s)', (prepare) => {
  test('commits its statements and returns their results in order', async () => {
    const seen = await inTransaction(pool, { prepare }, async (query) => {
      const first = insert(query, 2)
      const second = query<{ n: number }>(count)
      await first
      return (await second)[0]?.n
    })
    expect(seen).toBe(2)
    expect(await parts()).toBe(2)
  })

  test('commits statements that are not awaited', async () => {
    await inTransaction(pool, { prepare }, async (query) => {
      void insert(query, 2)
      void insert(query, 3)
    })
    expect(await parts()).toBe(3)
  })

  test('fails with the statement that failed, awaited or not, never with a later one', async () => {
    const unawaited = inTransaction(pool, { prepare }, async (query) => {
      void insert(query, 1)
      void insert(query, 2)
    })
    await expect(unawaited).rejects.toMatchObject({ code: '23505' })
    const echo = inTransaction(pool, { prepare }, (query) => {
      void insert(query, 1)
      return insert(query, 2)
    })
    await expect(echo).rejects.toMatchObject({ code: '23505' })
    expect(await parts()).toBe(1)
  })

  test('fails even if the work ignores a failure: COMMIT would answer ROLLBACK', async () => {
    const careless = inTransaction(pool, { prepare }, async (query) => {
      await insert(query, 2)
      await query(DIVIDE).catch(() => null)
      return 'looks fine'
    })
    await expect(careless).rejects.toMatchObject({ code: '22012' })
    expect(await parts()).toBe(1)
  })

  test('rolls back and passes on what the work throws', async () => {
    const refusal = new Error('out of stock')
    const refused = inTransaction(pool, { prepare }, async (query) => {
      await insert(query, 2)
      throw refusal
    })
    await expect(refused).rejects.toBe(refusal)
    expect(await parts()).toBe(1)
  })

  test('passes on the error of the work rather than that of a statement that is not awaited', async () => {
    const refusal = new Error('out of stock')
    const refused = inTransaction(pool, { prepare }, async (query) => {
      void query(DIVIDE)
      throw refusal
    })
    await expect(refused).rejects.toBe(refusal)
  })

  test('fails if a constraint fails at COMMIT, and keeps its connection', async () => {
    const before = await pid()
    const invalid = inTransaction(pool, { prepare }, (query) => query('insert into public.parts values (4, 99)'))
    await expect(invalid).rejects.toMatchObject({ code: '23503' })
    expect(await parts()).toBe(1)
    expect(await pid()).toEqual(before)
  })

  test('fails with a lost connection, and the next one gets another', async () => {
    const before = await pid()
    const lost = inTransaction(pool, { prepare }, (query) => query('select pg_terminate_backend(pg_backend_pid())'))
    await expect(lost).rejects.toBeInstanceOf(Error)
    expect(await inTransaction(pool, { prepare }, (query) => query(count))).toEqual([{ n: 1 }])
    expect(await pid()).not.toEqual(before)
  })

  test('refuses a statement that is issued after it has ended', async () => {
    let kept: Query = () => Promise.reject(new Error('never given'))
    await inTransaction(pool, { prepare }, async (query) => void (kept = query))
    await expect(insert(kept, 2)).rejects.toThrow('after its transaction had ended')
    expect(await parts()).toBe(1)
  })

  test('runs its opening first, and refuses to write where it is read-only', async () => {
    const opening = [{ text: "select set_config('test.who', $1, true)", values: ['buyer'] }]
    const rows = await inTransaction(pool, { prepare, opening, readOnly: true }, (query) => query("select current_setting('test.who') as who"))
    expect(rows).toEqual([{ who: 'buyer' }])
    await expect(inTransaction(pool, { prepare, readOnly: true }, (query) => insert(query, 2))).rejects.toMatchObject({ code: '25006' })
  })

  test('is sent in one write if nothing waits for a result', async () => {
    await pool.query('select')
    const client = await pool.connect()
    const { stream } = (client as unknown as { connection: { stream: Record<'_writev' | '_write', () => void> } }).connection
    client.release()
    const writes = [vi.spyOn(stream, '_writev'), vi.spyOn(stream, '_write')]
    await inTransaction(pool, { prepare, opening: [{ text: 'select 1' }] }, async (query) => void insert(query, 2))
    expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(1)
    vi.restoreAllMocks()
  })
})

describe('statements in one round trip', () => {
  const insertTwo = { text: 'insert into public.parts values (2)' }

  test('answer in order, and are committed', async () => {
    const results = await runStatements(pool, {}, [insertTwo, { text: count }])
    expect(results.map(({ rowCount, rows }) => ({ rowCount, rows }))).toEqual([
      { rowCount: 1, rows: [] },
      { rowCount: 1, rows: [{ n: 2 }] },
    ])
    expect(await parts()).toBe(2)
  })

  test('keep nothing when one fails, or when they are to be rolled back', async () => {
    await expect(runStatements(pool, {}, [insertTwo, { text: DIVIDE }, { text: count }])).rejects.toMatchObject({ code: '22012' })
    await runStatements(pool, { rollback: true }, [insertTwo])
    expect(await parts()).toBe(1)
  })

  test('are planned again once their plans are dropped', async () => {
    const all = { text: 'select * from public.parts', name: 'all_parts' }
    await runStatements(pool, {}, [all])
    await database.prepare('alter table public.parts add column later int')
    await expect(runStatements(pool, {}, [all])).rejects.toMatchObject({ code: '0A000' })
    dropPlans(pool)
    const [result] = await runStatements(pool, {}, [all])
    expect(result?.rows[0]).toHaveProperty('later')
  })
})
