import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '#gateway/testing/database.ts'
import { listenTo, type Listener } from './listen.ts'

let database: TestDatabase
let owner: Client
let listener: Listener | undefined
const heard: string[] = []
let gaps = 0
let failures = 0
beforeAll(async () => {
  database = await createGatewayDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(() => {
  heard.length = gaps = failures = 0
})
afterEach(() => listener?.close())

function listen(url = database.urlFor('authenticator')): void {
  listener = listenTo({
    url,
    channels: ['shop_changed', 'shop_mail'],
    applicationName: 'listen.test',
    onNotice: (payload, channel) => void heard.push(`${channel} ${payload}`.trim()),
    onListening: () => void (gaps += 1),
    onFailure: () => void (failures += 1),
  })
}
const listeners = async (): Promise<number[]> =>
  (await owner.query<{ pid: number }>("select pid from pg_stat_activity where datname = current_database() and application_name = 'listen.test'")).rows.map(
    ({ pid }) => pid,
  )
const notify = (payload: string): Promise<unknown> => owner.query("select pg_notify('shop_changed', $1)", [payload])

test('a notification arrives when its transaction is committed, and never when it is rolled back', async () => {
  listen()
  await vi.waitFor(() => expect(gaps).toBe(1))
  await owner.query('begin')
  await notify('undone')
  await owner.query('rollback')
  await owner.query('begin')
  await notify('done')
  expect(heard).toEqual([])
  await owner.query('commit')
  await vi.waitFor(() => expect(heard).toEqual(['shop_changed done']))
})

test('caughtUp is true after all notifications of earlier commits, and false without a connection', async () => {
  listen()
  await vi.waitFor(() => expect(gaps).toBe(1))
  for (let round = 1; round <= 50; round += 1) {
    await notify(`round ${round}`)
    expect(await listener?.caughtUp()).toBe(true)
    expect(heard).toHaveLength(round)
  }
  await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'select'")
  await vi.waitFor(async () => expect(await listener?.caughtUp()).toBe(false))
})

test('a lost connection is reopened once, and onListening is called', async () => {
  listen()
  for (let round = 1; round <= 3; round += 1) {
    await vi.waitFor(() => expect(gaps).toBe(round), 15_000)
    const pids = await listeners()
    expect(pids).toHaveLength(1)
    await notify(`round ${round}`)
    await vi.waitFor(() => expect(heard).toHaveLength(round))
    await owner.query('select pg_terminate_backend($1)', [pids[0]])
  }
  await vi.waitFor(() => expect(gaps).toBe(4), 15_000)
  expect(await listeners()).toHaveLength(1)
})

test('connecting is retried until the database is available, less often with each failure', async () => {
  // Roles belong to the cluster, which other test files use at the same time.
  const role = `listener_${randomBytes(4).toString('hex')}`
  await owner.query(`create role ${role} nologin password 'listener'`)
  const url = new URL(database.ownerUrl)
  url.username = role
  url.password = 'listener'
  listen(url.toString())
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(gaps).toBe(0)
  expect(failures).toBeGreaterThan(0)
  expect(failures).toBeLessThanOrEqual(4)
  await owner.query(`alter role ${role} login; grant connect on database ${owner.database} to ${role}`)
  await vi.waitFor(() => expect(gaps).toBe(1), 15_000)
  await listener?.close()
  await owner.query(`drop owned by ${role}; drop role ${role}`)
})

test('close works while connecting and while waiting to retry', async () => {
  listen()
  await listener?.close()
  listen('postgresql://127.0.0.1:1/nothing')
  await new Promise((resolve) => setTimeout(resolve, 50))
  await listener?.close()
  listen()
  await vi.waitFor(() => expect(gaps).toBe(1))
  await listener?.close()
  await vi.waitFor(async () => expect(await listeners()).toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(await listeners()).toEqual([])
  expect(gaps).toBe(1)
})
