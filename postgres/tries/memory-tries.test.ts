import { expect, test } from 'vitest'
import { memoryTries } from './memory-tries.ts'

test('an undone try does not count, a window ends, and memory stays bounded', async () => {
  let time = 0
  const tries = memoryTries(() => new Date(time))
  for (let n = 0; n < 30; n += 1) {
    expect(await tries.count([['attempt', 'one']])).toBeNull()
    await tries.forget([['attempt', 'one']])
  }
  for (let n = 0; n < 10; n += 1) expect(await tries.count([['attempt', 'one']])).toBeNull()
  expect(await tries.count([['attempt', 'one']])).toEqual({ name: 'attempt', seconds: 300 })
  time += 300_001
  expect(await tries.count([['attempt', 'one']])).toBeNull()
  for (let key = 0; key < 60_000; key += 1) await tries.count([['mail', `invented ${key}`]])
  expect(await tries.count([['mail', 'invented 59999']])).toEqual({ name: 'mail', seconds: 60 })
})

test('of several tries all count, or none when one of them is full', async () => {
  const tries = memoryTries(() => new Date(0))
  await tries.count([['mail', 'a@shop.example']])
  for (let n = 0; n < 40; n += 1) {
    const both = [
      ['mailIp', '203.0.113.7'],
      ['mail', 'a@shop.example'],
    ] as const
    expect(await tries.count(both)).toMatchObject({ name: 'mail' })
  }
  expect(await tries.count([['mailIp', '203.0.113.7']])).toBeNull()
})
