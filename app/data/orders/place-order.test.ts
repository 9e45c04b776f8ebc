import { expect, test } from 'vitest'
import { readPlaced, readRefusal } from './place-order.ts'

test('a placed order is known by its id', () => {
  expect(readPlaced({ order: { id: 'o1' }, payment: { method: 'cod', state: 'cod_pending' } })).toEqual({
    kind: 'placed',
    orderId: 'o1',
    payment: { method: 'cod', state: 'cod_pending' },
  })
})

test('a response without an order does not count as a placed order', () => {
  expect(readPlaced({})).toEqual({ kind: 'unknown' })
  expect(readPlaced('<html>')).toEqual({ kind: 'unknown' })
})

test('a refusal keeps its code and lines', () => {
  const lines = [{ product_id: 'p', name: 'Kajal', code: 'OUT_OF_STOCK', old: 6, new: 2 }]
  expect(readRefusal(409, { code: 'OUT_OF_STOCK', lines })).toEqual({ kind: 'refused', code: 'OUT_OF_STOCK', lines })
})

test('an order that the key already placed is returned by its id', () => {
  const answer = { code: 'KEY_REUSED', lines: [], order_id: 'o1' }
  expect(readRefusal(409, answer)).toEqual({ kind: 'refused', code: 'KEY_REUSED', lines: [], orderId: 'o1' })
})

test('an order that is too large was not placed, no matter what refused it', () => {
  for (const answer of [{ code: 'TOO_LARGE' }, null, '<html>']) expect(readRefusal(413, answer)).toEqual({ kind: 'refused', code: 'TOO_LARGE', lines: [] })
})

test('field messages come back by name', () => {
  expect(readRefusal(400, { code: 'INVALID', fields: { pincode: 'Six digits' } })).toEqual({ kind: 'invalid', fields: { pincode: 'Six digits' } })
})

test('a blocked account is a definite answer, any other 403 is none', () => {
  expect(readRefusal(403, { code: 'ACCOUNT_BLOCKED' })).toEqual({ kind: 'refused', code: 'ACCOUNT_BLOCKED', lines: [] })
  expect(readRefusal(403, { code: 'FORBIDDEN' })).toEqual({ kind: 'unknown' })
})

test.each([500, 502, 503, 504, 404])('a %s leaves the outcome unknown, so the key is kept', (status) => {
  expect(readRefusal(status, { code: 'BUSY' })).toEqual({ kind: 'unknown' })
})
