import { expect, test } from 'vitest'
import { isOpenRefund, moneyOf } from './refunds.ts'

const payment = { id: 'p', amount: '300.00', state: 'paid' }
const refund = (amount: string, state: string) => ({ payment_id: 'p', amount, state })

test('a failed refund is still owed, and a withdrawn one gives its amount free again', () => {
  const refunds = [refund('50.50', 'paid'), refund('20.00', 'failed'), refund('9.50', 'due'), refund('100.00', 'withdrawn')]
  expect(moneyOf({ payments: [payment], refunds })).toEqual({ received: 30_000, refunded: 5050, due: 2950, refundable: 22_000, toCollect: 0 })
  expect(refunds.map(isOpenRefund)).toEqual([false, true, true, false])
})

test('money that never came in is not given back', () => {
  const awaited = { payments: [{ ...payment, state: 'awaiting_payment' }], refunds: [] }
  expect(moneyOf(awaited)).toEqual({ received: 0, refunded: 0, due: 0, refundable: 0, toCollect: 30_000 })
  expect(moneyOf({ ...awaited, status: 'cancelled' })).toMatchObject({ toCollect: 0 })
  expect(moneyOf({ payments: [{ ...payment, state: 'refunded' }], refunds: [] })).toMatchObject({ received: 30_000, refundable: 0 })
})

test('a part that has arrived and what is still open add up to the order', () => {
  const payments = [payment, { id: 'q', amount: '36.50', state: 'cod_pending' }]
  expect(moneyOf({ status: 'delivered', payments, refunds: [] })).toMatchObject({ received: 30_000, refundable: 30_000, toCollect: 3650 })
})
