import { expect, test } from 'vitest'
import { waitAfter } from './checking-plan.ts'

test('the checks of a payment get less frequent, and end after some minutes', () => {
  const waits: number[] = []
  for (let asked = 0, wait = waitAfter(0); wait !== null; asked += 1, wait = waitAfter(asked)) waits.push(wait)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits[0]).toBeLessThanOrEqual(2000)
  const all = waits.reduce((sum, wait) => sum + wait, 0)
  expect(all).toBeGreaterThan(2 * 60_000)
  expect(all).toBeLessThan(5 * 60_000)
})
