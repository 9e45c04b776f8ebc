import { expect, test } from 'vitest'
import { orderUpiReference, readUpiLink, upiLink } from './upi-link.ts'

test('names are escaped, so that no shop name can add a parameter', () => {
  const link = upiLink({ vpa: 'shop@bank', payee: 'Rose & Co. = #1', amount: 5, reference: 'r1', note: 'Order + more' })
  expect(link).toBe('upi://pay?pa=shop@bank&pn=Rose%20%26%20Co.%20%3D%20%231&am=0.05&cu=INR&tn=Order%20%2B%20more&tr=r1')
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
    pa: 'shop@bank',
    pn: 'Rose & Co. = #1',
    am: '0.05',
    cu: 'INR',
    tn: 'Order + more',
    tr: 'r1',
  })
})

test("an order's reference fits the 35 characters of UPI", () => {
  expect(orderUpiReference('0b9f6c1e-1111-4222-8333-444455556666')).toHaveLength(32)
})

test('the amount of a link is read back to the paisa, for any payee', () => {
  const link = upiLink({ vpa: 'rose.co@bank', payee: 'Rose & Co. ?am=1', amount: 120_005, reference: 'r1', note: 'Order' })
  expect(readUpiLink(link)).toEqual({ vpa: 'rose.co@bank', amount: 120_005 })
  expect(() => readUpiLink('upi://pay?pa=rose.co@bank')).toThrow(RangeError)
})
