import { expect, test } from 'vitest'
import { effectiveMinimum, isStockStatus, stockLabel, STOCK_STATUS_BOUNDS } from './stock.ts'

test.each([
  [11, 'in', 'In Stock'],
  [10, 'low', 'Only 10 left'],
  [1, 'low', 'Only 1 left'],
  [0, 'out', 'Out of Stock'],
  [-2, 'out', 'Out of Stock'],
] as const)('stock %i is labelled %s: %s', (stock, kind, text) => expect(stockLabel(stock)).toEqual({ kind, text }))

test.each([
  [6, 100, 6],
  [6, 4, 4],
  [6, 0, 1],
  [1, 5, 1],
  [0, 5, 1],
])('with a minimum of %i and %i in stock, %i may be ordered', (min_order_quantity, stock, expected) => {
  expect(effectiveMinimum({ min_order_quantity, stock })).toBe(expected)
})

test('every stock has exactly one status; 10 counts as in stock in the filter', () => {
  const statusesOf = (stock: number) =>
    Object.entries(STOCK_STATUS_BOUNDS)
      .filter(([, { from, to }]) => stock >= from && (to === null || stock <= to))
      .map(([name]) => name)
  expect([0, 1, 9, 10, 500].map(statusesOf)).toEqual([['out_of_stock'], ['low_stock'], ['low_stock'], ['in_stock'], ['in_stock']])
})

test('only the three names are valid', () => {
  expect(['in_stock', 'toString', '', null].map(isStockStatus)).toEqual([true, false, false, false])
})
