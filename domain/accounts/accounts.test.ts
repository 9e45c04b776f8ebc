import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frozenOrder, goods } from '../documents/testing/frozen-order.ts'
import { gstSummary } from '../gstr1/gst-summary.ts'
import { returnDocument } from '../gstr1/return-document.ts'
import { paidOf } from '../gstr1/tax-amounts.ts'
import { toPaise } from '../money/money.ts'
import { accountDocument } from './account-document.ts'
import { bookTotals, dayBook, dayBookSheet } from './day-book.ts'
import { daysRange } from './days-range.ts'
import { orderLinesSheet } from './order-lines.ts'
import { plainCell, sheetMoment } from './sheet.ts'
import { sumsOfEntries } from './book-entry.ts'
import { goldenEntries, randomEntries } from './testing/entries.ts'
import { goldenMonth, randomMoney, randomMonth } from './testing/month.ts'

describe('days', () => {
  test('are days of Indian time, in order and at most a year', () => {
    expect(daysRange('2026-11-01', '2026-11-30')).toEqual({
      first: '2026-11-01',
      last: '2026-11-30',
      from: new Date('2026-10-31T18:30:00Z'),
      until: new Date('2026-11-30T18:30:00Z'),
    })
    expect(daysRange('2026-04-01', '2027-03-31')).not.toBeNull()
    for (const [from, to] of [
      ['2026-11-02', '2026-11-01'],
      ['2026-04-01', '2027-04-02'],
      ['2026-02-30', '2026-03-01'],
      ['1/11/2026', '2/11/2026'],
      ["2026-11-01' or 1", '2026-11-02'],
      [20_261_101, '2026-11-02'],
      [null, undefined],
    ]) {
      expect(daysRange(from, to), String(from)).toBeNull()
    }
  })
})

describe('for any month', () => {
  test('documents have the amounts of the return', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const facts = randomMonth(seed)
        const documents = facts.map(accountDocument)
        const { total } = gstSummary(facts.map(returnDocument))
        expect(bookTotals({ documents, money: [], entries: [] }).tax).toEqual(total)
        for (const { tax, value } of documents) expect(paidOf(tax)).toBe(value)
      }),
    )
  })

  test('the days of the day book sum to the period, in any order of the entries', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [documents, money, entries] = [randomMonth(seed).map(accountDocument), randomMoney(seed), randomEntries(seed)]
        const whole = bookTotals({ documents, money, entries })
        const days = dayBook({ documents, money, entries })
        expect(
          bookTotals({
            documents: days.flatMap((day) => day.documents),
            money: days.flatMap((day) => day.money),
            entries: days.flatMap((day) => day.entries),
          }),
        ).toEqual(whole)
        expect(days.reduce((sum, { totals }) => sum + totals.value, 0)).toBe(whole.value)
        expect(days.reduce((sum, { totals }) => sum + totals.received - totals.refunded, 0)).toBe(whole.received - whole.refunded)
        for (const sum of ['cleared', 'toBank', 'charges', 'difference', 'credit'] as const)
          expect(days.reduce((total, { totals }) => total + totals.sums[sum], 0)).toBe(whole.sums[sum])
        const { cleared, toBank, charges, difference } = whole.sums
        expect(toBank + charges + difference).toBe(cleared)
        expect(
          dayBook({ documents: documents.toReversed(), money: money.toReversed(), entries: entries.toReversed() }).map(({ day, totals }) => [day, totals]),
        ).toEqual(days.map(({ day, totals }) => [day, totals]))
      }),
    )
  })
})

test('the day book lists entries by time and the totals of each day', () => {
  const { documents, money } = goldenMonth()
  const entries = goldenEntries()
  const { headings, rows } = dayBookSheet(dayBook({ documents: documents.map(accountDocument), money, entries }))
  for (const row of rows) expect(row.length).toBe(headings.length)
  expect(rows.map((row) => row.slice(0, 4).map(plainCell))).toEqual([
    ['2026-11-03', '2026-11-03 12:00', 'Tax invoice', 'INV/26-27/000001'],
    ['2026-11-03', '', 'Total of the day', ''],
    ['2026-11-04', '2026-11-04 12:00', 'Tax invoice', 'INV/26-27/000002'],
    ['2026-11-04', '', 'Total of the day', ''],
    ['2026-11-05', '2026-11-05 09:30', 'Receipt', ''],
    ['2026-11-05', '', 'Total of the day', ''],
    ['2026-11-20', '2026-11-20 12:00', 'Credit note', 'CN/26-27/000001'],
    ['2026-11-20', '', 'Total of the day', ''],
    ['2026-11-21', '2026-11-21 09:30', 'Refund', ''],
    ['2026-11-21', '', 'Total of the day', ''],
    ['2026-11-22', '2026-11-22 09:30', 'Courier’s transfer', ''],
    ['2026-11-22', '', 'Total of the day', ''],
    ['2026-11-23', '2026-11-23 09:30', 'Difference settled', ''],
    ['2026-11-23', '', 'Total of the day', ''],
    ['2026-11-24', '2026-11-24 09:30', 'Courier’s transfer', ''],
    ['2026-11-24', '2026-11-24 10:30', 'Store credit by hand', ''],
    ['2026-11-24', '2026-11-24 11:30', 'Store credit by hand', ''],
    ['2026-11-24', '', 'Total of the day', ''],
  ])
  const sums = rows.slice(-8).map((row) => row.slice(-5).map(plainCell))
  expect(headings.slice(-5)).toEqual(['Courier paid out', 'To bank', 'Courier charges', 'Courier difference', 'Store credit by hand'])
  expect(sums).toEqual([
    ['882.00', '952.80', '47.20', '-118.00', ''],
    ['882.00', '952.80', '47.20', '-118.00', '0.00'],
    ['118.00', '0.00', '0.00', '118.00', ''],
    ['118.00', '0.00', '0.00', '118.00', '0.00'],
    ['85.00', '0.00', '90.00', '-5.00', ''],
    ['', '', '', '', '150.00'],
    ['', '', '', '', '-50.00'],
    ['85.00', '0.00', '90.00', '-5.00', '100.00'],
  ])
  expect(sumsOfEntries(entries)).toEqual({ cleared: 108_500, toBank: 95_280, charges: 13_720, difference: -500, credit: 10_000 })
})

test('the lines of an order, with its charges, sum to its total', () => {
  const [order, items] = frozenOrder({ lines: [[goods('Lipstick', '33049910', 18, '118.00'), 2], [goods('Shampoo', '330510', 5, '210.00'), 1]], to: '29' }) // prettier-ignore
  const { headings, rows } = orderLinesSheet([
    { order, items, documents: [{ kind: 'invoice', serial: 'INV/26-27/000001', issued_at: '2026-11-18T20:00:00Z' }] },
  ])
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row.length).toBe(headings.length)
  const total = headings.indexOf('Total')
  expect(rows.reduce((sum, row) => sum + toPaise(plainCell(row[total] ?? null)), 0)).toBe(toPaise(order.total_amount))
  expect(rows[0]?.slice(0, 11).map(plainCell)).toEqual(
    ['2026-11-18 14:30', 482_715, 'pending', 'INV/26-27/000001', '2026-11-19 01:30', '', 'Asha Rao', '', '', 'Karnataka', 1], // prettier-ignore
  )
  expect(sheetMoment('2026-12-31T18:30:00Z')).toBe('2027-01-01 00:00')
})
