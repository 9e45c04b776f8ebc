import { expect, it } from 'vitest'
import { inOneUnit } from './units.ts'

const codes = (...list: Parameters<typeof inOneUnit>) => inOneUnit(...list).errors.map(({ field, code }) => `${field} ${code}`)

it('quantities are converted to the unit in which the product is sold', () => {
  expect(inOneUnit({ unit: 'Nos', stock: 3, stockUnit: 'Doz', price: 100, priceUnit: 'pcs' }, null)).toEqual({
    values: { unit: 'Nos', stock: 36, price: 100 },
    errors: [],
  })
  expect(inOneUnit({ stock: 3, stockUnit: 'Doz' }, 'NOS').values.stock).toBe(36)
  expect(inOneUnit({ stock: 24, stockUnit: 'Nos' }, 'Doz').values.stock).toBe(2)
  expect(inOneUnit({ stock: 24, stockUnit: 'Nos', minimumUnit: 'pcs', min_order_quantity: 6 }, null).values).toEqual({ stock: 24, min_order_quantity: 6 })
  expect(inOneUnit({ reorder_level: 2, reorderUnit: 'Doz', unit: 'Nos' }, null).values).toEqual({ reorder_level: 24, unit: 'Nos' })
  // The price says what is sold: dozens, of which there are three.
  expect(inOneUnit({ stock: 3, stockUnit: 'Doz', price: 100, priceUnit: 'Doz' }, null).values).toEqual({ unit: 'DOZ', stock: 3, price: 100 })
})

it('a number in a unit that cannot be converted is refused, never multiplied by a guess', () => {
  expect(codes({ stock: 3, stockUnit: 'Doz', price: 100 }, null)).toEqual(['unit WHICH_UNIT'])
  expect(codes({ unit: 'Nos', price: 100, priceUnit: 'Doz' }, null)).toEqual(['price OTHER_UNIT'])
  expect(codes({ stock: 25, stockUnit: 'Nos' }, 'Doz')).toEqual(['stock OTHER_UNIT'])
  expect(codes({ unit: 'Nos', stock: 2, stockUnit: 'Box' }, null)).toEqual(['stock OTHER_UNIT'])
  expect(codes({ price: 300, priceUnit: 'lakh' }, null)).toEqual(['unit WHICH_UNIT'])
  expect(codes({ stock: 2, stockUnit: 'Box' }, 'Box')).toEqual([])
})
