import { expect, test } from 'vitest'
import { shortRupees } from './short-rupees.ts'

test('paise are written only where there are any', () => {
  expect([145_000, 13_112, 10, 0, 25_950].map(shortRupees)).toEqual(['₹1,450', '₹131.12', '₹0.10', '₹0', '₹259.50'])
})
