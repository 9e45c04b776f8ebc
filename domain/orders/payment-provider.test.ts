import { describe, expect, test } from 'vitest'
import { readProviderNews, readProviderPayment, readProviderRefund, refundedSoFar } from './payment-provider.ts'

/** The example of Razorpay's documentation, including fields that the shop does not use. */
const payment = {
  id: 'pay_DESp9bgForNoUd',
  entity: 'payment',
  amount: 22345,
  currency: 'INR',
  status: 'captured',
  order_id: 'order_DESlLckIVRkHWj',
  method: 'upi',
  amount_refunded: 0,
  refund_status: null,
  captured: true,
  email: 'gaurav.kumar@example.com',
  contact: '+919876543210',
  vpa: 'gaurav@okbank',
  error_description: null,
}
const refund = { id: 'rfnd_FgRAHdNOM4ZVbO', entity: 'refund', amount: 22345, currency: 'INR', payment_id: payment.id, status: 'processed' }

describe('a payment as Razorpay returns it', () => {
  test('is read without name, telephone number or address of the customer', () => {
    expect(readProviderPayment(payment)).toEqual({
      id: payment.id,
      order_id: payment.order_id,
      amount: 22345,
      currency: 'INR',
      status: 'captured',
      amount_refunded: 0,
      failure: null,
    })
  })

  test('keeps the bank’s text about a failure, truncated to the limit', () => {
    expect(readProviderPayment({ ...payment, status: 'failed', error_description: 'x'.repeat(400) })?.failure).toHaveLength(300)
  })

  test('is null if its id or status is unknown; invalid amounts and orders are left out', () => {
    for (const odd of [null, 'pay_1', [], { ...payment, id: 'order_1' }, { ...payment, id: 'pay_1; drop' }, { ...payment, status: 'thought about' }])
      expect(readProviderPayment(odd)).toBeNull()
    for (const amount of ['22345', 1.5, -1, Number.NaN, null]) expect(readProviderPayment({ ...payment, amount })?.amount).toBeNull()
    expect(readProviderPayment({ ...payment, order_id: null, currency: 'rupees' })).toMatchObject({ order_id: null, currency: null })
  })
})

describe('refunds', () => {
  test('are pending until they are processed or failed', () => {
    expect(readProviderRefund(refund)).toEqual({ id: refund.id, payment_id: payment.id, amount: 22345, receipt: null, status: 'processed' })
    expect(readProviderRefund({ ...refund, status: 'created' })).toMatchObject({ status: 'pending' })
    for (const odd of [null, { ...refund, amount: null }, { ...refund, payment_id: 'rfnd_1' }]) expect(readProviderRefund(odd)).toBeNull()
  })

  test('add up as processed and pending; failed ones are neither', () => {
    const one = (amount: number, status: 'pending' | 'processed' | 'failed') => ({ id: 'rfnd_1', payment_id: 'pay_1', amount, receipt: null, status })
    expect(refundedSoFar([one(100, 'processed'), one(50, 'processed'), one(30, 'pending'), one(1000, 'failed')])).toEqual({ processed: 150, underway: 30 })
    expect(refundedSoFar([])).toEqual({ processed: 0, underway: 0 })
  })
})

describe('an event', () => {
  test('contains its payments and refunds', () => {
    expect(readProviderNews({ event: 'refund.processed', payload: { refund: { entity: refund }, payment: { entity: payment } } })).toMatchObject({
      event: 'refund.processed',
      payments: [{ id: payment.id }],
      refunds: [{ id: refund.id }],
    })
    expect(readProviderNews({ event: 'order.paid', payload: { order: { entity: {} }, payment: { entity: payment } } })).toMatchObject({ refunds: [] })
    expect(readProviderNews({ event: 'payment.captured', payload: {} })).toMatchObject({ payments: [], refunds: [] })
  })

  test('of another kind, or that is not an event, is ignored', () => {
    for (const odd of [null, [], 'payment.captured', {}, { event: 7 }, { event: 'invoice.paid', payload: { payment: { entity: payment } } }])
      expect(readProviderNews(odd)).toBeNull()
  })
})
