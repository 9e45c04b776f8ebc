import { expect, it } from 'vitest'
import type { TimelineEntry } from '../../../data/admin/orders/order.ts'
import { addressText, dialled } from './people-boxes.tsx'
import { timelineWords } from './timeline-words.ts'

const at = { at: '2026-11-20T10:00:00Z', actor: null, actor_name: null }
const words = (entry: Omit<TimelineEntry, keyof typeof at>) => timelineWords({ ...at, ...entry } as TimelineEntry)

it('each event of an order is one line', () => {
  expect(words({ kind: 'step', data: { id: 'x', status: 'shipped', notes: 'Order shipped with DTDC, tracking 1' } })).toBe(
    'Order shipped with DTDC, tracking 1',
  )
  expect(words({ kind: 'step', data: { id: 'x', status: 'shipped', notes: null } })).toBe('Shipped')
  expect(words({ kind: 'payment', data: { id: 1, changes: { state: ['awaiting_verification', 'paid'], provider_reference: null } } })).toBe('Payment: Paid')
  expect(words({ kind: 'payment', data: { id: 1, changes: { provider_reference: null } } })).toBe('Payment reference changed')
  expect(words({ kind: 'refund', data: { id: 'x', state: 'due', amount: 50.5, reference: null } })).toBe('Refund of ₹50.50: due')
  expect(words({ kind: 'refund', data: { id: 1, state: 'paid', amount: 50.5, reference: 'UTR1234' } })).toBe('Refund of ₹50.50: refunded, reference UTR1234')
  expect(words({ kind: 'change', data: { id: 1, changes: { courier: ['a', 'b'], tracking_number: ['1', '2'] } } })).toBe('Changed courier, tracking number')
  expect(words({ kind: 'mail', data: { id: 1, mail: 'order_placed', status: 'sent', order_status: 'pending', sent_at: null } })).toBe(
    'Confirmation email: sent',
  )
  expect(words({ kind: 'mail', data: { id: 1, mail: 'order_status', status: 'failed', order_status: 'shipped', sent_at: null } })).toBe(
    'Email: order shipped: could not be sent',
  )
})

it('a phone number is dialled with its country code, however it was written', () => {
  expect(['98450 00127', '+91 98450-00127', '098450 00127', '+44 20 7946 0000', ''].map(dialled)).toEqual([
    '919845000127',
    '919845000127',
    '919845000127',
    '442079460000',
    '',
  ])
})

it('an address is copied as it is written on a parcel', () => {
  const order = { full_name: 'Asha', company_name: null, address: '1 Road', city: 'Pune', pincode: '411001', state: 'Maharashtra', phone: '98' }
  expect(addressText(order as Parameters<typeof addressText>[0])).toBe('Asha\n1 Road\nPune 411001\nMaharashtra\n98')
})
