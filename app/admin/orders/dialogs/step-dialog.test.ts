import { expect, it } from 'vitest'
import { consequences } from './step-dialog.tsx'
import type { SteppedOrder } from './step-dialog.tsx'

const order: SteppedOrder = {
  id: 'x',
  order_number: 482_715,
  version: 1,
  status: 'processing',
  full_name: 'Meera',
  total_amount: 1250,
  payment_method: 'upi',
  payment_state: 'paid',
  to_collect: 0,
  courier: null,
  tracking_number: null,
  units: 3,
  user_id: 'u',
  email: 'meera@shringar.example',
  invoices: 'INV/26-27/000001',
  invoice_per_parcel: false,
}

it('a cancellation says in advance what it does to stock, documents and money', () => {
  expect(consequences(order).slice(0, 3)).toEqual([
    '3 units return to stock.',
    'A credit note reversing INV/26-27/000001 is issued.',
    '₹1,250.00 is due as a refund: send it, then record the refund here.',
  ])
  expect(consequences({ ...order, units: 1, invoices: null, payment_state: 'cod_pending' }).slice(0, 3)).toEqual([
    '1 unit returns to stock.',
    'No invoice was issued, so no credit note is needed.',
    'Nothing was paid, so no refund is due.',
  ])
  expect(consequences({ ...order, payment_method: 'razorpay' })[2]).toBe('₹1,250.00 is refunded through Razorpay automatically.')
})

it('and who is notified', () => {
  expect(consequences(order)[3]).toBe('The customer is notified by email and in the shop, with the reason.')
  expect(consequences({ ...order, user_id: null })[3]).toBe('The customer is notified by email, with the reason.')
  expect(consequences({ ...order, user_id: null, email: '' })[3]).toMatch(/^No one is notified/)
})
