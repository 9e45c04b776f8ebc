import { expect, test } from 'vitest'
import { isRecorded, isUndoable, referenceOf } from './recorded-payments.ts'
import type { RecordedPayment } from './recorded-payments.ts'

const paid: RecordedPayment = { id: 'p', method: 'cash', state: 'paid', amount: 336, surplus: 0, remittance_lines: [] }
const order = (changes: object = {}) => ({ status: 'processing', payment_method: 'upi', refunds: [], ...changes })
const refund = (source: string, state = 'due', payment_id = 'p') => ({ source, state, payment_id, amount: 10 })

test('money that staff recorded can be undone, whatever way it came', () => {
  for (const method of ['cash', 'card', 'bank', 'upi', 'cod']) expect(isUndoable(order(), { ...paid, method }), method).toBe(true)
})

test('money that others settle, that a courier transferred, or that is not there cannot', () => {
  for (const changes of [
    { method: 'razorpay' },
    { method: 'credit' },
    { remittance_lines: [{}] },
    { amount: 0 },
    { state: 'awaiting_payment' },
    { state: 'refunded' },
    { state: 'undone' },
  ])
    expect(isUndoable(order(), { ...paid, ...changes }), JSON.stringify(changes)).toBe(false)
  expect(isUndoable(order({ payment_method: 'razorpay' }), paid)).toBe(false)
  expect(isUndoable(order({ payment_method: 'razorpay' }), { ...paid, surplus: 336 })).toBe(true)
})

test('what was refunded or promised cannot, and what only follows from the payment can', () => {
  for (const source of ['goodwill', 'return', 'change', 'cancellation']) {
    expect(isUndoable(order({ refunds: [refund(source)] }), paid), source).toBe(false)
    expect(isUndoable(order({ refunds: [refund(source, 'withdrawn')] }), paid), source).toBe(true)
    expect(isUndoable(order({ refunds: [refund(source, 'due', 'another')] }), paid), source).toBe(true)
  }
  expect(isUndoable(order({ refunds: [refund('surplus')] }), paid)).toBe(true)
  expect(isUndoable(order({ refunds: [refund('surplus', 'paid')] }), paid)).toBe(false)
  const cancelled = order({ status: 'cancelled', refunds: [refund('cancellation')] })
  expect(isUndoable(cancelled, { ...paid, state: 'refund_due' })).toBe(true)
})

test('store credit, what is open and what is worth nothing are not listed; what was undone is', () => {
  expect(['paid', 'refund_due', 'refunded', 'undone'].every((state) => isRecorded({ ...paid, state }))).toBe(true)
  for (const changes of [{ method: 'credit' }, { state: 'awaiting_payment' }, { amount: 0 }]) expect(isRecorded({ ...paid, ...changes })).toBe(false)
})

test('the reference of the payment that is to come is shown before that of a newer one', () => {
  const claim = { method: 'upi', state: 'awaiting_verification', provider_reference: 'CLAIM' }
  const newer = { method: 'bank', state: 'paid', provider_reference: 'NEWER' }
  expect(referenceOf([newer, claim])).toBe('CLAIM')
  expect(
    referenceOf([
      { ...newer, state: 'undone' },
      { ...newer, provider_reference: 'OLDER' },
    ]),
  ).toBe('OLDER')
  expect(referenceOf([{ ...newer, method: 'credit' }])).toBeNull()
})
