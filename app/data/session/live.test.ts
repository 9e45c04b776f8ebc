import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Live from './live.ts'

type Status = 'SUBSCRIBED' | 'CHANNEL_ERROR' | 'TIMED_OUT' | 'CLOSED'
type Handler = (payload: { extension?: string; status?: string }) => void

/** The part of the official client that the page uses; the test plays the server. */
class FakeChannel {
  readonly name: string
  readonly handlers: { type: string; filter: { table?: string; filter?: string }; call: Handler }[] = []
  report: (status: Status) => void = () => undefined

  constructor(name: string) {
    this.name = name
  }

  on(type: string, filter: { table?: string; filter?: string }, call: Handler): this {
    this.handlers.push({ type, filter, call })
    return this
  }

  subscribe(report: (status: Status) => void): this {
    this.report = report
    return this
  }

  say(type: string, table?: string, payload: Parameters<Handler>[0] = {}): void {
    for (const { type: of, filter, call } of this.handlers) if (of === type && filter.table === table) call(payload)
  }

  flows(): void {
    this.report('SUBSCRIBED')
    this.say('system', undefined, { extension: 'postgres_changes', status: 'ok' })
  }
}

let channels: FakeChannel[]
let left: string[]
let user: { id: string } | null
let follow: () => void
let events: EventTarget
let online: boolean
let live: typeof Live

vi.mock('./session.ts', () => ({ sessionStore: { read: () => ({ user }), subscribe: (listener: () => void) => (follow = listener) } }))
vi.mock('../api/supabase.ts', () => ({
  loadSupabase: async () => ({
    realtime: { setAuth: async () => undefined, disconnect: async () => 'ok' },
    channel(name: string) {
      const made = new FakeChannel(name)
      channels.push(made)
      return made
    },
    removeChannel: async (channel: FakeChannel) => left.push(channel.name),
  }),
}))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  channels = []
  left = []
  user = { id: 'anna' }
  online = true
  events = new EventTarget()
  vi.stubGlobal('window', events)
  vi.stubGlobal('navigator', {
    get onLine() {
      return online
    },
  })
  live = await import('./live.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const last = (): FakeChannel => channels.at(-1) as FakeChannel

test('nothing is joined before the first listener; then one channel follows the user’s rows of two tables', async () => {
  await settle()
  expect(channels).toHaveLength(0)
  live.onLive('notifications', () => undefined)
  live.onLive('orders', () => undefined)
  await settle()
  expect(channels).toHaveLength(1)
  const followed = last().handlers.filter(({ type }) => type === 'postgres_changes')
  expect(followed.map(({ filter }) => [filter.table, filter.filter])).toEqual([
    ['notifications', 'user_id=eq.anna'],
    ['orders', 'user_id=eq.anna'],
  ])
})

test('simultaneous changes cause one read, only of their table', async () => {
  const [notifications, orders] = [vi.fn(), vi.fn()]
  live.onLive('notifications', notifications)
  live.onLive('orders', orders)
  await settle()
  for (let change = 0; change < 3; change += 1) last().say('postgres_changes', 'notifications')
  await vi.advanceTimersByTimeAsync(1000)
  expect([notifications.mock.calls.length, orders.mock.calls.length]).toEqual([1, 0])
})

test('it is live only while changes arrive, and earlier ones are read', async () => {
  const orders = vi.fn()
  live.onLive('orders', orders)
  await settle()
  last().report('SUBSCRIBED')
  expect(live.isLive()).toBe(false)
  last().flows()
  expect(live.isLive()).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(orders).toHaveBeenCalledTimes(1)
  last().say('system', undefined, { extension: 'postgres_changes', status: 'error' })
  expect(live.isLive()).toBe(false)
  last().flows()
  await vi.advanceTimersByTimeAsync(1000)
  expect(orders).toHaveBeenCalledTimes(2)
  last().report('CHANNEL_ERROR')
  expect(live.isLive()).toBe(false)
})

test('a first read waits for the channel and is not repeated; a change at that moment is still reported', async () => {
  const [notifications, orders] = [vi.fn(), vi.fn()]
  live.onLive('notifications', notifications)
  live.onLive('orders', orders)
  const read = vi.fn()
  void live.changesReported().then(read)
  await vi.advanceTimersByTimeAsync(100)
  expect(read).not.toHaveBeenCalled()
  last().flows()
  await settle()
  expect(read).toHaveBeenCalledTimes(1)
  last().say('postgres_changes', 'orders')
  await vi.advanceTimersByTimeAsync(1000)
  expect([notifications.mock.calls, orders.mock.calls]).toEqual([[[true]], [[false]]])
  await live.changesReported() // at once
  // The connection is interrupted and restored, by the same channel or by another: something may have been missed.
  last().say('system', undefined, { extension: 'postgres_changes', status: 'error' })
  last().flows()
  await vi.advanceTimersByTimeAsync(1000)
  last().report('CLOSED')
  await vi.advanceTimersByTimeAsync(6000)
  expect(channels).toHaveLength(2)
  last().flows()
  await vi.advanceTimersByTimeAsync(1000)
  expect(notifications.mock.calls).toEqual([[true], [false], [false]])
})

test('a late channel does not delay a read, which is repeated once changes are reported', async () => {
  const orders = vi.fn()
  live.onLive('orders', orders)
  const read = vi.fn()
  void live.changesReported().then(read)
  await vi.advanceTimersByTimeAsync(400)
  expect(read).toHaveBeenCalledTimes(1)
  await live.changesReported() // the next one does not wait at all
  last().flows()
  await vi.advanceTimersByTimeAsync(1000)
  expect(orders.mock.calls).toEqual([[false]])
})

test('without a network no read waits, and it is made again once changes are reported', async () => {
  const orders = vi.fn()
  live.onLive('orders', orders)
  online = false
  await live.changesReported()
  online = true
  events.dispatchEvent(new Event('online'))
  await settle()
  last().flows()
  await vi.advanceTimersByTimeAsync(1000)
  expect(orders.mock.calls).toEqual([[false]])
})

test('the first read of the next user waits too', async () => {
  const orders = vi.fn()
  live.onLive('orders', orders)
  await settle()
  last().flows()
  await vi.advanceTimersByTimeAsync(1000)
  user = { id: 'bala' }
  follow()
  const read = vi.fn()
  void live.changesReported().then(read)
  await settle()
  expect(read).not.toHaveBeenCalled()
  last().flows()
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toHaveBeenCalledTimes(1)
  expect(orders.mock.calls).toEqual([[true], [true]])
})

test('a channel that the server closed is joined again', async () => {
  live.onLive('orders', () => undefined)
  await settle()
  last().flows()
  last().report('CLOSED')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(channels).toHaveLength(2)
})

test('sign-out leaves; the next user gets their own channel, and the former one is silent', async () => {
  const orders = vi.fn()
  live.onLive('orders', orders)
  await settle()
  const former = last()
  former.flows()
  await vi.advanceTimersByTimeAsync(1000)
  user = null
  follow()
  await settle()
  expect([left, live.isLive()]).toEqual([[former.name], false])
  user = { id: 'bala' }
  follow()
  await settle()
  expect(last().handlers[0]?.filter.filter).toBe('user_id=eq.bala')
  former.say('system', undefined, { extension: 'postgres_changes', status: 'ok' })
  former.report('CLOSED')
  await vi.advanceTimersByTimeAsync(10_000)
  expect([channels.length, live.isLive()]).toEqual([2, false])
})

test('without a network nothing is tried; with it, everything starts again', async () => {
  live.onLive('orders', () => undefined)
  await settle()
  online = false
  events.dispatchEvent(new Event('offline'))
  await settle()
  expect(left).toHaveLength(1)
  online = true
  events.dispatchEvent(new Event('online'))
  await settle()
  expect(channels).toHaveLength(2)
})

test('a server that never accepted it is given up; one that did is retried', async () => {
  live.onLive('orders', () => undefined)
  await settle()
  for (let attempt = 0; attempt < 5; attempt += 1) last().report('CHANNEL_ERROR')
  await settle()
  expect(left).toHaveLength(1)
  events.dispatchEvent(new Event('online'))
  await settle()
  last().flows()
  for (let attempt = 0; attempt < 20; attempt += 1) last().report('CHANNEL_ERROR')
  await settle()
  expect(left).toHaveLength(1)
})
