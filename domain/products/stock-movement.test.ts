import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MANUAL_REASONS, stockAfter } from './stock-movement.ts'
import type { ManualReason } from './stock-movement.ts'

const move = (stock: number, reason: ManualReason, typed: string, note = '') => stockAfter(stock, { reason, typed, note })

test('incoming stock is added, outgoing stock subtracted, a count replaces the stock, a correction has a sign', () => {
  expect(move(10, 'purchase', ' 24 ')).toEqual({ ok: true, quantity: 24, stock: 34 })
  expect(move(10, 'return', '1')).toMatchObject({ stock: 11 })
  expect(move(10, 'damaged', '3')).toMatchObject({ quantity: 3, stock: 7 })
  expect(move(10, 'used', '10')).toMatchObject({ stock: 0 })
  expect(move(10, 'count', '0')).toMatchObject({ quantity: 0, stock: 0 })
  expect(move(10, 'correction', '-4', 'counted twice')).toMatchObject({ quantity: -4, stock: 6 })
  expect(move(10, 'correction', '+4', 'found behind the rack')).toMatchObject({ stock: 14 })
})

test('an invalid quantity, a missing note or more than the stock is refused', () => {
  for (const typed of ['', '1.5', 'ten', '1e3', '99999999', '--1']) expect(move(10, 'purchase', typed)).toEqual({ ok: false, code: 'QUANTITY' })
  for (const reason of ['purchase', 'return', 'damaged', 'used'] as const) expect(move(10, reason, '0')).toEqual({ ok: false, code: 'QUANTITY' })
  expect(move(10, 'damaged', '-1')).toEqual({ ok: false, code: 'QUANTITY' })
  expect(move(10, 'count', '-1')).toEqual({ ok: false, code: 'QUANTITY' })
  expect(move(10, 'correction', '2', '  ')).toEqual({ ok: false, code: 'NOTE_REQUIRED' })
  expect(move(10, 'damaged', '11')).toEqual({ ok: false, code: 'BELOW_ZERO' })
})

test('no movement leaves a negative stock', () => {
  const reasons = Object.keys(MANUAL_REASONS) as ManualReason[]
  fc.assert(
    fc.property(fc.nat(1000), fc.constantFrom(...reasons), fc.integer({ min: -2000, max: 2000 }), (stock, reason, quantity) => {
      const after = move(stock, reason, String(quantity), 'why')
      return !after.ok || after.stock >= 0
    }),
  )
})
