import { expect, test } from 'vitest'
import { askLimit } from './ask-limit.ts'

test('an account is limited per minute, refused calls do not count, and other accounts are not affected', () => {
  const limit = askLimit(3, 60_000)
  expect([0, 1000, 2000].map((now) => limit.may('meera', now))).toEqual([true, true, true])
  expect([3000, 59_999].map((now) => limit.may('meera', now))).toEqual([false, false])
  expect(limit.may('arjun', 3000)).toBe(true)
  // the first check is a minute ago
  expect(limit.may('meera', 60_000)).toBe(true)
  expect(limit.may('meera', 60_500)).toBe(false)
  expect(limit.may('meera', 61_000)).toBe(true)
})

test('inactive accounts are removed from memory, active ones are not', () => {
  const limit = askLimit(1, 1000, 2)
  expect([limit.may('a', 0), limit.may('b', 900), limit.may('c', 1500)]).toEqual([true, true, true])
  expect(limit.may('b', 1600)).toBe(false)
  expect(limit.may('a', 1600)).toBe(true)
})
