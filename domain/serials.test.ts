import { expect, test } from 'vitest'
import { financialYear, formatSerial } from './serials.ts'

test.each([
  ['2026-11-20T10:00:00Z', '26-27'],
  ['2027-03-31T18:29:59Z', '26-27'],
  ['2027-03-31T18:30:00Z', '27-28'],
  ['2026-01-01T00:00:00Z', '25-26'],
  ['2099-04-02T00:00:00Z', '99-00'],
])('%s falls into the financial year %s, which turns at midnight in India', (moment, year) => expect(financialYear(new Date(moment))).toBe(year))

test('a serial has at most the 16 characters of rule 46', () => {
  expect(formatSerial('INV', '26-27', 123)).toBe('INV/26-27/000123')
  expect(formatSerial('CN', '26-27', 1)).toBe('CN/26-27/000001')
  expect(formatSerial('INV', '26-27', 999_999)).toHaveLength(16)
  for (const number of [1_000_000, 0, -1, 1.5]) expect(() => formatSerial('INV', '26-27', number)).toThrow(RangeError)
  expect(() => formatSerial('IN V', '26-27', 1)).toThrow(RangeError)
})
