import type pg from 'pg'
import { expect, test } from 'vitest'
import { ShareExceeded } from '#gateway/core/fair-share.ts'
import { createFunctionShare } from './function-share.ts'

const pool = { options: { max: 8 } } as pg.Pool
const person = (id: string, network: string | null) => ({ user: { id, email: null }, network })

/** Work that runs until `finish` is called. */
function held() {
  let under = 0
  let finish = (): void => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const work = async (): Promise<void> => {
    under += 1
    await finished
    under -= 1
  }
  return { work, finish, under: () => under }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('an account with hundreds of concurrent requests uses two connections, and others are served', async () => {
  const share = createFunctionShare(pool)
  const flood = held()
  const asked = Array.from({ length: 300 }, () => share(person('flood', '198.51.100.1'), flood.work))
  const refused = (await Promise.allSettled(asked.slice(42))).map((one) => one.status === 'rejected' && one.reason instanceof ShareExceeded)
  expect(refused).toEqual(Array.from({ length: 258 }, () => true)) // refused immediately, while all others still wait
  expect(flood.under()).toBe(2)
  expect(await share(person('other', '198.51.100.2'), async () => 'served')).toBe('served')
  expect(await share(person('neighbour', '198.51.100.1'), async () => 'served')).toBe('served')
  flood.finish()
  await Promise.all(asked.slice(0, 42))
})

test('a network with many accounts leaves a quarter of the connections to others', async () => {
  const share = createFunctionShare(pool)
  const flood = held()
  const asked = Array.from({ length: 40 }, (_, index) => share(person(`account ${index}`, '198.51.100.1'), flood.work))
  await settle()
  expect(flood.under()).toBe(6)
  expect(await share(person('other', '198.51.100.2'), async () => 'served')).toBe('served')
  flood.finish()
  await Promise.all(asked)
})

test('visitors are limited by their network', async () => {
  const share = createFunctionShare(pool)
  const flood = held()
  const asked = Array.from({ length: 10 }, () => share({ user: null, network: '198.51.100.1' }, flood.work))
  await settle()
  expect(flood.under()).toBe(2)
  expect(await share({ user: null, network: '198.51.100.2' }, async () => 'served')).toBe('served')
  flood.finish()
  await Promise.all(asked)
})
