import { expect, test } from 'vitest'
import { readRupees } from './read-rupees.ts'

test('an amount is read to the paisa, as people type it', () => {
  expect(['149', ' 149.5 ', '1,79,637.00', '179,637.5', '1,200', '0', '999999999.99'].map(readRupees)).toEqual([
    14_900, 14_950, 17_963_700, 17_963_750, 120_000, 0, 99_999_999_999,
  ])
})

test('a text that is not an amount is null', () => {
  expect(['', '-1', '1.005', '1.', '.5', '1e3', '₹1', '1 000', '1000000000', 'NaN'].map(readRupees)).toEqual(Array.from({ length: 10 }, () => null))
})

test('a comma that does not group thousands is never ignored: 107,50 is not 10,750', () => {
  expect(['12,5', '107,50', '1,2,3', ',100', '1,000,', '12,3456', '1,00.5', '1,234,56'].map(readRupees)).toEqual(Array.from({ length: 8 }, () => null))
})
