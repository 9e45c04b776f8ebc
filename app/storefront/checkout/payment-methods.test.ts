import { expect, test } from 'vitest'
import { paymentChoices } from './payment-methods.ts'

const nothing = { codEnabled: false, upiVpa: null, razorpayEnabled: false, razorpayUnpaidMinutes: 30 }
const methods = (settings: Partial<typeof nothing> | { upiVpa: string }) => paymentChoices({ ...nothing, ...settings }).map(({ method }) => method)

test('only what the shop has set up is offered, what pays at once first', () => {
  expect(methods({})).toEqual([])
  expect(methods({ codEnabled: true, razorpayEnabled: true })).toEqual(['razorpay', 'cod'])
  expect(methods({ upiVpa: 'shop@bank' })).toEqual(['upi'])
})

test('paying online says how long the goods are kept', () => {
  expect(paymentChoices({ ...nothing, razorpayEnabled: true, razorpayUnpaidMinutes: 45 })[0]?.text).toContain('45 minutes')
})
