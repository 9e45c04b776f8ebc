import { expect, test } from 'vitest'
import { actionWords, isSettled, unmatchedActions, reasonWords, refundWords } from './unmatched-words.ts'

const payment = (refund: 'none' | 'due' | 'asked' | 'processed' | 'failed' | 'by_hand', resolved_at: string | null = null) => ({
  reason: 'unknown_order' as const,
  refund,
  resolved_at,
})

test('a payment without a refund, or with a refused one, can be refunded or resolved', () => {
  for (const one of [payment('none'), payment('failed'), payment('failed', '2026-11-20T10:00:00Z')]) {
    expect(unmatchedActions(one)).toEqual(['refund', 'resolve'])
    expect(isSettled(one)).toBe(false)
  }
})

test('a payment unknown to Razorpay is rejected or accepted, and nothing is refunded', () => {
  expect(unmatchedActions({ ...payment('none'), reason: 'not_known' })).toEqual(['reject', 'accept'])
  expect(actionWords('reject', '₹300.00').title).toBe('Reject this payment?')
  expect(actionWords('refund', '₹300.00').button).toBe('Refund ₹300.00')
})

test('while a refund is pending nothing is offered, and the payment is not settled', () => {
  for (const refund of ['due', 'asked'] as const) {
    expect(unmatchedActions(payment(refund))).toEqual([])
    expect(isSettled(payment(refund))).toBe(false)
  }
})

test('a settled payment offers nothing', () => {
  for (const one of [payment('processed', '2026-11-20T10:00:00Z'), payment('by_hand', '2026-11-20T10:00:00Z'), payment('due', '2026-11-20T10:00:00Z')]) {
    expect(unmatchedActions(one)).toEqual([])
    expect(isSettled(one)).toBe(true)
  }
})

test('an unknown reason or refund shows its own name', () => {
  expect(reasonWords('currency_differs').title).toBe('currency differs')
  expect(refundWords('paused')).toBe('paused')
  expect(refundWords('none')).toBeNull()
})
