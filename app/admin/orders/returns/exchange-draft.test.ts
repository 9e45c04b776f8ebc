import { expect, test } from 'vitest'
import { exchangedGoods } from './exchange-draft.ts'

const sold = [
  { id: 'a', product_id: 'ruby', quantity: 3, unit_price: '100.00', discount: '1.00' },
  { id: 'b', product_id: 'coral', quantity: 1, unit_price: 90, discount: 0 },
]
const reason = 'Exchange for the same product'

test('another product costs what it costs now, and the same one what was paid', () => {
  const lines = [
    { item: 'a', credited: 2 },
    { item: 'b', credited: 1 },
  ]
  expect(
    exchangedGoods(
      lines,
      new Map([
        ['a', 'ruby'],
        ['b', 'plum'],
      ]),
      sold,
    ),
  ).toEqual([
    { product_id: 'ruby', quantity: 2, unit_price: 99.66, reason },
    { product_id: 'plum', quantity: 1 },
  ])
})

test('pieces of one product are one line, and pieces that are not credited are not exchanged', () => {
  const lines = [
    { item: 'a', credited: 2 },
    { item: 'b', credited: 1 },
  ]
  expect(
    exchangedGoods(
      lines,
      new Map([
        ['a', 'plum'],
        ['b', 'plum'],
      ]),
      sold,
    ),
  ).toEqual([{ product_id: 'plum', quantity: 3 }])
  expect(exchangedGoods([{ item: 'a', credited: 0 }], new Map([['a', 'plum']]), sold)).toEqual([])
})
