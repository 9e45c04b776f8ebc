import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnpaidNotice } from './unpaid-notice.tsx'

const order = {
  id: '2f1c8b1e-0000-4000-8000-000000000001',
  order_number: 482_715,
  full_name: 'Meera Nair',
  status: 'shipped',
  to_collect: 1716,
  payment_state: 'cod_pending',
  courier: null as string | null,
}
const other = { ...order, id: '2f1c8b1e-0000-4000-8000-000000000002', to_collect: 300.5 }
const notice = (orders: (typeof order)[], to: string) => renderToStaticMarkup(<UnpaidNotice orders={orders} to={to} />)

test('before each step the cash on delivery is named, and before a delivery where it stays', () => {
  expect(notice([order], 'processing')).toContain('Cash on delivery: ₹1,716.00.</b> It is collected at the door.')
  expect(notice([order], 'shipped')).toContain('It is collected at the door.')
  expect(notice([{ ...order, courier: 'DTDC' }], 'delivered')).toContain('DTDC has it: it stays under To collect until the remittance is booked.')
  expect(notice([order], 'delivered')).toContain('It stays under To collect until the payment is recorded.')
  expect(notice([order, other, { ...order, payment_state: 'paid' }], 'delivered')).toContain('Cash on delivery: 2 of 3, ₹2,016.50 in total.')
})

test('paid orders and cancellations name nothing, and what is unpaid is named too', () => {
  expect(notice([order], 'cancelled')).toBe('')
  expect(notice([{ ...order, payment_state: 'paid' }], 'delivered')).toBe('')
  const both = notice([order, { ...other, payment_state: 'awaiting_payment' }], 'delivered')
  expect(both).toContain('Cash on delivery: 1 of 2, ₹1,716.00 in total.')
  expect(both).toContain('Not paid: 1 of 2, ₹300.50 in total.')
  expect(notice([{ ...order, payment_state: 'failed' }], 'cancelled')).toBe('')
})
