import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openPool } from '#postgres/pool.ts'
import { listenTo } from '#postgres/listen.ts'
import { startPgBouncer, type PgBouncer } from '../../scripts/pgbouncer.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { checkPooler } from './pooler.ts'
import { watchDatabase } from './watch-database.ts'

const quick = { every: 50, awayEvery: 50, timeout: 2000 }
const logged: string[] = []
const log = (_level: string, message: string): void => void logged.push(message)

let database: TestDatabase
let pooler: PgBouncer
beforeAll(async () => {
  database = await createDatabase('gateway')
  pooler = await startPgBouncer(database.url, { max_client_conn: 10 })
})
afterEach(() => {
  logged.length = 0
})
afterAll(async () => {
  await pooler.stop()
  await database.drop()
})

const direct = (): string => database.urlFor('authenticator')
const pooled = (): string => pooler.through(direct())
const watched = () => watchDatabase(direct(), { log, poolerUrl: pooled(), ...quick })
const openPooled = (max: number) => openPool(pooled(), { max, route: 'pooler', prepare: false })

test('a pooler that is killed is away while the database is there, requests are refused at once, and it heals', async () => {
  const watch = watched()
  const [requests, jobs] = [openPooled(2), openPool(direct(), { max: 1 })]
  let listening = 0
  const listener = listenTo({
    url: direct(),
    channels: ['shop_changed'],
    applicationName: 'pooler test',
    onNotice: () => undefined,
    onListening: () => void (listening += 1),
    onFailure: () => undefined,
  })
  await Promise.all([requests.query('select 1'), jobs.query('select 1'), listener.tried])
  await pooler.kill()
  await vi.waitFor(() => expect(watch.isAway()).toBe(true), 10_000)
  expect(await watch.answers()).toBe(false)
  await expect(requests.query('select 1')).rejects.toThrow('The database does not answer')
  expect((await jobs.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pooler.start()
  await vi.waitFor(() => expect(watch.isAway()).toBe(false), 10_000)
  expect((await requests.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(listening).toBe(1)
  expect(logged.filter((line) => line.startsWith('pooler:'))).toEqual(['pooler: Does not answer; requests get 503 until it does', 'pooler: Answers again'])
  await Promise.all([watch.close(), requests.end(), jobs.end(), listener.close()])
})

test('one that stops answering without closing a connection is away, and what waits for it fails', async () => {
  const watch = watched()
  const requests = openPooled(1)
  await requests.query('select 1')
  pooler.pause()
  await expect(requests.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(watch.isAway()).toBe(true)
  pooler.resume()
  await vi.waitFor(() => expect(watch.isAway()).toBe(false), 10_000)
  expect((await requests.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await Promise.all([watch.close(), requests.end()])
})

test('one that is full is busy, not away', async () => {
  const full = openPooled(10)
  const clients = await Promise.all(Array.from({ length: 10 }, () => full.connect()))
  await expect(openPooled(1).query('select 1')).rejects.toThrow('no more connections allowed')
  const watch = watched()
  for (let times = 0; times < 5; times += 1) expect(await watch.answers()).toBe(true)
  for (const client of clients) client.release()
  await Promise.all([watch.close(), full.end()])
  // the pooler hears a moment later that they have left
  await vi.waitFor(() => checkPooler({ pooler: pooled(), database: direct() }), 10_000)
})

test('the start accepts a pooler before the same database alone', async () => {
  await checkPooler({ pooler: pooled(), database: direct() })
  const other = await createDatabase('gateway')
  await expect(checkPooler({ pooler: pooled(), database: other.urlFor('authenticator') })).rejects.toThrow(
    'DATABASE_POOL_URL leads to another database than DATABASE_URL.',
  )
  await other.drop()
  await expect(checkPooler({ pooler: 'postgresql://authenticator:x@127.0.0.1:1/shop', database: direct() })).rejects.toThrow(
    /^The pooler that DATABASE_POOL_URL names cannot be used: /,
  )
})
