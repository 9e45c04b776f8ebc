import { expect, test } from 'vitest'
import { paymentMethodName } from './payment-methods.ts'

test.each([
  ['bank', 'Bank transfer'],
  ['razorpay', 'Razorpay'],
  ['cheque', 'cheque'],
  ['toString', 'toString'],
])('the method %s is called %s', (method, name) => {
  expect(paymentMethodName(method)).toBe(name)
})
