import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS } from '../testing/gateway.ts'
import { openLiveGateway, subscribed, tokenOf, type LiveGateway } from '../testing/realtime.ts'

const ANNA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001'
const BALA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0002'

let database: TestDatabase
let shop: LiveGateway
let twin: LiveGateway

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create table public.members (room text, person uuid, speaks boolean, primary key (room, person));
    insert into public.members values ('salon', '${ANNA}', true), ('salon', '${BALA}', false), ('office', '${ANNA}', true);
    grant select on public.members to authenticated;
    create policy hear on realtime.messages for select to authenticated using (
      exists (select from public.members m where m.room = (select realtime.topic()) and m.person = (select auth.uid())));
    create policy speak on realtime.messages for insert to authenticated with check (
      extension in ('broadcast', 'presence')
      and exists (select from public.members m where m.room = (select realtime.topic()) and m.person = (select auth.uid()) and m.speaks));
  `)
  shop = await openLiveGateway(database)
  // Simulates a second process on the same database: the two share nothing but PostgreSQL.
  twin = await openLiveGateway(database)
})
afterEach(async () => {
  await shop.disconnect()
  await twin.disconnect()
})
afterAll(async () => {
  await shop.close()
  await twin.close()
  await database.drop()
})

type ReceivedMessage = { event: string; payload: unknown }

function listen(channel: RealtimeChannel): ReceivedMessage[] {
  const received: ReceivedMessage[] = []
  channel.on('broadcast', { event: '*' }, ({ event, payload }: { event: string; payload?: unknown }) => void received.push({ event, payload }))
  return received
}

/** Waits until the two processes are connected: a message from one has reached the other. */
async function acquainted(): Promise<void> {
  const [here, there] = [shop.live().channel('acquaintance'), twin.live().channel('acquaintance')]
  const received = listen(there)
  await Promise.all([subscribed(here), subscribed(there)])
  await vi.waitFor(async () => {
    await here.send({ type: 'broadcast', event: 'hello', payload: {} })
    expect(received).not.toEqual([])
  }, 10_000)
}

describe('broadcast', () => {
  test.each(['2.0.0', '1.0.0'])('reaches only the other members of its topic (%s)', async (vsn) => {
    const realtime = { vsn } as never
    const [one, two, elsewhere] = [shop.live({ realtime }).channel('hall'), shop.live().channel('hall'), shop.live().channel('cellar')]
    const [mine, theirs, none] = [listen(one), listen(two), listen(elsewhere)]
    await Promise.all([one, two, elsewhere].map(subscribed))
    const payload = { text: 'नमस्ते “₹”', list: [1, null, { deep: true }] }
    await one.send({ type: 'broadcast', event: 'greeting', payload })
    await two.send({ type: 'broadcast', event: 'answer', payload })
    await vi.waitFor(() => expect([theirs, mine]).toEqual([[{ event: 'greeting', payload }], [{ event: 'answer', payload }]]))
    expect(none).toEqual([])
  })

  test('binary payloads arrive as binary', async () => {
    const [one, two] = [shop.live().channel('bytes'), shop.live().channel('bytes')]
    const received = listen(two)
    await Promise.all([one, two].map(subscribed))
    await one.send({ type: 'broadcast', event: 'raw', payload: new Uint8Array([0, 255, 7]).buffer })
    await vi.waitFor(() => expect(received).toHaveLength(1))
    expect([...new Uint8Array(received[0]?.payload as ArrayBuffer)]).toEqual([0, 255, 7])
  })

  test('self and ack follow the channel’s configuration', async () => {
    const one = shop.live().channel('echo', { config: { broadcast: { self: true, ack: true } } })
    const received = listen(one)
    await subscribed(one)
    expect(await one.send({ type: 'broadcast', event: 'to myself', payload: { n: 1 } })).toBe('ok')
    expect(received).toEqual([{ event: 'to myself', payload: { n: 1 } }])
  })

  test('POST /api/broadcast answers 202 and delivers; an invalid body is 422', async () => {
    const channel = shop.live().channel('post')
    const received = listen(channel)
    await subscribed(channel)
    const post = (body: unknown): Promise<Response> =>
      shop.fetch('/realtime/v1/api/broadcast', {
        method: 'POST',
        headers: { apikey: KEYS.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await post({ messages: [{ topic: 'post', event: 'news', payload: { n: 1 } }] })).status).toBe(202)
    expect(await shop.live().channel('post').httpSend('more news', { n: 2 })).toEqual({ success: true })
    await vi.waitFor(() => expect(received.map(({ event }) => event)).toEqual(['news', 'more news']))
    for (const body of [{}, { messages: [{ topic: 'post' }] }, { messages: 'x' }, { messages: [null] }]) expect((await post(body)).status).toBe(422)
  })

  test('reaches the other process, at any size', async () => {
    await acquainted()
    const [here, there] = [shop.live().channel('far'), twin.live().channel('far')]
    const received = listen(there)
    await Promise.all([subscribed(here), subscribed(there)])
    const payload = { text: 'क'.repeat(60_000) }
    await here.send({ type: 'broadcast', event: 'long', payload })
    await here.send({ type: 'broadcast', event: 'short', payload: {} })
    await vi.waitFor(() => expect(received.map(({ event }) => event)).toEqual(['long', 'short']), 10_000)
    expect(received[0]?.payload).toEqual(payload)
  })
})

describe('presence', () => {
  const people = (channel: RealtimeChannel): unknown[] =>
    Object.entries(channel.presenceState<{ mood: string }>())
      .map(([key, metas]) => `${key}: ${metas.map(({ mood }) => mood).join(' ')}`)
      .toSorted()

  async function enter(from: LiveGateway, key: string): Promise<RealtimeChannel> {
    const channel = from.live().channel('parlour', { config: { presence: { key } } })
    channel.on('presence', { event: 'sync' }, () => undefined)
    return subscribed(channel)
  }

  test('a new member gets the state, and updates and departures are sent, in both processes', async () => {
    await acquainted()
    const one = await enter(shop, 'one')
    expect(await one.track({ mood: 'calm' })).toBe('ok')
    const two = await enter(twin, 'two')
    await two.track({ mood: 'merry' })
    for (const channel of [one, two]) await vi.waitFor(() => expect(people(channel)).toEqual(['one: calm', 'two: merry']))
    await one.track({ mood: 'tired' })
    await vi.waitFor(() => expect(people(two)).toEqual(['one: tired', 'two: merry']))
    const late = await enter(twin, 'one')
    await late.track({ mood: 'another tab' })
    for (const channel of [one, two, late]) await vi.waitFor(() => expect(people(channel)[0]).toMatch(/^one: (tired another tab|another tab tired)$/))
    await two.untrack()
    await vi.waitFor(() => expect(people(one)).toHaveLength(1))
    await shop.disconnect()
    await vi.waitFor(() => expect(people(late)).toEqual(['one: another tab']))
  })

  test('a process that ends removes its members', async () => {
    const third = await openLiveGateway(database)
    const [here, there] = [await enter(shop, 'here'), await enter(third, 'there')]
    await there.track({ mood: 'leaving' })
    await vi.waitFor(() => expect(people(here)).toEqual(['there: leaving']), 10_000)
    await third.close()
    await vi.waitFor(() => expect(people(here)).toEqual([]))
  })

  test('a key such as constructor is an ordinary key, and an oversized payload is refused', async () => {
    const one = await enter(shop, 'constructor')
    await one.track({ mood: 'odd' })
    await vi.waitFor(() => expect(people(one)).toEqual(['constructor: odd']))
    expect(await one.track({ mood: 'x'.repeat(10_000) })).toBe('error')
    expect(people(one)).toEqual(['constructor: odd'])
  })
})

describe('private channels', () => {
  const enter = (user: string | undefined, room: string, from = shop): RealtimeChannel =>
    from.live({ user }).channel(room, { config: { private: true, broadcast: { ack: true } } })

  test('row level security decides who reads and who writes', async () => {
    const [anna, bala] = [enter(ANNA, 'salon'), enter(BALA, 'salon')]
    const [toAnna, toBala] = [listen(anna), listen(bala)]
    await Promise.all([subscribed(anna), subscribed(bala)])
    expect(await anna.send({ type: 'broadcast', event: 'to all', payload: {} })).toBe('ok')
    await vi.waitFor(() => expect(toBala).toEqual([{ event: 'to all', payload: {} }]))
    expect(await bala.send({ type: 'broadcast', event: 'a word', payload: {} })).toBe('error')
    expect(await bala.track({ mood: 'silent' })).toBe('error')
    expect(toAnna).toEqual([])
  })

  test('a client without read permission cannot join, while one with it can', async () => {
    await expect(subscribed(enter(BALA, 'office'))).rejects.toThrow('permissions to read')
    await expect(subscribed(enter(undefined, 'office'))).rejects.toThrow('permissions to read')
    await subscribed(enter(ANNA, 'office'))
  })

  test('a public channel of the same name is a separate topic', async () => {
    const hidden = enter(ANNA, 'office')
    const received = listen(hidden)
    const open = shop.live({ user: BALA }).channel('office', { config: { broadcast: { ack: true } } })
    await Promise.all([subscribed(hidden), subscribed(open)])
    expect(await open.send({ type: 'broadcast', event: 'from outside', payload: {} })).toBe('ok')
    const inside = enter(ANNA, 'office')
    await subscribed(inside)
    await inside.send({ type: 'broadcast', event: 'from inside', payload: {} })
    await vi.waitFor(() => expect(received.map(({ event }) => event)).toEqual(['from inside']))
  })

  test('POST checks the same policies: 403, and nothing of the list is sent', async () => {
    const channel = enter(ANNA, 'salon')
    const received = listen(channel)
    await subscribed(channel)
    const post = async (user: string): Promise<number> => {
      const messages = [{ topic: 'salon', event: 'by post', payload: {}, private: true }]
      const headers = { apikey: KEYS.publishableKey, authorization: `Bearer ${tokenOf(user)}`, 'content-type': 'application/json' }
      return (await shop.fetch('/realtime/v1/api/broadcast', { method: 'POST', headers, body: JSON.stringify({ messages }) })).status
    }
    expect(await post(BALA)).toBe(403)
    expect(await post(ANNA)).toBe(202)
    await vi.waitFor(() => expect(received).toHaveLength(1))
  })

  test('messages are not stored', async () => {
    const { Client } = await import('pg')
    const owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
    expect((await owner.query('select from realtime.messages')).rowCount).toBe(0)
    await owner.end()
  })

  test('a new token without permission closes the channel', async () => {
    const client = shop.live({ realtime: {} })
    await client.realtime.setAuth(tokenOf(ANNA))
    const channel = client.channel('office', { config: { private: true } })
    const ended = new Promise<void>((resolve) => {
      channel.subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) void client.realtime.setAuth(tokenOf(BALA))
        if (status === REALTIME_SUBSCRIBE_STATES.CLOSED) resolve()
      })
    })
    await ended
  })
})
