import { expect, test } from 'vitest'
import { DEFAULT_CONNECTIONS, divideConnections, FEWEST_CONNECTIONS, MOST_CONNECTIONS } from './connection-budget.ts'
import { MAX_CONNECTIONS } from './postgres.ts'

const OUTSIDE = 6
const pooled = (total: number): number => Object.values(divideConnections(total)).reduce((sum, size) => sum + size, 0)

test('the default is what all pools and listeners have, and the embedded database allows it beside three commands', () => {
  expect(DEFAULT_CONNECTIONS).toBe(69)
  expect(divideConnections(DEFAULT_CONNECTIONS)).toEqual({
    pages: 6,
    visitors: 6,
    users: 10,
    auth: 6,
    storage: 6,
    realtimeRows: 3,
    realtime: 3,
    callers: 4,
    orders: 8,
    payments: 4,
    tries: 2,
    mails: 3,
    jobs: 2,
  })
  const reservedForSuperusers = 3
  expect(MAX_CONNECTIONS - reservedForSuperusers).toBeGreaterThanOrEqual(DEFAULT_CONNECTIONS + 3)
})

test('every budget is used up to the last connection, and no pool loses by a larger one', () => {
  for (let total = FEWEST_CONNECTIONS; total <= 300; total += 1) {
    expect(pooled(total) + OUTSIDE, `${total}`).toBe(total)
    const [small, large] = [divideConnections(total), divideConnections(total + 1)]
    for (const [pool, size] of Object.entries(small)) expect(large[pool as keyof typeof large], `${pool} of ${total}`).toBeGreaterThanOrEqual(size)
  }
  expect(pooled(MOST_CONNECTIONS) + OUTSIDE).toBe(MOST_CONNECTIONS)
})

test('the smallest budget gives each pool one connection, and two where one may be held for long', () => {
  const { mails, jobs, ...others } = divideConnections(FEWEST_CONNECTIONS)
  expect([mails, jobs, ...new Set(Object.values(others))]).toEqual([2, 2, 1])
  expect(FEWEST_CONNECTIONS).toBe(21)
})

test.each([1, 4, 10])('%d mails at once have a connection each, and one is left to queue others, where the budget allows it', (workers) => {
  for (let total = FEWEST_CONNECTIONS; total <= 100; total += 1) {
    const sizes = divideConnections(total, workers)
    expect(Object.values(sizes).reduce((sum, size) => sum + size, OUTSIDE)).toBe(total)
    expect(Math.min(...Object.values(sizes))).toBeGreaterThanOrEqual(1)
    expect(sizes.mails).toBeGreaterThanOrEqual(Math.min(workers + 1, 2 + total - FEWEST_CONNECTIONS))
  }
})
