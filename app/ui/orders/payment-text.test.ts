import { expect, test } from 'vitest'
import { paymentText } from './payment-text.ts'

test('a cancelled order awaits no payment', () => {
  expect(paymentText({ status: 'cancelled', payment_state: 'awaiting_payment' })).toBe('Nothing was paid')
  expect(paymentText({ status: 'pending', payment_state: 'awaiting_payment' })).toBe('Awaiting payment')
})

test('what was paid for a cancelled order is still to be returned', () => {
  expect(paymentText({ status: 'cancelled', payment_state: 'refund_due' })).toBe('Refund due')
})
