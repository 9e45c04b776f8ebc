import { expect, test } from 'vitest'
import { readRefusal } from '../../../data/orders/order-change.ts'
import type { SaidRefusal } from '../../../data/orders/order-change.ts'
import { refusalWords } from './change-words.ts'

const words = (status: number, body: unknown) => refusalWords(readRefusal(status, body) as SaidRefusal)

test('every refusal has its own sentence', () => {
  const codes = [
    'ORDER_CHANGED',
    'ORDER_CLOSED',
    'ORDER_PACKED',
    'ORDER_CREDITED',
    'TOTAL_FIXED',
    'SHOP_CHANGED',
    'EMPTY_CART',
    'QUOTE_CHANGED',
    'PAYMENT_FIXED',
  ]
  const all = [
    ...codes.map((code) => words(409, { code, lines: [] })),
    words(404, { code: 'ORDER_NOT_FOUND' }),
    words(400, { code: 'NOTHING_CHANGED' }),
    words(400, { code: 'PAYMENT_METHOD_UNAVAILABLE' }),
    words(403, { code: 'ADMINS_ONLY' }),
    words(503, { code: 'BUSY' }),
    words(502, null),
  ]
  expect(new Set(all).size).toBe(all.length)
})

test('refused lines are named, with what can be had', () => {
  const lines = [
    { product_id: 'a', name: 'Serum', code: 'OUT_OF_STOCK', old: 12, new: 10 },
    { product_id: 'b', name: 'Gel', code: 'OUT_OF_STOCK', old: 2, new: 0 },
    { product_id: 'c', name: 'Kajal', code: 'BELOW_MINIMUM', old: 1, new: 6 },
  ]
  expect(words(409, { code: 'OUT_OF_STOCK', lines })).toBe('Serum: 12 asked, only 10 can be had. Gel is no longer sold. Kajal: the minimum order is 6.')
})

test('wrong fields are named', () => {
  expect(readRefusal(400, { code: 'INVALID', fields: { phone: 'Enter a number' } })).toEqual({ kind: 'invalid', fields: { phone: 'Enter a number' } })
})
