import { describe, expect, test } from 'vitest'
import { guessColumns, headingPlace } from './columns.ts'
import { dayOf, readRemittance } from './read-rows.ts'

const read = (headings: string[], ...lines: string[][]) =>
  readRemittance(
    lines.map((cells, at) => ({ row: at + 2, cells })),
    guessColumns(headings),
  )

describe('the headings of couriers', () => {
  test.each([
    [
      ['AWB No.', 'Order ID', 'COD Amount (₹)', 'Freight Charges', 'COD Charges', 'Remittance Date', 'UTR No.'],
      ['tracking', 'order', 'collected', 'charges', 'charges', 'date', 'reference'],
    ],
    [
      ['Waybill', 'COD Amount', 'Total Charges', 'Freight', 'Remitted Amount'],
      ['tracking', 'collected', 'charges', null, null],
    ],
    [
      ['Consignment Number', 'Amount', 'Something'],
      ['tracking', 'collected', null],
    ],
    [
      ['CRF ID', 'AWB', 'Remitted Amount'],
      ['reference', 'tracking', 'collected'],
    ],
  ])('%j', (headings, fields) => {
    expect(guessColumns(headings)).toEqual(fields)
  })

  test('are found below lines with the courier and the period', () => {
    const records = [['Fast Courier Pvt Ltd'], ['COD remittance 1–7 November'], ['AWB', 'COD Amount', 'Freight'], ['A1', '300', '50']]
    expect(headingPlace(records.map((cells) => ({ cells })))).toBe(2)
  })
})

describe('the rows', () => {
  const HEADINGS = ['AWB', 'Order No', 'COD Amount', 'Freight', 'GST on charges', 'Date', 'UTR']

  test('have their numbers and amounts in paise, charges added up, and the first day and reference', () => {
    const { rows, unread, date, reference } = read(
      HEADINGS,
      ['D 100', '482-715', '₹ 1,716.00', '50', '9', '22-11-2026', 'UTIB0001'],
      ['="78310000000001"', '', '300.5', '', '', '', ''],
      ['R1', '', '', '40', '7.20', '', ''],
    )
    expect(rows).toEqual([
      { place: 2, tracking: 'D 100', order: '482-715', collected: 171_600, charges: 5900 },
      { place: 3, tracking: '78310000000001', order: '', collected: 30_050, charges: 0 },
      { place: 4, tracking: 'R1', order: '', collected: 0, charges: 4720 },
    ])
    expect({ unread, date, reference }).toEqual({ unread: [], date: '2026-11-22', reference: 'UTIB0001' })
  })

  test('that cannot be read are named with their place; totals are left out', () => {
    const { rows, unread } = read(
      HEADINGS,
      ['', '', '300', '', '', '', ''],
      ['A1', '', '-300', '', '', '', ''],
      ['A2', '', '1.299', '', '', '', ''],
      ['A3', '', 'three', '', '', '', ''],
      ['A4'.repeat(50), '', '3', '', '', '', ''],
      ['Total', '', '900', '', '', '', ''],
    )
    expect(rows).toEqual([])
    expect(unread).toEqual([
      { place: 2, why: 'NO_NUMBER' },
      { place: 3, why: 'NO_AMOUNT' },
      { place: 4, why: 'NO_AMOUNT' },
      { place: 5, why: 'NO_AMOUNT' },
      { place: 6, why: 'TOO_LONG' },
    ])
  })

  test.each([
    ['22-11-2026', '2026-11-22'],
    ['2/1/26', '2026-01-02'],
    ['2026-11-22 10:31:00', '2026-11-22'],
    ['22 Nov 2026', '2026-11-22'],
    ['22-November-2026', '2026-11-22'],
    ['31-02-2026', ''],
    ['soon', ''],
  ])('a day: %s', (text, day) => expect(dayOf(text)).toBe(day))
})
