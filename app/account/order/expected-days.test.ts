import { expect, test } from 'vitest'
import { travelsSince } from './expected-days.ts'

const order: Parameters<typeof travelsSince>[0] = { status: 'pending', created_at: '2026-11-20T10:00:00Z', payment_state: 'cod_pending' }
const history: Parameters<typeof travelsSince>[1] = [
  { status: 'pending', created_at: '2026-11-20T10:00:00Z', automatic: true },
  { status: 'shipped', created_at: '2026-11-23T10:00:00Z', automatic: true },
  // a part of it came back later
  { status: 'shipped', created_at: '2026-11-25T10:00:00Z', automatic: false },
]

test('an order is expected from its day, and a parcel from the day it was shipped', () => {
  expect(travelsSince(order, [])).toEqual({ ordered: order.created_at })
  expect(travelsSince({ ...order, status: 'processing', payment_state: 'paid' }, [])).toEqual({ ordered: order.created_at })
  expect(travelsSince({ ...order, status: 'shipped' }, history)).toEqual({ left: '2026-11-23T10:00:00Z' })
})

test('unpaid, cancelled and delivered orders show no expected days', () => {
  for (const payment_state of ['awaiting_payment', 'awaiting_verification', 'failed'] as const) expect(travelsSince({ ...order, payment_state }, [])).toBeNull()
  for (const status of ['cancelled', 'delivered'] as const) expect(travelsSince({ ...order, status }, history)).toBeNull()
})
