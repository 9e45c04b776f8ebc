import { expect, test } from 'vitest'
import { paymentChoices } from './payment-methods.ts'

const nothing = { codEnabled: false, upiVpa: null, razorpayEnabled: false, razorpayUnpaidMinutes: 30 }
const methods = (settings: Partial<typeof nothing> | { upiVpa: string }) => paymentChoices({ ...nothing, ...settings }).map(({ method }) => method)

test('only configured payment methods are offered, instant ones first', () => {
  expect(methods({})).toEqual([])
  expect(methods({ codEnabled: true, razorpayEnabled: true })).toEqual(['razorpay', 'cod'])
  expect(methods({ upiVpa: 'shop@bank' })).toEqual(['upi'])
})

test('cash on delivery above what the account may still order is shown with its reason, and cannot be chosen', () => {
  const cod = (allowance: number | null, total: number) =>
    paymentChoices({ ...nothing, codEnabled: true }, { allowance, codTotal: total, goodsTotal: total, terms: null })[0]
  expect(cod(null, 90_000_00)?.unavailable).toBeUndefined()
  expect(cod(5000_00, 5000_00)?.unavailable).toBeUndefined()
  expect(cod(5000_00, 5000_01)).toMatchObject({ unavailable: true, text: expect.stringContaining('₹5,000.00') })
})

test('paying online says how long the goods are kept', () => {
  expect(paymentChoices({ ...nothing, razorpayEnabled: true, razorpayUnpaidMinutes: 45 })[0]?.text).toContain('45 minutes')
})
