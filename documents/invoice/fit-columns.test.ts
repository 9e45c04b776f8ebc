import { expect, test } from 'vitest'
import { fitColumns } from './fit-columns.ts'
import { column } from './sheet.ts'
import type { Cell } from './sheet.ts'

const table = (amount: string) => ({
  columns: [column('Description', 0), ...Array.from({ length: 6 }, () => column('Amount', 50, { right: true }))],
  rows: [[['Kumkum', ''], ...Array.from({ length: 6 }, (): Cell => [amount, ''])]] satisfies Cell[][],
  foot: [],
})

test('amounts that fit do not change the table', () => {
  expect(fitColumns(table('₹786.72'), 8)).toMatchObject({ size: 8, columns: [{ width: 0 }, { width: 50 }, {}, {}, {}, {}, {}] })
})

test('a longer amount widens its column', () => {
  const [, amount] = fitColumns(table('₹1,12,786.72'), 8).columns
  expect(amount?.width).toBeGreaterThan(50)
})

test('amounts in crores make the text smaller, and the table fits the page', () => {
  const fitted = fitColumns(table('₹12,34,51,60,000.00'), 8)
  expect(fitted.size).toBeLessThan(8)
  expect(fitted.columns.reduce((sum, { width }) => sum + width, 0)).toBeLessThan(527)
})
