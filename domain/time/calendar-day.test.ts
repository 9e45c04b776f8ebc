import { expect, test } from 'vitest'
import { addDays, formatDayRange, indianDay, isSunday, readDay, writeDay } from './calendar-day.ts'

test('the day is that of India, whose midnight is 18:30 of the day before in UTC', () => {
  expect(indianDay('2026-11-22T18:29:59Z')).toBe('2026-11-22')
  expect(indianDay('2026-11-22T18:30:00Z')).toBe('2026-11-23')
})

test('days are counted across months and years', () => {
  expect([addDays('2026-11-30', 1), addDays('2026-12-31', 2), addDays('2028-02-28', 1)]).toEqual(['2026-12-01', '2027-01-02', '2028-02-29'])
  expect([isSunday('2026-11-22'), isSunday('2026-11-23')]).toEqual([true, false])
})

test('a range names the month once, both months if it crosses them, and a single day once', () => {
  expect(formatDayRange('2026-11-24', '2026-11-28')).toBe('Tue 24 – Sat 28 Nov')
  expect(formatDayRange('2026-11-28', '2026-12-02')).toBe('Sat 28 Nov – Wed 2 Dec')
  expect(formatDayRange('2026-11-24', '2026-11-24')).toBe('Tue 24 Nov')
})

test.each([
  ['8/11/2026', '2026-11-08'],
  ['08-11-2026', '2026-11-08'],
  ['8.11.2026', '2026-11-08'],
  ['2026-11-08', '2026-11-08'],
  ['29/02/2028', '2028-02-29'],
])('%s is the day %s', (text, day) => {
  expect(readDay(text)).toBe(day)
  expect(readDay(writeDay(day))).toBe(day)
})

test.each(['', 'Diwali', '31/11/2026', '11/31/2026', '29/02/2026', '8/11/26', '8/11/1026', '2026-11', '0/1/2026'])('%j is no day', (text) =>
  expect(readDay(text)).toBeNull(),
)
