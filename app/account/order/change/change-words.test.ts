import { expect, test } from 'vitest'
import { readRefusal } from '../../../data/orders/order-change.ts'
import type { SaidRefusal } from '../../../data/orders/order-change.ts'
import { refusalWords } from './change-words.ts'

const words = (status: number, body: unknown) => refusalWords(readRefusal(status, body) as SaidRefusal)

test('every refusal has its own sentence, with its limit', () => {
  const codes = ['ORDER_CHANGED', 'ORDER_CLOSED', 'ONLY_STAFF', 'TOTAL_FIXED', 'PAYMENT_FIXED', 'SHOP_CHANGED', 'EMPTY_CART', 'QUOTE_CHANGED', 'COD_NOT_HERE']
  const all = [
    ...codes.map((code) => words(409, { code, lines: [] })),
    words(409, { code: 'COD_MAXIMUM', lines: [], limit: 3000 }),
    words(429, { code: 'COD_LIMIT', limit: 25_000 }),
    words(429, { code: 'TOO_MANY_CHANGES' }),
    words(429, { code: 'TOO_MANY_UNPAID', limit: 5 }),
    words(404, { code: 'ORDER_NOT_FOUND' }),
    words(400, { code: 'PAYMENT_METHOD_UNAVAILABLE' }),
    words(403, { code: 'ACCOUNT_BLOCKED' }),
    words(503, { code: 'BUSY' }),
    words(502, null),
  ]
  expect(new Set(all).size).toBe(all.length)
  expect(words(429, { code: 'COD_LIMIT', limit: 25_000 })).toContain('₹25,000')
})

test('refused lines are named', () => {
  const lines = [
    { product_id: 'a', name: 'Serum', code: 'OUT_OF_STOCK', old: 12, new: 10 },
    { product_id: 'c', name: 'Kajal', code: 'BELOW_MINIMUM', old: 1, new: 6 },
  ]
  expect(words(409, { code: 'OUT_OF_STOCK', lines })).toBe('Serum: you asked for 12, and only 10 are left. Kajal: the minimum order is 6.')
})
