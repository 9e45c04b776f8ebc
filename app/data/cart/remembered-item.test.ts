import { expect, test } from 'vitest'
import { readQuantity } from './remembered-item.ts'

test('a quantity in an address is 1 to 9,999', () => {
  expect(['1', '24', '9999'].map(readQuantity)).toEqual([1, 24, 9999])
  for (const text of [null, '', '0', '-1', '1.5', '1e3', '10000', ' 2', '२']) expect(readQuantity(text)).toBeNull()
})
