import { expect, test } from 'vitest'
import { isRemindable, reminderHold, reminderMessage } from './payment-reminder.ts'

const order = { status: 'pending', payment_method: 'upi', payment_state: 'awaiting_payment' }

test.each([
  [{}, true],
  [{ status: 'delivered', payment_method: 'bank' }, true],
  [{ payment_state: 'failed' }, true],
  [{ payment_state: 'awaiting_verification' }, false],
  [{ payment_state: 'paid' }, false],
  [{ payment_state: 'refund_due' }, false],
  [{ status: 'cancelled' }, false],
  [{ payment_method: 'cod', payment_state: 'cod_pending' }, false],
  [{ payment_method: 'razorpay' }, false],
])('an order with %j is reminded: %j', (changes, remindable) => expect(isRemindable({ ...order, ...changes })).toBe(remindable))

test('an order is reminded once a day and five times at most', () => {
  const now = new Date('2026-11-24T10:00:00Z')
  expect(reminderHold([], now)).toBeNull()
  expect(reminderHold(['2026-11-23T10:00:01Z'], now)).toBe('today')
  expect(reminderHold(['2026-11-23T10:00:00Z'], now)).toBeNull()
  expect(reminderHold(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'], now)).toBe('often')
})

test('the message has amount, number and link', () => {
  expect(reminderMessage('Shringar', '482-715', 33_600, 'https://shop.example/x')).toBe(
    'Shringar: we have not received your payment of ₹336.00 for order 482-715 yet. Please pay it here: https://shop.example/x',
  )
  expect(reminderMessage('Shringar', '482-715', 33_600, null)).toContain('bank transfer')
})
