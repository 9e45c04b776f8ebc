import { createServer, connect, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Client } from 'pg'
import { listenTo } from '#postgres/listen.ts'
import { openPool } from '#postgres/pool.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { watchDatabase } from './watch-database.ts'

const quick = { every: 50, awayEvery: 50, timeout: 300 }
const logged: string[] = []
const log = (_level: string, message: string): void => void logged.push(message)

/** A cable to the database that can be cut without a sign to either side, as by a host that dies. */
type Cable = { url(role: Parameters<TestDatabase['urlFor']>[0]): string; cut(): void; repair(): void }

async function lay(database: TestDatabase): Promise<Cable> {
  const pairs = new Set<[Socket, Socket]>()
  let isCut = false
  const target = new URL(database.url)
  const server: Server = createServer((near) => {
    near.on('error', () => undefined)
    if (isCut) return
    const far = connect(Number(target.port), target.hostname)
    far.on('error', () => near.destroy())
    near.pipe(far).pipe(near)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.on('close', () => far.destroy())
    far.on('close', () => (isCut ? undefined : near.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    for (const socket of [...pairs].flat()) socket.destroy()
    server.close()
  })
  return {
    url(role) {
      const url = new URL(database.urlFor(role))
      url.host = `127.0.0.1:${port}`
      return url.toString()
    },
    cut() {
      isCut = true
      for (const [near, far] of pairs) {
        near.unpipe(far).resume()
        far.unpipe(near).resume()
      }
    },
    repair: () => void (isCut = false),
  }
}

let database: TestDatabase
beforeEach(async () => {
  logged.length = 0
  database = await createDatabase('gateway')
})
afterEach(() => database.drop())

test('a database that answers is there, and concurrent questions share one', async () => {
  const watch = watchDatabase(database.urlFor('authenticator'), { log })
  expect(await Promise.all(Array.from({ length: 100 }, () => watch.answers()))).toEqual(Array.from({ length: 100 }, () => true))
  expect(watch.isAway()).toBe(false)
  await watch.close()
})

test('one that refuses connections is away, and back when it answers', async () => {
  const watch = watchDatabase('postgresql://shop:secret@127.0.0.1:1/shop', { log, ...quick })
  await vi.waitFor(() => expect(watch.isAway()).toBe(true), 10_000)
  expect(logged).toEqual(['database: Does not answer; requests get 503 until it does'])
  await watch.close()
})

test('one that takes no writes is away until it does, as a standby', async () => {
  // Older than the setting, so that it can take it back.
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  const name = new URL(database.url).pathname.slice(1)
  await owner.query(`alter database ${name} set default_transaction_read_only = on`)
  const watch = watchDatabase(database.urlFor('authenticator'), { log, ...quick })
  await vi.waitFor(() => expect(watch.isAway()).toBe(true), 10_000)
  const refused = openPool(database.urlFor('authenticator'), { max: 1 })
  await expect(refused.query('select 1')).rejects.toThrow('The database does not answer')
  await owner.query(`alter database ${name} reset default_transaction_read_only`)
  await vi.waitFor(() => expect(watch.isAway()).toBe(false), 10_000)
  await Promise.all([watch.close(), owner.end(), refused.end()])
})

test('a cable that is cut silently fails waiting statements, lets pools refuse at once, and heals by itself', async () => {
  const cable = await lay(database)
  const watch = watchDatabase(cable.url('authenticator'), { log, ...quick })
  const pool = openPool(cable.url('authenticator'), { max: 3 })
  let listening = 0
  const listener = listenTo({
    url: cable.url('authenticator'),
    channels: ['shop_changed'],
    applicationName: 'watch test',
    onNotice: () => undefined,
    onListening: () => void (listening += 1),
    onFailure: () => undefined,
  })
  await vi.waitFor(() => expect(listening).toBe(1), 10_000)
  // One connection waits for an answer, one lies idle.
  await Promise.all([pool.query('select 1'), pool.query('select 1')])
  cable.cut()
  const waiting = pool.query('select pg_sleep(0)')
  await expect(waiting).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(watch.isAway()).toBe(true)
  await expect(pool.query('select 1')).rejects.toThrow('The database does not answer')
  await expect(pool.connect()).rejects.toThrow('The database does not answer')
  cable.repair()
  await vi.waitFor(async () => expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }]), 15_000)
  await vi.waitFor(() => expect(listening).toBe(2), 15_000)
  expect(logged).toContain('database: Answers again')
  await Promise.all([watch.close(), pool.end(), listener.close()])
})

test('a statement that is only slow is left alone', async () => {
  const watch = watchDatabase(database.urlFor('authenticator'), { log, ...quick })
  const pool = openPool(database.urlFor('authenticator'), { max: 1, silence: 1000 })
  expect((await pool.query('select pg_sleep(0.7), 1 as n')).rows).toMatchObject([{ n: 1 }])
  await expect(pool.query('select pg_sleep(3)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  expect(watch.isAway()).toBe(false)
  await Promise.all([watch.close(), pool.end()])
})
