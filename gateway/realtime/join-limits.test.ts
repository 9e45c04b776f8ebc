import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { join, openLiveGateway, subscribed, TOPIC, tokenOf, type LiveGateway, type RawSocket } from '../testing/realtime.ts'

const ANNA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001'
/** Short as text, and about twenty times as large once parsed. */
const SWOLLEN = Array.from({ length: 3000 }, () => ({}))
const NOTES = { event: '*', schema: 'public', table: 'notes' }

let database: TestDatabase
let shop: LiveGateway
beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create table public.notes (id bigint primary key, text text);
    grant select on public.notes to anon, authenticated;
    alter publication supabase_realtime add table public.notes;
  `)
  shop = await openLiveGateway(database)
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const follow = (socket: RawSocket, entries: unknown[], { topic = TOPIC, ref = '1', token }: { topic?: string; ref?: string; token?: string } = {}) =>
  join(socket, { topic, ref, payload: { config: { postgres_changes: entries }, ...(token === undefined ? {} : { access_token: token }) } })

describe('an entry of postgres_changes', () => {
  test('is kept and echoed without what is not used of it', async () => {
    const socket = await shop.socket()
    const answer = await follow(socket, [
      { ...NOTES, filter: 'id=eq.1', select: null, x: SWOLLEN },
      { event: 'insert', x: SWOLLEN.slice(0, 10) },
    ])
    expect(answer).toEqual({
      status: 'ok',
      response: {
        postgres_changes: [
          { ...NOTES, filter: 'id=eq.1', id: expect.any(Number) },
          { event: 'insert', id: expect.any(Number) },
        ],
      },
    })
    socket.ws.close()
  })

  test('the official client recognises its own entries, with and without a table', async () => {
    const channel = shop.live().channel('own entries')
    channel.on('postgres_changes', { event: '*', schema: 'public' }, () => undefined)
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes', filter: 'id=in.(1,2)' }, () => undefined)
    await subscribed(channel)
    await shop.disconnect()
  })

  test.each([
    ['a long filter', { ...NOTES, filter: `text=eq.${'x'.repeat(2000)}` }, 'filter must be'],
    ['a long name', { ...NOTES, table: 'x'.repeat(64) }, 'schema and table must be'],
    ['a name that is no text', { ...NOTES, schema: ['public'] }, 'schema and table must be'],
    ['an event that is no text', { ...NOTES, event: ['*'] }, 'event must be'],
    ['a list', [], 'must be a list of objects'],
  ])('is refused with %s', async (_, entry, reason) => {
    const socket = await shop.socket()
    expect(await follow(socket, [entry])).toEqual({ status: 'error', response: { reason: expect.stringContaining(reason) } })
    socket.ws.close()
  })

  test('a socket has at most 100 in all its channels', async () => {
    const socket = await shop.socket()
    const twenty = Array.from({ length: 20 }, (_, at) => ({ ...NOTES, filter: `id=eq.${at}` }))
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => follow(socket, twenty, { topic: `realtime:${number}`, ref: `r${number}` })))
    expect(answers.map((answer) => (answer as { status: string }).status)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'error'])
    expect(answers[5]).toMatchObject({ response: { reason: expect.stringContaining('At most 100 postgres_changes') } })
    socket.send(['r1', 'left', 'realtime:1', 'phx_leave', {}])
    // A refused join gives its share back too.
    expect(await follow(socket, [{ ...NOTES, table: 'missing' }], { topic: 'realtime:7', ref: 'r7' })).toMatchObject({ status: 'error' })
    expect(await follow(socket, twenty, { topic: 'realtime:6', ref: 'r8' })).toMatchObject({ status: 'ok' })
    socket.ws.close()
  })
})

describe('the size of a join', () => {
  test('at most 16 KiB, while a broadcast may be larger', async () => {
    const socket = await shop.socket()
    expect(await join(socket, { payload: { x: SWOLLEN, y: SWOLLEN } })).toMatchObject({ response: { reason: expect.stringContaining('16384 bytes') } })
    expect(await join(socket, { ref: '2' })).toMatchObject({ status: 'ok' })
    socket.send(['2', '3', TOPIC, 'broadcast', { event: 'e', payload: 'x'.repeat(200_000) }])
    socket.send(['2', '4', TOPIC, 'presence', { event: 'untrack' }])
    await socket.next(([, ref]) => ref === '4')
    expect(socket.received.filter((frame) => Array.isArray(frame) && frame[1] === '3')).toEqual([])
    socket.ws.close()
  })

  test('besides the token', async () => {
    const socket = await shop.socket()
    const token = tokenOf(ANNA, 3600, { user_metadata: { about: 'x'.repeat(10_000) } })
    const entries = ['a', 'b', 'c', 'd'].map((sign) => ({ ...NOTES, filter: `text=eq.${sign.repeat(1500)}` }))
    expect(await follow(socket, entries, { token })).toMatchObject({ status: 'ok' })
    socket.ws.close()
  })
})

describe('frames that wait', () => {
  test('at most 512 KiB of them: beyond, the socket is closed', async () => {
    const owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query('begin; lock table realtime.messages in access exclusive mode')
    const socket = await shop.socket()
    // This join asks realtime.messages, and the frames of its topic wait for it.
    socket.send(['1', '1', TOPIC, 'phx_join', { access_token: tokenOf(ANNA), config: { private: true } }])
    for (let ref = 2; ref < 5; ref += 1) socket.send(['1', String(ref), TOPIC, 'broadcast', { event: 'e', payload: 'x'.repeat(200_000) }])
    expect(await socket.closed).toBe(1008)
    await owner.query('rollback')
    await owner.end()
  })

  test('after the server has closed a socket, no further frame is read', async () => {
    const [ending, other] = [await shop.socket(), await shop.socket()]
    await Promise.all([join(ending), join(other)])
    // It does not read the close frame and goes on sending.
    ending.ws.pause()
    ending.ws.send('not JSON')
    ending.send(['1', '2', TOPIC, 'broadcast', { event: 'too late', payload: {} }])
    ending.ws.resume()
    await once(ending.ws, 'close')
    const last = await shop.socket()
    await join(last)
    last.send(['1', '2', TOPIC, 'broadcast', { event: 'the next', payload: {} }])
    const events = (): string[] => other.received.flatMap((frame) => (Buffer.isBuffer(frame) ? [frame.toString()] : []))
    await expect.poll(events).toHaveLength(1)
    expect(events()[0]).toContain('the next')
    for (const each of [other, last]) each.ws.close()
  })
})
