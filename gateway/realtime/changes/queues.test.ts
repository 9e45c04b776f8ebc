import { expect, test } from 'vitest'
import { createQueues } from './queues.ts'

/** Work that is done only when the test says so. */
function openQueues({ most = 4, batch = 2, patience = 10_000 } = {}) {
  const done: string[] = []
  const waiting = new Map<string, () => void>()
  const queues = createQueues<string, number>({
    most,
    batch,
    patience,
    async work(key, items) {
      if (key === 'slow') await new Promise<void>((resolve) => waiting.set(key, resolve))
      done.push(`${key} ${items.join(' ')}`)
    },
  })
  const release = async (key: string): Promise<void> => {
    await expect.poll(() => waiting.has(key)).toBe(true)
    const go = waiting.get(key)
    waiting.delete(key)
    go?.()
  }
  return { queues, done, release }
}

test('a slow key delays no other, and each keeps its order', async () => {
  const { queues, done, release } = openQueues()
  await queues.add('slow', [1, 2, 3])
  await queues.add('quick', [1])
  await queues.add('quick', [2])
  await expect.poll(() => done).toEqual(['quick 1', 'quick 2'])
  await release('slow')
  await release('slow')
  await queues.done()
  expect(done.slice(2)).toEqual(['slow 1 2', 'slow 3'])
})

test('a caller who adds more than has room waits until there is some', async () => {
  const { queues, done, release } = openQueues()
  await queues.add('slow', [1, 2])
  await queues.add('slow', [3, 4, 5, 6])
  const more = queues.add('slow', [7])
  await queues.add('quick', [1])
  await expect.poll(() => done).toEqual(['quick 1'])
  await release('slow')
  expect(await more).toBe(true)
  for (let left = 0; left < 3; left += 1) await release('slow')
  await queues.done()
  expect(done.slice(1)).toEqual(['slow 1 2', 'slow 3 4', 'slow 5 6', 'slow 7'])
})

test('what has no room in time is dropped, and all that follows until the key is done', async () => {
  const { queues, done, release } = openQueues({ patience: 1 })
  await queues.add('slow', [1, 2])
  await queues.add('slow', [3, 4, 5])
  expect(await queues.add('slow', [6, 7])).toBe(false)
  await release('slow')
  expect(await queues.add('slow', [8])).toBe(false)
  await release('slow')
  await release('slow')
  await queues.done()
  expect(await queues.add('slow', [9])).toBe(true)
  await release('slow')
  await queues.done()
  expect(done).toEqual(['slow 1 2', 'slow 3 4', 'slow 5', 'slow 9'])
})
