import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS } from '../testing/gateway.ts'
import { join, openLiveGateway, tokenOf, TOPIC, type LiveGateway } from '../testing/realtime.ts'

const ANNA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001'

let database: TestDatabase
let shop: LiveGateway
beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create table public.notes (id int primary key, text text);
    grant select on public.notes to anon;
    alter publication supabase_realtime add table public.notes;
    create policy hear on realtime.messages for select to authenticated using (true);
    create policy speak on realtime.messages for insert to authenticated with check (true);
  `)
  shop = await openLiveGateway(database, { realtimePublicChannels: false })
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const PRIVATE_ONLY = 'PrivateOnly: This project only allows private channels'

test('without public channels a join without row changes is refused', async () => {
  const socket = await shop.socket()
  expect(await join(socket, { payload: { config: { presence: { enabled: true } } } })).toEqual({ status: 'error', response: { reason: PRIVATE_ONLY } })
  socket.ws.close()
})

test('a public channel still delivers row changes, but no broadcast or presence', async () => {
  const socket = await shop.socket()
  const config = { presence: { enabled: true }, postgres_changes: [{ event: '*', schema: 'public', table: 'notes' }] }
  expect(await join(socket, { payload: { config } })).toMatchObject({ status: 'ok' })
  socket.send(['1', '2', TOPIC, 'broadcast', { type: 'broadcast', event: 'e', payload: {} }])
  expect((await socket.next(([, ref]) => ref === '2'))[4]).toMatchObject({ status: 'error' })
  socket.send(['1', '3', TOPIC, 'presence', { event: 'track', payload: {} }])
  expect((await socket.next(([, ref]) => ref === '3'))[4]).toMatchObject({ status: 'error' })
  socket.ws.close()
})

test('a private channel is open to clients that the policies allow', async () => {
  const socket = await shop.socket()
  const payload = { access_token: tokenOf(ANNA), config: { private: true } }
  expect(await join(socket, { payload })).toMatchObject({ status: 'ok' })
  socket.send(['1', '2', TOPIC, 'presence', { event: 'track', payload: {} }])
  expect((await socket.next(([, ref]) => ref === '2'))[4]).toMatchObject({ status: 'ok' })
  socket.ws.close()
})

test('broadcasts by POST go to private topics only', async () => {
  const post = (hidden: boolean, key: string): Promise<Response> =>
    shop.fetch('/realtime/v1/api/broadcast', {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'hall', event: 'e', payload: {}, private: hidden }] }),
    })
  const refused = await post(false, KEYS.publishableKey)
  expect([refused.status, (await refused.json()).message]).toEqual([403, PRIVATE_ONLY])
  expect((await post(true, KEYS.secretKey)).status).toBe(202)
})
