import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS } from '../testing/gateway.ts'
import { join, openLiveGateway, TOPIC, until, type LiveGateway } from '../testing/realtime.ts'

let database: TestDatabase
let shop: LiveGateway
beforeAll(async () => {
  database = await createGatewayDatabase()
  shop = await openLiveGateway(database)
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

describe('hostile clients', () => {
  test.each<[string, string | Buffer, number]>([
    ['not JSON', 'hello', 1003],
    ['an object where an array belongs', '{"topic":"phoenix"}', 1003],
    ['too few parts', '["1","1","phoenix"]', 1003],
    ['a number as topic', '["1","1",7,"phx_join",{}]', 1003],
    ['bytes that mean nothing', Buffer.from([9, 9, 9]), 1003],
    ['no bytes', Buffer.alloc(0), 1003],
    ['lengths beyond the end', Buffer.from([3, 255, 255, 255, 255, 255, 1, 65]), 1003],
    ['more than a frame may hold', 'x'.repeat(300 * 1024), 1009],
  ])('%s: the socket is closed, and the server keeps running', async (_, frame, code) => {
    const socket = await shop.socket()
    socket.ws.send(frame)
    expect(await socket.closed).toBe(code)
    const next = await shop.socket()
    expect(await join(next)).toMatchObject({ status: 'ok' })
    next.ws.close()
  })

  test.each([
    ['phx_join', 'hall', {}],
    ['phx_join', 'realtime:', {}],
    ['phx_join', `realtime:${'x'.repeat(300)}`, {}],
    ['phx_join', 'realtime:a\0b', {}],
    ['phx_join', TOPIC, { config: { postgres_changes: 'all' } }],
    ['phx_join', TOPIC, { config: { postgres_changes: [null] } }],
    ['phx_join', TOPIC, { config: { postgres_changes: Array.from({ length: 30 }, () => ({})) } }],
    ['phx_join', TOPIC, { config: { broadcast: { replay: {} } } }],
    ['phx_join', TOPIC, { config: { presence: { key: 7 } } }],
    ['broadcast', TOPIC, { event: 'x' }],
    ['phx_leave_everything', TOPIC, {}],
  ])('%s %j %j gets an error', async (event, topic, payload) => {
    const socket = await shop.socket()
    socket.send(['1', '1', topic, event, payload])
    if (event === 'phx_leave_everything')
      expect((await socket.next(([, ref]) => ref === '1'))[4]).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
    else expect((await socket.next(([, ref]) => ref === '1'))[4]).toMatchObject({ status: 'error', response: { reason: expect.any(String) } })
    socket.ws.close()
  })

  test('invalid JSON in a broadcast is not forwarded: it could break out of the frame', async () => {
    const [socket, old] = [await shop.socket(), await shop.socket({ vsn: '1.0.0' })]
    await join(socket)
    old.send({ topic: TOPIC, event: 'phx_join', payload: {}, ref: '1', join_ref: '1' })
    await until(() => old.received.length > 0)
    const say = (ref: string, payload: string): void => {
      const parts = ['1', ref, TOPIC, 'e'].map((text) => Buffer.from(text))
      socket.ws.send(Buffer.concat([Buffer.from([3, ...parts.map(({ length }) => length), 0, 1]), ...parts, Buffer.from(payload)]))
    }
    say('2', '1},"topic":"realtime:elsewhere","payload":{"a":1')
    expect((await socket.next(([, ref]) => ref === '2'))[4]).toMatchObject({ status: 'error' })
    say('3', '{"fine":true}')
    await until(() => old.received.length > 1)
    expect(old.received[1]).toMatchObject({ topic: TOPIC, event: 'broadcast', payload: { event: 'e', payload: { fine: true } } })
    for (const each of [socket, old]) each.ws.close()
  })

  test('at most 100 channels per socket', async () => {
    const generous = await openLiveGateway(database, { realtimeLimits: { joinsPerSecond: 1000, framesPerSecond: 1000 } })
    const socket = await generous.socket()
    for (let number = 0; number < 100; number += 1)
      expect(await join(socket, { topic: `realtime:${number}`, ref: `r${number}` })).toMatchObject({ status: 'ok' })
    expect(await join(socket, { topic: 'realtime:one too many', ref: 'last' })).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining('Too many channels') },
    })
    await generous.close()
  })

  test('too many joins or frames per second close the socket', async () => {
    const strict = await openLiveGateway(database, { realtimeLimits: { joinsPerSecond: 3, framesPerSecond: 20 } })
    const joiner = await strict.socket()
    for (let ref = 0; ref < 15; ref += 1) joiner.send(['1', String(ref), `realtime:${ref}`, 'phx_join', {}])
    expect(await joiner.closed).toBe(1008)
    const talker = await strict.socket()
    for (let ref = 0; ref < 60; ref += 1) talker.send([null, String(ref), 'phoenix', 'heartbeat', {}])
    expect(await talker.closed).toBe(1008)
    await strict.close()
  })

  test('a client that does not read is disconnected, and the others keep receiving', async () => {
    const strict = await openLiveGateway(database, { realtimeLimits: { maxWaiting: 64 * 1024 } })
    const [slow, quick] = [await strict.socket(), await strict.socket()]
    await Promise.all([join(slow), join(quick)])
    slow.ws.pause()
    const closed = vi.fn()
    void slow.closed.then(closed)
    const big = 'x'.repeat(200_000)
    const headers = { apikey: KEYS.publishableKey, 'content-type': 'application/json' }
    let sent = 0
    while (!strict.logged.some(({ message }) => message.includes('slow client'))) {
      const body = JSON.stringify({ messages: [{ topic: 'hall', event: 'big', payload: { big } }] })
      expect((await strict.fetch('/realtime/v1/api/broadcast', { method: 'POST', headers, body })).status).toBe(202)
      sent += 1
      await until(() => quick.received.length > sent)
    }
    slow.ws.resume()
    expect(await slow.closed).toBe(1006)
    expect(quick.ws.readyState).toBe(quick.ws.OPEN)
    await strict.close()
  })

  test('sockets are limited per network: an IPv6 client with 2^64 addresses gets no more than others', async () => {
    const strict = await openLiveGateway(database, { realtimeLimits: { socketsPerNetwork: 2 } })
    const [first] = await Promise.all([strict.socket({ address: '2001:db8:1:2::a' }), strict.socket({ address: '2001:db8:1:2:ffff::b' })])
    await expect(strict.socket({ address: '2001:db8:1:2::c' })).rejects.toThrow('429')
    await strict.socket({ address: '2001:db8:1:3::a' })
    for (let count = 0; count < 4; count += 1) await strict.socket()
    first.ws.close()
    await first.closed
    await vi.waitFor(() => strict.socket({ address: '2001:db8:1:2::c' }))
    await strict.close()
  })

  test('a silent client is disconnected', async () => {
    const strict = await openLiveGateway(database, { realtimeLimits: { silence: 60 } })
    const silent = await strict.socket()
    expect(await silent.closed).toBe(1006)
    await strict.close()
  })
})
