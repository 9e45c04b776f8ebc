import { expect, test } from 'vitest'
import { travelsSince } from './expected-days.ts'

const order = { status: 'pending', created_at: '2026-11-20T10:00:00Z', payment_state: 'cod_pending' }
const history = [
  { status: 'pending', created_at: '2026-11-20T10:00:00Z' },
  { status: 'shipped', created_at: '2026-11-23T10:00:00Z' },
]

test('an order is expected from its day, and a parcel from the day it left', () => {
  expect(travelsSince(order, [])).toEqual({ ordered: order.created_at })
  expect(travelsSince({ ...order, status: 'processing', payment_state: 'paid' }, [])).toEqual({ ordered: order.created_at })
  expect(travelsSince({ ...order, status: 'shipped' }, history)).toEqual({ left: '2026-11-23T10:00:00Z' })
})

test('of what is unpaid, cancelled or delivered nothing is expected', () => {
  for (const payment_state of ['awaiting_payment', 'awaiting_verification', 'failed']) expect(travelsSince({ ...order, payment_state }, [])).toBeNull()
  for (const status of ['cancelled', 'delivered']) expect(travelsSince({ ...order, status }, history)).toBeNull()
})
