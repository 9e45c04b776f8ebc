import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createChangeStream } from '#gateway/realtime/changes/stream.ts'
import { databaseClient } from '#postgres/client.ts'
import { listenTo } from '#postgres/listen.ts'
import { openPool } from '#postgres/pool.ts'
import { findPrimary, hostsOf, type Hosts } from '#postgres/primary.ts'
import { DatabaseAway } from '#postgres/silence.ts'
import { inTransaction } from '#postgres/transaction.ts'
import { openReplicated, type Replicated } from '../testing/replicated-postgres.ts'
import { checkExternal } from './database.ts'
import { watchDatabase } from './watch-database.ts'

const PATIENCE = { timeout: 20_000 }
const logged: string[] = []
const log = (_level: string, message: string): void => void logged.push(message)

let folder: string
let servers: Replicated
let url: string
beforeEach(async () => {
  logged.length = 0
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-hosts-'))
  servers = await openReplicated(folder, { durable: false, synchronous: true })
  url = servers.urlFor('postgres')
  await servers.primary.query('create table public.parts (id int primary key); create publication changes for table public.parts')
}, 60_000)
afterEach(async () => {
  await servers.close()
  await rm(folder, { recursive: true, force: true })
})

const PORT = 'select pg_catalog.inet_server_port() as port'
const known = (): Hosts => hostsOf(url) as Hosts

function poolOn(address: string) {
  const pool = openPool(address, { max: 3, applicationName: 'pool' })
  onTestFinished(() => pool.end())
  const port = async (): Promise<number | undefined> => (await pool.query<{ port: number }>(PORT)).rows[0]?.port
  const write = (id: number) => inTransaction(pool, {}, (query) => query('insert into public.parts values ($1)', [id]))
  return { pool, port, write }
}

/** Everything that a shop keeps open: requests, notifications, the stream of changes. */
function openConnections() {
  const { port, write } = poolOn(url)
  let listening = 0
  const heard: string[] = []
  const listener = listenTo({
    url,
    channels: ['news'],
    applicationName: 'listener',
    onNotice: (payload) => void heard.push(payload),
    onListening: () => void (listening += 1),
    onFailure: () => undefined,
  })
  let changes = 0
  const stream = createChangeStream({
    url,
    publication: 'changes',
    isWanted: () => true,
    onMessage: ({ kind }) => void (changes += kind === 'insert' ? 1 : 0),
    onState: () => undefined,
    log: () => undefined,
  })
  stream.setWanted(true)
  onTestFinished(() => Promise.all([listener.close(), stream.close()]).then(() => undefined))
  return { port, write, heard, stream, listening: () => listening, changes: () => changes }
}

test('of several hosts, in whatever order, every connection leads to the one that takes writes', async () => {
  const { primary, standby } = servers
  const reversed = url.replace(/@([^/]*),([^/]*)\//, '@$2,$1/')
  for (const address of [url, reversed]) {
    await checkExternal(address)
    const { port } = poolOn(address)
    expect(await port()).toBe(primary.port)
    const client = databaseClient(address)
    await client.connect()
    expect((await client.query(PORT)).rows).toEqual([{ port: primary.port }])
    await client.end()
  }
  const searches = () => standby.query('select count(*)::int as n from pg_stat_activity where client_port is not null and pid <> pg_backend_pid()')
  await vi.waitFor(async () => expect(await searches(), 'searches have ended').toEqual([{ n: 0 }]), PATIENCE)
})

test('when the primary is killed and the standby promoted, pools, listeners and the stream of changes go on there', async () => {
  const { primary, standby } = servers
  const watch = watchDatabase(url, { log, every: 100, awayEvery: 100, timeout: 1000 })
  onTestFinished(() => watch.close())
  const shop = openConnections()
  await vi.waitFor(() => expect([shop.listening(), shop.stream.isOpen()]).toEqual([1, true]), PATIENCE)
  await shop.write(1)
  await vi.waitFor(() => expect(shop.changes()).toBe(1), PATIENCE)

  await primary.kill()
  await vi.waitFor(() => expect(watch.isAway()).toBe(true), PATIENCE)
  await expect(shop.write(2)).rejects.toBeInstanceOf(DatabaseAway)
  await servers.promote()
  await vi.waitFor(() => expect(watch.isAway()).toBe(false), PATIENCE)
  expect(await shop.port()).toBe(standby.port)
  await vi.waitFor(() => expect([shop.listening(), shop.stream.isOpen()]).toEqual([2, true]), PATIENCE)
  await shop.write(3)
  await standby.query("notify news, 'from there'")
  await vi.waitFor(() => expect([shop.changes(), shop.heard]).toEqual([2, ['from there']]), PATIENCE)
  expect(await standby.query('select id from public.parts order by id')).toEqual([{ id: 1 }, { id: 3 }])
  expect(logged).toContain('database: Another host takes writes now')
})

test('a promoted standby is found while the former primary still answers, and that one is never gone back to', async () => {
  const { primary, standby } = servers
  const watch = watchDatabase(url, { log, every: 100, awayEvery: 100, timeout: 1000 })
  onTestFinished(() => watch.close())
  const shop = openConnections()
  // The same servers by another name, as through a pooler beside each: the watch does not ask them there.
  const pooled = poolOn(url.replaceAll('127.0.0.1', 'localhost'))
  expect(await pooled.port()).toBe(primary.port)
  await vi.waitFor(() => expect([shop.listening(), shop.stream.isOpen()]).toEqual([1, true]), PATIENCE)
  await servers.promote()
  await vi.waitFor(async () => expect(await shop.port()).toBe(standby.port), PATIENCE)
  await vi.waitFor(() => expect([shop.listening(), shop.stream.isOpen()]).toEqual([2, true]), PATIENCE)
  const LEFT =
    "select application_name from pg_stat_activity where backend_type in ('client backend', 'walsender') and application_name in ('pool', 'listener', 'database watch', 'gateway realtime changes')"
  await vi.waitFor(async () => expect(await primary.query(LEFT)).toEqual([]), PATIENCE)
  expect(await pooled.port()).toBe(standby.port)

  await standby.kill()
  await vi.waitFor(() => expect(watch.isAway()).toBe(true), PATIENCE)
  await expect(findPrimary(known(), url)).rejects.toThrow('a newer primary has replaced it')
})

test('without a watch, a refused write or connection makes the next one ask all hosts', async () => {
  const { primary, standby } = servers
  const { pool, port, write } = poolOn(url)
  expect(await port()).toBe(primary.port)
  await servers.promote()
  await pool.query('set default_transaction_read_only = on')
  await expect(write(1)).rejects.toThrow('The database takes no writes')
  expect(await port()).toBe(standby.port)
  await standby.kill()
  await expect(port()).rejects.toThrow()
  await standby.start()
  await vi.waitFor(async () => expect(await port()).toBe(standby.port), PATIENCE)
})
