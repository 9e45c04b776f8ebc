import { expect, test } from 'vitest'
import { daysLeft, firstToSell, isDay, periodBounds } from './expiry.ts'

test('a day is a date of the calendar between 2000 and 2100', () => {
  expect(['2026-11-23', '2028-02-29', '2000-01-01', '2100-12-31'].map(isDay)).toEqual([true, true, true, true])
  expect(['2026-02-30', '2027-02-29', '1999-12-31', '2101-01-01', '23-11-2026', '', '2026-1-1'].map(isDay)).toEqual(Array.from({ length: 7 }, () => false))
})

test('a batch may be sold on its last day, which is the first of every period; the day before is expired', () => {
  expect(periodBounds('in30', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-12-23' })
  expect(periodBounds('expired', '2026-11-23')).toEqual({ from: null, to: '2026-11-22' })
  expect([daysLeft('2026-11-23', '2026-11-23'), daysLeft('2026-11-22', '2026-11-23'), daysLeft('2027-03-01', '2027-02-28')]).toEqual([0, -1, 1])
})

test('neither an expired batch nor one that is used up is the one to sell first', () => {
  const batches = [
    { expires_on: '2026-11-22', remaining: 5 },
    { expires_on: '2026-11-23', remaining: 0 },
    { expires_on: '2026-11-24', remaining: 1 },
    { expires_on: '2026-11-25', remaining: 9 },
  ]
  expect(firstToSell(batches, '2026-11-23')).toBe(batches[2])
  expect(firstToSell(batches.slice(0, 2), '2026-11-23')).toBeUndefined()
})
