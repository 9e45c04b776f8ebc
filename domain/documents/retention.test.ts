import { expect, test } from 'vitest'
import { isNoLongerKept, keptUntil, noteUntil } from './retention.ts'

test.each([
  ['2026-11-20T10:00:00Z', '2033-12-31T18:30:00.000Z'], // financial year 26-27, its return due on 31 December 2027, plus six years
  ['2027-03-31T18:29:59Z', '2033-12-31T18:30:00.000Z'], // the last second of the financial year in India
  ['2027-03-31T18:30:00Z', '2034-12-31T18:30:00.000Z'], // the first second of the next one
  ['2026-04-01T00:00:00+05:30', '2033-12-31T18:30:00.000Z'],
])('a document of %s is kept until %s', (issued, until) => {
  expect(keptUntil(new Date(issued)).toISOString()).toBe(until)
})

test('an accepted order without a document had one that expired; a pending one never had one', () => {
  expect(['pending', 'processing', 'shipped', 'delivered', 'cancelled'].filter((status) => isNoLongerKept({ status, documents: [] }))).toEqual([
    'processing',
    'shipped',
    'delivered',
  ])
  expect(isNoLongerKept({ status: 'delivered', documents: [{}] })).toBe(false)
})

test.each([
  ['2026-11-20T10:00:00Z', '2027-11-30T18:30:00.000Z'],
  ['2027-03-31T18:29:59Z', '2027-11-30T18:30:00.000Z'], // the last second of the financial year in India
  ['2027-03-31T18:30:00Z', '2028-11-30T18:30:00.000Z'],
])('a credit note for an invoice of %s lowers tax until %s', (issued, until) => {
  expect(noteUntil(new Date(issued)).toISOString()).toBe(until)
})
