import { expect, test } from 'vitest'
import type { OrderStatus } from '#domain/orders/order-status.ts'
import { findOrders } from './find-orders.ts'

const order = (id: string, order_number: number, status: OrderStatus, full_name: string, created_at: string) => ({
  id,
  order_number,
  status,
  full_name,
  created_at,
  total_amount: 1,
})
const orders = [
  order('7f3c9a2e', 482_715, 'shipped', 'Meera Nair', '2026-11-18T10:00:00+05:30'),
  order('5b81d04c', 190_360, 'delivered', 'Asha Rao', '2026-11-09T10:00:00+05:30'),
]
const ids = (text: string, newestFirst = true) => findOrders(orders, text, newestFirst).map(({ id }) => id)

test('the newest order comes first, and last when the order is reversed', () => {
  expect(ids('')).toEqual(['7f3c9a2e', '5b81d04c'])
  expect(ids('', false)).toEqual(['5b81d04c', '7f3c9a2e'])
})

test.each([
  ['#7F3C', '7f3c9a2e'],
  ['482-715', '7f3c9a2e'],
  ['No. 190 360', '5b81d04c'],
  ['DELIV', '5b81d04c'],
  ['  meera ', '7f3c9a2e'],
])('%s is found in id, number, status or name', (text, id) => {
  expect(ids(text)).toEqual([id])
})

test('text in none of them finds nothing', () => {
  expect(ids('lipstick')).toEqual([])
})
