import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { shippingLabel } from './shipping-label.ts'
import type { LabelItemRow, LabelOrderRow } from './shipping-label.ts'

const order: LabelOrderRow = {
  id: '7f3c9a2e-1111-4222-8333-444455556666',
  order_number: 482_715,
  created_at: '2026-11-22T05:12:00Z',
  status: 'processing',
  full_name: 'Meera Nair',
  company_name: null,
  address: '48, 12th Main',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560038',
  phone: '9845011234',
  paid: '0.00',
  owed: '1716.00',
  total_amount: '1716.00',
  payment_method: 'cod',
  payment_state: 'cod_pending',
  courier: 'DTDC',
  tracking_number: 'D1234',
}
const items: LabelItemRow[] = [
  { order_id: order.id, quantity: 2, weight_grams: 150 },
  { order_id: order.id, quantity: 1, weight_grams: 80 },
]
const labelOf = (change: Partial<LabelOrderRow> = {}, of = items) => shippingLabel({ ...order, ...change }, of, DEFAULT_SETTINGS)

test('a label has the recipient, the parcel and the amount to collect', () => {
  expect(labelOf()).toMatchObject({
    order: { number: '482-715', label: '#7f3c9a2e', date: '22 Nov 2026' },
    to: { name: 'Meera Nair', lines: ['48, 12th Main', 'Bengaluru', 'Karnataka'], pincode: '560038', phone: '9845011234' },
    toCollect: 171_600,
    courier: 'DTDC',
    trackingNumber: 'D1234',
    weightGrams: 380,
  })
  expect(labelOf({ company_name: 'Looks by Meera' }).to).toMatchObject({
    name: 'Looks by Meera',
    lines: ['Meera Nair', '48, 12th Main', 'Bengaluru', 'Karnataka'],
  })
})

test('the courier collects nothing that is paid, or paid in another way', () => {
  expect(labelOf({ payment_state: 'paid' }).toCollect).toBeNull()
  expect(labelOf({ payment_method: 'upi', payment_state: 'awaiting_payment' }).toCollect).toBeNull()
})

test('a label of one of several parcels has its own courier, number and share of the cash on delivery', () => {
  const parcel = { number: 2, courier: 'Delhivery', tracking_number: 'P2', amount: 40_000 }
  const label = shippingLabel(order, items.slice(0, 1), DEFAULT_SETTINGS, parcel)
  expect(label).toMatchObject({ order: { label: '#7f3c9a2e · parcel 2' }, courier: 'Delhivery', trackingNumber: 'P2', toCollect: 40_000, weightGrams: 300 })
  expect(shippingLabel({ ...order, payment_state: 'paid' }, items, DEFAULT_SETTINGS, parcel).toCollect).toBeNull()
})

test('without the weight of each product there is no weight', () => {
  expect(labelOf({}, [...items, { order_id: order.id, quantity: 1, weight_grams: null }]).weightGrams).toBeNull()
  expect(labelOf({}, []).weightGrams).toBeNull()
})
