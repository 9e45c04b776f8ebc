import { expect, test } from 'vitest'
import { monthAway, monthName, monthShown, monthsOffered } from './months.ts'

const newYear = new Date('2026-12-31T18:30:00Z') // 1 January in India

test('the month shown is the one of the address, else the last that is over in India', () => {
  expect(monthShown('2026-04', newYear)).toBe('2026-04')
  for (const none of [null, '', '2026-13', '../x']) expect(monthShown(none, newYear)).toBe('2026-12')
  expect(monthShown(null, new Date(newYear.getTime() - 1))).toBe('2026-11')
})

test('months go over the turn of the year', () => {
  expect([monthAway('2026-01', -1), monthAway('2026-12', 1), monthAway('2026-06', -30)]).toEqual(['2025-12', '2027-01', '2023-12'])
  expect(monthName('2026-09')).toBe('September 2026')
})

test('two years are offered, and the month shown even if it is older', () => {
  expect(monthsOffered('2026-12', newYear).slice(0, 2)).toEqual(['2027-01', '2026-12'])
  expect(monthsOffered('2020-05', newYear).at(-1)).toBe('2020-05')
})
