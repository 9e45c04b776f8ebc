import { request as ask, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS } from '../testing/gateway.ts'
import { join, openLiveGateway, TOPIC, tokenOf, until, type LiveGateway } from '../testing/realtime.ts'

const ANNA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001'

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

/** The status and body of the response to a refused upgrade. */
async function refusal(path: string, headers: Record<string, string> = {}, from = shop.origin): Promise<[number | undefined, string]> {
  const asked = ask(from + path, {
    headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', ...headers },
  })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return [response.statusCode, body]
}

describe('the protocol', () => {
  test('2.0.0: arrays, replies with the references of the request, heartbeat, leave', async () => {
    const socket = await shop.socket()
    expect(await join(socket, { payload: { config: { postgres_changes: [] } } })).toEqual({ status: 'ok', response: { postgres_changes: [] } })
    socket.send([null, '2', 'phoenix', 'heartbeat', {}])
    socket.send(['1', '3', TOPIC, 'phx_leave', {}])
    await socket.next(([, , , event]) => event === 'phx_close')
    expect(socket.received.slice(1)).toEqual([
      [null, '2', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
      ['1', '3', TOPIC, 'phx_reply', { status: 'ok', response: {} }],
      ['1', '1', TOPIC, 'phx_close', {}],
    ])
    socket.ws.close()
  })

  test('1.0.0: objects', async () => {
    const socket = await shop.socket({ vsn: '1.0.0' })
    socket.send({ topic: TOPIC, event: 'phx_join', payload: {}, ref: '1', join_ref: '1' })
    await until(() => socket.received.length > 0)
    expect(socket.received[0]).toEqual({
      topic: TOPIC,
      event: 'phx_reply',
      payload: { status: 'ok', response: { postgres_changes: [] } },
      ref: '1',
      join_ref: '1',
    })
    socket.ws.close()
  })

  test('frames of a topic are answered in order, also while a join is in progress', async () => {
    const socket = await shop.socket()
    socket.send(['1', '1', TOPIC, 'phx_join', { config: { private: false, presence: { enabled: true, key: 'me' } } }])
    for (let ref = 2; ref < 20; ref += 1) socket.send(['1', String(ref), TOPIC, 'presence', { type: 'presence', event: 'track', payload: { ref } }])
    await socket.next(([, ref, , event]) => ref === '19' && event === 'phx_reply')
    const refs = socket.received.flatMap((frame) => (Array.isArray(frame) && frame[3] === 'phx_reply' ? [Number(frame[1])] : []))
    expect(refs).toEqual(Array.from({ length: 19 }, (_, at) => at + 1))
    socket.ws.close()
  })

  test('a second join closes the first one, whose frames are ignored', async () => {
    const socket = await shop.socket()
    await join(socket)
    await join(socket, { ref: '5' })
    expect(socket.received).toContainEqual(['1', '1', TOPIC, 'phx_close', {}])
    socket.send(['1', '6', TOPIC, 'presence', { event: 'track', payload: {} }])
    expect((await socket.next(([, ref]) => ref === '6'))[4]).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
    socket.ws.close()
  })

  test('an expired token closes its channel with a message; the socket stays open', async () => {
    const socket = await shop.socket()
    // 30 s of clock skew are allowed: this token has a moment left.
    await join(socket, { payload: { access_token: tokenOf(ANNA, -29) } })
    expect((await socket.next(([, , , event]) => event === 'system'))[4]).toMatchObject({
      status: 'error',
      extension: 'system',
      message: 'Token has expired',
      channel: 'hall',
    })
    await socket.next(([, , , event]) => event === 'phx_close')
    expect(await join(socket, { ref: '2', payload: { access_token: tokenOf(ANNA, -60) } })).toMatchObject({
      status: 'error',
      response: { reason: 'InvalidJWTToken: JWT expired' },
    })
    expect(await join(socket, { ref: '3', payload: { access_token: tokenOf(ANNA) } })).toMatchObject({ status: 'ok' })
    socket.ws.close()
  })

  test('a refreshed token keeps the channel open after the first one expires', async () => {
    const socket = await shop.socket()
    await join(socket, { payload: { access_token: tokenOf(ANNA, -29) } })
    socket.send(['1', null, TOPIC, 'access_token', { access_token: tokenOf(ANNA, 3600) }])
    const witness = await shop.socket()
    await join(witness, { payload: { access_token: tokenOf(ANNA, -29) } })
    await witness.next(([, , , event]) => event === 'phx_close')
    socket.send(['1', '2', TOPIC, 'presence', { event: 'untrack' }])
    expect((await socket.next(([, ref]) => ref === '2'))[4]).toMatchObject({ status: 'ok' })
    for (const each of [socket, witness]) each.ws.close()
  })

  test.each([
    ['not a token', 'InvalidJWTToken'],
    ['a.b.c\r\nx: y', 'InvalidJWTToken'],
    [tokenOf(ANNA, 3600, { role: 'postgres' }), 'Unable to subscribe|unable to connect'],
    [tokenOf(ANNA, 3600, { role: 'nobody_at_all' }), 'Unable to subscribe|unable to connect'],
  ])('a join with an invalid token is refused (%#)', async (token, reason) => {
    const socket = await shop.socket()
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'notes' }] }
    const answer = (await join(socket, { payload: { config, access_token: token } })) as { status: string; response: { reason: string } }
    expect(answer.status).toBe('error')
    expect(answer.response.reason).toMatch(new RegExp(reason))
    socket.ws.close()
  })
})

describe('refused connections', () => {
  test.each([
    ['/realtime/v1/websocket?apikey=sb_publishable_wrong&vsn=2.0.0', 401],
    ['/realtime/v1/websocket?apikey=a.b.c&vsn=2.0.0', 401],
    [`/realtime/v1/websocket?apikey=${KEYS.publishableKey}&vsn=3.0.0`, 400],
    [`/realtime/v1/elsewhere?apikey=${KEYS.publishableKey}`, 404],
    ['/', 404],
  ])('%s → %i', async (path, status) => {
    expect((await refusal(path))[0]).toBe(status)
  })

  test('the secret key is refused from a browser and accepted from a server', async () => {
    const path = `/realtime/v1/websocket?apikey=${KEYS.secretKey}&vsn=2.0.0`
    expect(await refusal(path, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' })).toEqual([
      401,
      expect.stringContaining('Forbidden use of secret API key in browser'),
    ])
    const socket = await shop.socket({ key: KEYS.secretKey, userAgent: 'node' })
    socket.ws.close()
  })

  test('a request without an upgrade is 426', async () => {
    const answer = await shop.fetch('/realtime/v1/websocket', { headers: { apikey: KEYS.publishableKey } })
    expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket'])
  })

  test('without logical decoding all requests get 503 with what is missing', async () => {
    const poor = await openLiveGateway(database, {
      databaseUrls: {
        authenticator: database.urlFor('authenticator'),
        auth: database.urlFor('supabase_auth_admin'),
        storage: database.urlFor('supabase_storage_admin'),
        realtime: database.urlFor('supabase_realtime_admin'),
        // A login without the REPLICATION attribute.
        replication: database.urlFor('authenticator'),
      },
    })
    expect(poor.gateway.realtimeError).toContain('REPLICATION')
    expect(await refusal(`/realtime/v1/websocket?apikey=${KEYS.publishableKey}&vsn=2.0.0`, {}, poor.origin)).toEqual([
      503,
      expect.stringContaining('REPLICATION'),
    ])
    expect((await poor.fetch('/realtime/v1/api/broadcast', { method: 'POST', headers: { apikey: KEYS.publishableKey } })).status).toBe(503)
    await poor.close()
  })
})

describe('shutdown', () => {
  test('sockets are closed at once with the restart code, and new ones are refused', async () => {
    const ending = await openLiveGateway(database)
    const [polite, stubborn] = [await ending.socket(), await ending.socket()]
    await join(polite)
    stubborn.ws.pause()
    await ending.gateway.closeSockets()
    expect(await polite.closed).toBe(1012)
    expect((await refusal(`/realtime/v1/websocket?apikey=${KEYS.publishableKey}&vsn=2.0.0`, {}, ending.origin))[0]).toBe(503)
    stubborn.ws.terminate()
    await ending.close()
  })

  test('no listening connection to PostgreSQL opens before the first client', async () => {
    const owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
    const idle = await openLiveGateway(database)
    const names = async (): Promise<string[]> =>
      (
        await owner.query<{ name: string }>(
          `select application_name as name from pg_stat_activity where datname = current_database() and application_name in ('gateway realtime changes', 'gateway realtime bus')`,
        )
      ).rows.map(({ name }) => name)
    await shop.disconnect()
    const before = await names()
    expect((await idle.fetch('/realtime/v1/websocket', { headers: { apikey: KEYS.publishableKey } })).status).toBe(426)
    expect(await names()).toEqual(before)
    await idle.close()
    await owner.end()
  })
})
