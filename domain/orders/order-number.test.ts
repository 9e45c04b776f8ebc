import { expect, test } from 'vitest'
import { formatOrderNumber, orderName, readOrderNumber } from './order-number.ts'

test('a number is written in two groups, and named beside the id', () => {
  expect([482_715, 1_234_567].map(formatOrderNumber)).toEqual(['482-715', '1234-567'])
  expect(orderName({ id: '7f3c9a2e-1111-4222-8333-444455556666', order_number: 482_715 })).toBe('#7f3c9a2e (no. 482-715)')
})

test.each(['482715', '482-715', '482 715', '#482-715', 'No. 482-715', 'Order no. 482-715'])('%s is read as a number', (text) => {
  expect(readOrderNumber(text)).toBe(482_715)
})

test.each(['', '12345', '082715', '7f3c9a2e', '9876543210', 'shipped'])('%j is none', (text) => {
  expect(readOrderNumber(text)).toBeNull()
})
