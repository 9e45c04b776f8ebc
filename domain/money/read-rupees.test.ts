import { expect, test } from 'vitest'
import { readRupees } from './read-rupees.ts'

test('an amount is read to the paisa, as people type it', () => {
  expect(['149', ' 149.5 ', '1,79,637.00', '0', '999999999.99'].map(readRupees)).toEqual([14_900, 14_950, 17_963_700, 0, 99_999_999_999])
})

test('what is no amount is null', () => {
  expect(['', '-1', '1.005', '1.', '.5', '1e3', '₹1', '1 000', '1000000000', 'NaN'].map(readRupees)).toEqual(Array.from({ length: 10 }, () => null))
})
