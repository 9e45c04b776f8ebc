import { expect, test } from 'vitest'
import type { CartProduct } from './cart-calls.ts'
import { changedLines, resolveChange } from './cart-changes.ts'
import { cartProduct } from './testing/cart-product.ts'

const kajal = cartProduct()
const change = (base: number, target: number) => ({ productId: 'k', base, target })
const line = (quantity: number, product: CartProduct | null = kajal) => ({ product_id: 'k', quantity, product })

test('a change is written as it was wanted, without a message', () => {
  expect(resolveChange(change(2, 5), 2, kajal)).toEqual({ write: 5, messages: [] })
  expect(resolveChange(change(0, 3), 0, kajal)).toEqual({ write: 3, messages: [] })
  expect(resolveChange(change(2, 0), 2, kajal)).toEqual({ write: 0, messages: [] })
})

test('a change that arrived before its answer was lost is not written again', () => {
  expect(resolveChange(change(2, 5), 5, kajal)).toEqual({ write: null, messages: [] })
  expect(resolveChange(change(2, 0), 0, null)).toEqual({ write: null, messages: [] })
})

test('a line changed on another device is set as wanted here, with a message that has both', () => {
  expect(resolveChange(change(2, 5), 4, kajal)).toEqual({
    write: 5,
    messages: [{ productId: 'k', name: 'Kajal', kind: 'elsewhere', old: 2, found: 4, now: 5 }],
  })
})

test('a product that is gone is not added again', () => {
  expect(resolveChange(change(2, 5), 2, null)).toEqual({ write: null, messages: [{ productId: 'k', name: null, kind: 'gone' }] })
})

test('what exceeds the stock is kept, with a message of what is left', () => {
  expect(resolveChange(change(2, 9), 2, { ...kajal, stock: 4 })).toEqual({
    write: 9,
    messages: [{ productId: 'k', name: 'Kajal', kind: 'short', old: 9, now: 4 }],
  })
})

test('what is sold out is not written: a new line is not added, and one in the cart stays as it was', () => {
  const messages = [{ productId: 'k', name: 'Kajal', kind: 'sold-out' }]
  expect(resolveChange(change(0, 6), 0, { ...kajal, stock: 0 })).toEqual({ write: null, messages })
  expect(resolveChange(change(2, 9), 2, { ...kajal, stock: 0 })).toEqual({ write: null, messages })
  expect(resolveChange(change(9, 2), 9, { ...kajal, stock: 0 })).toEqual({ write: 2, messages })
})

test('a new price, a higher minimum and a smaller stock are reported with old and new', () => {
  expect(changedLines([line(3)], [line(3)])).toEqual([])
  expect(changedLines([line(3)], [line(3, { ...kajal, price: 159 })])).toEqual([{ productId: 'k', name: 'Kajal', kind: 'price', old: 14_900, now: 15_900 }])
  expect(changedLines([line(3)], [line(3, { ...kajal, min_order_quantity: 6 })])).toEqual([{ productId: 'k', name: 'Kajal', kind: 'minimum', old: 1, now: 6 }])
  expect(changedLines([line(3)], [line(3, { ...kajal, stock: 2 })])).toEqual([{ productId: 'k', name: 'Kajal', kind: 'short', old: 3, now: 2 }])
  expect(changedLines([line(3)], [line(3, null)])).toEqual([{ productId: 'k', name: 'Kajal', kind: 'gone' }])
})
