import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnpaidNotice } from './unpaid-notice.tsx'

const order = {
  id: '2f1c8b1e-0000-4000-8000-000000000001',
  order_number: 482_715,
  full_name: 'Meera Nair',
  status: 'shipped',
  total_amount: 1716,
  payment_state: 'cod_pending',
}
const other = { ...order, id: '2f1c8b1e-0000-4000-8000-000000000002', total_amount: 300.5 }
const notice = (orders: (typeof order)[], to: string) => renderToStaticMarkup(<UnpaidNotice orders={orders} to={to} />)

test('before a delivery the cash that becomes paid with it is named', () => {
  expect(notice([order], 'delivered')).toContain('Cash on delivery: ₹1,716.00.')
  expect(notice([order, other, { ...order, payment_state: 'paid' }], 'delivered')).toContain('Cash on delivery: 2 of 3, ₹2,016.50 in total.')
})

test('other steps and paid orders name no cash, and what is unpaid is named as before', () => {
  expect(notice([order], 'shipped')).toBe('')
  expect(notice([{ ...order, payment_state: 'paid' }], 'delivered')).toBe('')
  const both = notice([order, { ...other, payment_state: 'awaiting_payment' }], 'delivered')
  expect(both).toContain('Cash on delivery: 1 of 2, ₹1,716.00 in total.')
  expect(both).toContain('Not paid: 1 of 2, ₹300.50 in total.')
  expect(notice([{ ...order, payment_state: 'failed' }], 'cancelled')).toBe('')
})
