import { expect, test } from 'vitest'
import { age } from './age.ts'
import { formatDate, formatDay, formatDocumentDay } from './dates.ts'

test.each([
  ['2026-11-05T10:37:00Z', 'Nov 5, 2026 4:07 PM'],
  ['2026-12-31T18:30:00Z', 'Jan 1, 2027 12:00 AM'],
  ['2026-06-01T06:30:00Z', 'Jun 1, 2026 12:00 PM'],
  ['2026-02-28T20:00:00+05:30', 'Feb 28, 2026 8:00 PM'],
])('%s reads %s in India', (moment, expected) => {
  expect(formatDate(moment)).toBe(expected)
  expect(formatDate(new Date(moment))).toBe(expected)
  expect(expected.startsWith(formatDay(moment))).toBe(true)
})

test('an invalid date throws', () => expect(() => formatDate('soon')).toThrow(RangeError))

test.each([
  [0, 'Just now'],
  [59, 'Just now'],
  [60, '1m ago'],
  [3599, '59m ago'],
  [3600, '1h ago'],
  [86399, '23h ago'],
  [86400, '1d ago'],
  [40 * 86400, '40d ago'],
  [-30, 'Just now'],
])('%i seconds read %s', (seconds, expected) => {
  const now = new Date('2026-11-20T10:00:00Z')
  expect(age(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(expected)
})

test.each([
  ['2026-11-22T18:29:59Z', '22 Nov 2026'],
  ['2026-12-31T18:30:00Z', '1 Jan 2027'],
])('%s is %s on a document', (moment, expected) => {
  expect(formatDocumentDay(moment)).toBe(expected)
})
