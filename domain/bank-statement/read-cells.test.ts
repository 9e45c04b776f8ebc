import { expect, test } from 'vitest'
import { columnsOf, findHeadings } from './columns.ts'
import { readSignedAmount, readStatementDay } from './read-cells.ts'
import { ordersNamedIn, referencesOf } from './references.ts'

test.each([
  ['24/11/26', '2026-11-24'],
  ['  1/11/2026 ', '2026-11-01'],
  ['24-11-2026', '2026-11-24'],
  ['24-Nov-2026', '2026-11-24'],
  ['1 November 2026', '2026-11-01'],
  ['24 Nov 26 10:15', '2026-11-24'],
  ['2026-11-24 10:15:00', '2026-11-24'],
  ['', null],
  ['11/24/2026', undefined],
  ['31/02/2026', undefined],
  ['Opening', undefined],
])('the day %j is %j', (cell, day) => expect(readStatementDay(cell)).toBe(day))

test.each([
  ['1,23,456.50', { amount: 12_345_650, sign: 0 }],
  ['336.00 Cr', { amount: 33_600, sign: 1 }],
  ['336.00(Dr.)', { amount: 33_600, sign: -1 }],
  ['-500', { amount: 50_000, sign: -1 }],
  ['(500.00)', { amount: 50_000, sign: -1 }],
  ['₹ 336', { amount: 33_600, sign: 0 }],
  ['', null],
  ['-', null],
  ['12.345', undefined],
  ['=1+1', undefined],
  ['9'.repeat(61), undefined],
])('the amount %j is %j', (cell, amount) => expect(readSignedAmount(cell)).toEqual(amount))

test('headings of banks are known in any case and spacing; the first Dr / Cr is the amount’s', () => {
  expect(columnsOf(['Sl. No.', 'Date', 'Description', 'Chq / Ref number', 'Amount', 'Dr / Cr', 'Balance', 'Dr / Cr'])).toEqual({
    date: 1,
    narration: 2,
    reference: 3,
    amount: 4,
    sign: 5,
  })
  expect(columnsOf(['Txn Date', 'Value Date', 'NARRATION', 'Withdrawal Amt.(INR)', 'Deposit Amt. (Rs)', 'Type'])).toEqual({
    date: 0,
    narration: 2,
    debit: 3,
    credit: 4,
  })
  expect(findHeadings([['Statement'], ['Date', 'Something', 'Credit']])).toBeNull()
})

test('a reference is found in its column and in the narration; a cheque’s number is none', () => {
  expect(referencesOf('0000612345678901', '')).toEqual(['612345678901'])
  expect(referencesOf('UPI-612345678901', 'UPI/ASHA/612345678901')).toEqual(['612345678901'])
  expect(referencesOf('004512', 'CHEQUE DEPOSIT')).toEqual([])
  // the account number of the payer is not taken for the reference of a transfer that has one
  expect(referencesOf('', 'NEFT SBINN52026112100012345 FROM 123456789012')[0]).toBe('SBINN52026112100012345')
  expect(referencesOf('', 'x'.repeat(300))).toEqual([])
})

test('orders are named by number, short id or the reference of the link', () => {
  expect(ordersNamedIn('UPI order no. 482-715, #7F3C9A2E')).toMatchObject({ explicit: [482_715, '7f3c9a2e'] })
  expect(ordersNamedIn('UPI/7f3c9a2e111142228333444455556666d1/OK')).toMatchObject({ explicit: ['7f3c9a2e111142228333444455556666'] })
  expect(ordersNamedIn('PHONE 9876543210 PIN 411001')).toMatchObject({ numbers: [411_001], explicit: [] })
})
