/** The shop's rules through PgBouncer in transaction mode, in the version of Debian 12, which knows no prepared statements. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { orderingIn } from '#functions/testing/ordering.ts'
import { openShop as openOrdering } from '#functions/testing/shop.ts'
import { isUnavailable } from '#gateway/core/errors.ts'
import { runBatch } from '#postgres/batch.ts'
import { openPool } from '#postgres/pool.ts'
import { inTransaction } from '#postgres/transaction.ts'
import { createDatabase, type TestDatabase } from '#server/testing/database.ts'
import { startPgBouncer, type PgBouncer } from '../../scripts/pgbouncer.ts'
import { MATRIX } from './access-matrix.ts'
import { expectedOf, outcomesOf } from './access/outcomes.ts'
import { hireStaff, layOutShop } from './scenario.ts'
import { ORDER } from './shop.ts'

const pooling = { route: 'pooler', prepare: false } as const

let database: TestDatabase
let pooler: PgBouncer
beforeAll(async () => {
  database = await createDatabase('shop')
  pooler = await startPgBouncer(database.url, { default_pool_size: 2 })
})
afterAll(async () => {
  await pooler.stop()
  await database.drop()
})

const through = (role: Parameters<TestDatabase['urlFor']>[0]): string => pooler.through(database.urlFor(role))

test('of two buyers of the last piece one gets it', async () => {
  const shop = openOrdering({ url: database.url, urlFor: through, drop: async () => undefined }, { pooling })
  const { order, count, stockOf } = orderingIn(() => shop)
  const [first, second] = (await shop.people(2)) as [{ id: string; email: string }, { id: string; email: string }]
  const piece = await shop.product({ stock: 1 })
  const shared = await shop.product({ stock: 100 })
  for (const buyer of [first, second]) await shop.fillCart(buyer, { [piece]: 1, [shared]: 1 })
  const answers = await Promise.all([first, second].map(async (buyer) => ({ buyer, ...(await order(buyer)) })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect([await stockOf(piece), await stockOf(shared)]).toEqual([0, 99])
  for (const { buyer, status } of answers) {
    expect(await count('public.orders', 'user_id = $1', [buyer.id])).toBe(status === 200 ? 1 : 0)
    const seen = await shop.context(buyer).asUser((query) => query('select id from public.orders'))
    expect(seen).toHaveLength(status === 200 ? 1 : 0)
  }
  await shop.close()
})

test('twenty callers share two connections, and nobody meets the role, the claims or the failure of another', async () => {
  const pool = openPool(through('authenticator'), { ...pooling, max: 20, connectionTimeout: 60_000 })
  const claimsOf = (n: number): string => JSON.stringify({ sub: `caller ${n}` })
  const seenBy = async (n: number): Promise<unknown> => {
    const opening = [{ text: "select set_config('role', 'anon', true), set_config('request.jwt.claims', $1, true)", values: [claimsOf(n)] }]
    const read = "select current_user as role, current_setting('request.jwt.claims') as claims"
    if (n % 3 === 0) {
      const failing = inTransaction(pool, { opening, prepare: true }, async (query) => {
        void query('select 1')
        void query('select 1 / 0')
        return query(read)
      })
      return failing.catch((error: { code?: string }) => error.code)
    }
    if (n % 3 === 1) return (await inTransaction(pool, { opening, prepare: true, readOnly: true }, (query) => query(read)))[0]
    const [result] = await runBatch(pool, { opening }, [{ text: read, name: 'read' }])
    return { role: result?.rows[0]?.[0], claims: result?.rows[0]?.[1] }
  }
  const numbers = Array.from({ length: 300 }, (_, n) => n)
  expect(await Promise.all(numbers.map(seenBy))).toEqual(numbers.map((n) => (n % 3 === 0 ? '22012' : { role: 'anon', claims: claimsOf(n) })))
  const { rows } = await pool.query("select current_user as role, coalesce(current_setting('request.jwt.claims', true), '') as claims")
  expect(rows).toEqual([{ role: 'authenticator', claims: '' }])
  await pool.end()
})

test('a pooler that is full, or waits too long for the database, is a reason to try again', async () => {
  const small = await startPgBouncer(database.url, { default_pool_size: 1, max_client_conn: 3, query_wait_timeout: 1 })
  onTestFinished(() => small.stop())
  const pool = openPool(small.through(database.urlFor('shop_callers')), { ...pooling, max: 6 })
  const holder = await pool.connect()
  await holder.query('begin')
  const failures = await Promise.all(
    Array.from({ length: 5 }, () =>
      pool.query('select 1').then(
        () => null,
        (error: Error) => error,
      ),
    ),
  )
  expect(failures.map((error) => isUnavailable(error))).toEqual([true, true, true, true, true])
  const reasons = failures.map((error) => error?.message ?? '').join(' ')
  expect(reasons).toContain('query_wait_timeout')
  expect(reasons).toContain('no more connections allowed')
  await holder.query('commit')
  holder.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('a login that the pooler does not know is refused without its reason being the caller’s', async () => {
  const pool = openPool(through('shop_mail'), { ...pooling, max: 1 })
  const error = await pool.query('select 1').catch((reason: unknown) => reason)
  expect(isUnavailable(error)).toBe(true)
  expect(String(error)).toContain('The database cannot be reached')
  await pool.end()
})

test('everybody may do what the access matrix says', async () => {
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  await layOutShop(owner)
  await hireStaff(owner)
  await owner.query('select private.issue_invoice($1)', [ORDER])
  await owner.query("select private.keep_document_files((select d.file_id from public.documents d where d.order_id = $1 limit 1), 'all', '%PDF-', '%PDF-')", [
    ORDER,
  ])
  await owner.end()
  const pooled = new Client({ connectionString: pooler.through(database.url) })
  await pooled.connect()
  try {
    for (const entry of Object.values(MATRIX).flat()) {
      const { owner: possible, ...others } = await outcomesOf(pooled, entry)
      expect(possible, entry.sql).toBeGreaterThan(0)
      expect(others, entry.sql).toEqual(expectedOf(entry))
    }
  } finally {
    await pooled.end()
  }
}, 120_000)
