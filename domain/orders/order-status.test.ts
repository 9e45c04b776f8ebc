import { expect, test } from 'vitest'
import { ORDER_STATUSES, PAYMENT_STATES, paymentBadge, statusBadge, stepsFrom } from './order-status.ts'
import type { OrderStep } from './order-status.ts'

test('badges have the specified colours, and an unknown status is grey', () => {
  expect(ORDER_STATUSES.map((status) => statusBadge(status).tone)).toEqual(['yellow', 'blue', 'purple', 'green', 'red'])
  expect(statusBadge('lost')).toEqual({ text: 'lost', tone: 'grey' })
  expect(statusBadge('toString').tone).toBe('grey')
})

test('a payment with an unknown result is shown as being checked, never as failed', () => {
  expect(paymentBadge('awaiting_verification').text).toBe('Checking payment')
  expect(PAYMENT_STATES.filter((state) => paymentBadge(state).text.includes('failed'))).toEqual(['failed'])
})

test('the steps are those of the rows, for the given actor', () => {
  const steps: OrderStep[] = [
    { from_status: 'pending', to_status: 'processing', actor: 'admin' },
    { from_status: 'pending', to_status: 'cancelled', actor: 'customer' },
    { from_status: 'pending', to_status: 'cancelled', actor: 'admin' },
  ]
  expect(stepsFrom(steps, 'pending', 'customer')).toEqual(['cancelled'])
  expect(stepsFrom(steps, 'pending', 'admin')).toEqual(['processing', 'cancelled'])
  expect(stepsFrom(steps, 'shipped', 'customer')).toEqual([])
})
