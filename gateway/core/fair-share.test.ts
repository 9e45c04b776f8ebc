import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairShare, ShareExceeded, type FairShare } from './fair-share.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { total: 3, perKey: 2, waiting: 4, waitingPerKey: 3, longestWait: 1_000 }

/** Work that ends on demand; `started` lists it in start order. */
function bench(share: FairShare): { started: string[]; ask(key: string | null, name: string): Promise<string>; end(name: string): Promise<void> } {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    ask: (key, name) =>
      share.run(key, () => {
        started.push(name)
        return new Promise((resolve) => ends.set(name, () => resolve(name)))
      }),
    async end(name) {
      ends.get(name)?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('one key never exceeds its limit, and others start immediately', async () => {
  const { started, ask, end } = bench(createFairShare(limits))
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')]
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a2', 'a3', 'b1']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('keys take turns regardless of their queue length', async () => {
  const share = createFairShare({ ...limits, total: 1, perKey: 1 })
  const { started, ask, end } = bench(share)
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')]
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
  await Promise.all(all)
  expect([share.running, share.waiting]).toEqual([0, 0])
})

test('work beyond the queue of its key is refused with a retry time', async () => {
  const { started, ask } = bench(createFairShare({ ...limits, longestWait: 2_500 }))
  const all = [1, 2, 3, 4, 5].map((number) => ask('a', `a${number}`))
  const refused = await ask('a', 'a6').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ShareExceeded)
  expect(refused).toMatchObject({ retryAfter: 3 })
  expect(started).toEqual(['a1', 'a2'])
  void Promise.allSettled(all)
})

test('a full queue makes room for a key with fewer entries', async () => {
  const share = createFairShare({ ...limits, total: 1, perKey: 1 })
  const { ask } = bench(share)
  const settled = Promise.allSettled([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('a', 'a4'), ask('b', 'b1')])
  const newcomer = ask('c', 'c1')
  void newcomer.catch(() => {})
  expect(share.waiting).toBe(4)
  await vi.advanceTimersByTimeAsync(0)
  await expect(ask('b', 'b2')).rejects.toBeInstanceOf(ShareExceeded)
  await vi.advanceTimersByTimeAsync(1_000)
  void settled
})

test('queued work is refused after the longest wait', async () => {
  const share = createFairShare(limits)
  const { ask } = bench(share)
  void ask('a', 'a1')
  void ask('a', 'a2')
  const late = ask('a', 'a3').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(999)
  expect(share.waiting).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toBeInstanceOf(ShareExceeded)
  expect(share.waiting).toBe(0)
})

test('an aborted caller leaves the queue', async () => {
  const share = createFairShare(limits)
  const { ask } = bench(share)
  void ask('a', 'a1')
  void ask('a', 'a2')
  const leaving = new AbortController()
  const left = share.run('a', async () => 'never', leaving.signal).catch((error: unknown) => error)
  leaving.abort(new Error('gone'))
  expect(await left).toMatchObject({ message: 'gone' })
  expect(share.waiting).toBe(0)
  await expect(share.run('b', async () => 'never', leaving.signal)).rejects.toThrow('gone')
})

test('failed work releases its capacity', async () => {
  const share = createFairShare({ ...limits, total: 1 })
  const fail = (): Promise<never> => {
    throw new Error('broken')
  }
  await expect(share.run('a', fail)).rejects.toThrow('broken')
  expect(await share.run('a', async () => 'fine')).toBe('fine')
  expect(share.running).toBe(0)
})

test('the null key is limited only by the total', async () => {
  const { started, ask, end } = bench(createFairShare({ ...limits, perKey: 1 }))
  const all = [1, 2, 3, 4].map((number) => ask(null, `own${number}`))
  expect(started).toEqual(['own1', 'own2', 'own3'])
  for (const name of ['own1', 'own2', 'own3', 'own4']) await end(name)
  expect(await Promise.all(all)).toHaveLength(4)
})

test('no limit is ever exceeded, all work settles and nothing leaks', async () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', null), lasts: fc.integer({ min: 0, max: 1_500 }), pause: fc.integer({ min: 0, max: 300 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const share = createFairShare(limits)
      const under = new Map<string | null, number>()
      const all: Promise<unknown>[] = []
      for (const { key, lasts, pause } of steps) {
        const asked = share.run(key, async () => {
          under.set(key, (under.get(key) ?? 0) + 1)
          expect(under.get(key)).toBeLessThanOrEqual(key === null ? limits.total : limits.perKey)
          expect(share.running).toBeLessThanOrEqual(limits.total)
          await new Promise((resolve) => setTimeout(resolve, lasts))
          under.set(key, (under.get(key) ?? 0) - 1)
        })
        all.push(asked.catch((error: unknown) => expect(error).toBeInstanceOf(ShareExceeded)))
        expect(share.waiting).toBeLessThanOrEqual(limits.waiting)
        await vi.advanceTimersByTimeAsync(pause)
      }
      await vi.advanceTimersByTimeAsync(100_000)
      await Promise.all(all)
      expect([share.running, share.waiting]).toEqual([0, 0])
    }),
    { numRuns: 200 },
  )
})
