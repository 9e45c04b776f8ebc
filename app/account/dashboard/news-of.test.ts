import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { OrderOnTheWay } from '../../data/orders/my-counter.ts'
import { newsOf } from './news-of.ts'

const order: OrderOnTheWay = {
  id: '00000000-0000-4000-8000-000000000001',
  order_number: 482_715,
  created_at: '2026-11-23T05:00:00Z',
  awaited_since: '2026-11-23T05:00:00Z',
  status: 'pending',
  payment_method: 'cod',
  payment_state: 'cod_pending',
  store_credit: 0,
  total_amount: 350,
  pincode: '400050',
  to_pay: false,
  due: 0,
  of: 1,
  shipped_at: null,
}
const news = (change: Partial<OrderOnTheWay>, today = '2026-11-23') => newsOf({ ...order, ...change }, {}, DEFAULT_SETTINGS, today)

test('an order that waits for dispatch has its days from the order, a shipped one from its parcel', () => {
  expect(news({})).toBe('Expected Wed 25 – Fri 27 Nov')
  expect(news({ status: 'shipped', shipped_at: '2026-11-25T05:00:00Z' })).toBe('Expected Thu 26 – Sat 28 Nov')
})

test('days that have passed are not promised', () => {
  expect(news({}, '2026-11-28')).toBe('')
})

test('an unpaid order says until when its goods are held, a claimed payment that it is being checked', () => {
  expect(news({ payment_method: 'upi', payment_state: 'awaiting_payment', to_pay: true })).toMatch(/^Held until Nov 25, 2026/)
  expect(news({ payment_method: 'upi', payment_state: 'awaiting_verification' })).toBe('Checking payment')
})
