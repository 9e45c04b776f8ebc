import { expect, test } from 'vitest'
import { checkSeries, financialYear, formatSerial } from './serials.ts'

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

test('a shorter number leaves room for a longer prefix', () => {
  expect(formatSerial('SHRI', '26-27', 42, 5)).toBe('SHRI/26-27/00042')
  expect(formatSerial('A', '26-27', 9999, 4)).toBe('A/26-27/9999')
  expect(() => formatSerial('A', '26-27', 10_000, 4)).toThrow(RangeError)
})

test.each([
  ['INV', 6, null],
  ['M-1', 6, null],
  ['MUM-1', 4, null],
  ['1', 4, null],
  ['', 6, 'characters'],
  ['inv', 6, 'characters'],
  ['-A', 6, 'characters'],
  ['A-', 6, 'characters'],
  ['A/B', 6, 'characters'],
  ['A B', 6, 'characters'],
  ['बिल', 6, 'characters'],
  ['0A', 6, 'zero'],
  ['0', 6, 'zero'],
  ['A0', 6, null],
  ['INV', 3, 'digits'],
  ['A', 8, null],
  ['AB', 7, null],
  ['A', 9, 'digits'],
  ['INV', 7, 'too_long'],
  ['INV', 5.5, 'digits'],
  ['INVO', 6, 'too_long'],
  ['MUMBAI', 4, 'too_long'],
  ['CMP', 6, 'reserved'],
])('a series %j with %d digits: %j', (prefix, digits, error) => expect(checkSeries(prefix, digits)).toBe(error))

test('a series that begins with 0 already may keep its name', () => {
  expect(checkSeries('0A', 6, ['0A', null])).toBeNull()
  expect(checkSeries('0B', 6, ['0A', null])).toBe('zero')
})
