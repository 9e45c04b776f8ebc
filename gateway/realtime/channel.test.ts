import type pg from 'pg'
import { expect, test } from 'vitest'
import { signJwt } from '../core/jwt.ts'
import { KEYS } from '../testing/gateway.ts'
import { ANON } from '../testing/rest.ts'
import type { ChannelServices } from './admit.ts'
import { openChannel } from './channel.ts'
import { createHub } from './hub.ts'

test('a private channel whose token expires during the join receives nothing, and no member stays in its topic', async () => {
  const said: string[] = []
  let now = Date.now()
  const hub = createHub({ publish: () => undefined })
  const joined: string[] = []
  const left: string[] = []
  const services: ChannelServices = {
    keys: KEYS,
    now: () => new Date(now),
    log: ({ message }) => expect.unreachable(message),
    pool: {} as pg.Pool,
    publication: 'none',
    access: {
      async readableExtensions() {
        now += 60_000
        return new Set(['broadcast', 'presence'] as const)
      },
      mayWrite: async () => true,
    },
    feed: { add: () => expect.unreachable('nothing to follow'), remove: () => undefined, isOpen: () => true, close: async () => undefined },
    hub: {
      ...hub,
      join(topic, member) {
        joined.push(member.id)
        hub.join(topic, member)
      },
      leave(topic, member) {
        left.push(member.id)
        hub.leave(topic, member)
      },
    },
    publicChannels: true,
  }
  const token = signJwt({ sub: crypto.randomUUID(), role: 'authenticated', exp: Math.floor(now / 1000) + 5 }, KEYS.jwtSecret)
  const channel = await openChannel(
    services,
    { version: '2.0.0', session: ANON, send: (data) => void said.push(String(data)) },
    { joinRef: '1', ref: '1', topic: 'realtime:salon', event: 'phx_join' },
    { private: true, self: false, ack: false, presenceKey: null, presenceEnabled: true, changes: [], wait: false, token },
    () => undefined,
  )
  expect(channel).toBeNull()
  expect(said.at(-1)).toContain('Token has expired')
  const before = said.length
  hub.broadcast('private:salon', { event: 'secret', encoding: 'json', bytes: Buffer.from('{}') }, null)
  expect(said).toHaveLength(before)
  expect(left).toEqual(joined)
})
