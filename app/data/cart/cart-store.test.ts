import { expect, test } from 'vitest'
import { unitCount, withChanges } from './cart-store.ts'
import { parseRemembered } from './remembered-item.ts'

const items = [
  { product_id: 'a', quantity: 6, product: null },
  { product_id: 'b', quantity: 1, product: null },
]

test('the badge shows the sum of quantities', () => {
  expect(unitCount(items)).toBe(7)
})

test.each([0, -3])('a quantity of %d removes the line', (quantity) => {
  expect(withChanges(items, [{ productId: 'a', quantity }])).toEqual([items[1]])
})

test('a change leaves the other lines and their order alone', () => {
  expect(withChanges(items, [{ productId: 'a', quantity: 7 }])).toEqual([{ ...items[0], quantity: 7 }, items[1]])
})

test('an item wanted yesterday or from the future is not added', () => {
  const now = 1_000_000_000
  const wanted = { productId: 'a', quantity: 2, at: now - 60_000 }
  expect(parseRemembered(wanted, now)).toEqual({ productId: 'a', quantity: 2 })
  expect(parseRemembered({ ...wanted, at: now - 90_000_000 }, now)).toBeNull()
  expect(parseRemembered({ ...wanted, at: now + 1 }, now)).toBeNull()
  expect(parseRemembered({ ...wanted, quantity: 0 }, now)).toBeNull()
})
