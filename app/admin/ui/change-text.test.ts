import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

test('a recorded value is shown as people read it', () => {
  expect(changeText(149.5, 'price')).toBe('₹149.50')
  expect(changeText(12, 'min_order_quantity')).toBe('12')
  expect(changeText(['2026-11-08', '2027-01-26'], 'dispatch_holidays')).toBe('2026-11-08, 2027-01-26')
  expect(changeText([], 'dispatch_holidays')).toBe(changeText(null))
  expect(changeText(null, 'brand')).toBe(changeText('', 'brand'))
})

test('states are shown as their badges say them', () => {
  expect([changeText('awaiting_payment', 'payment_state'), changeText('paid', 'state'), changeText('shipped', 'status')]).toEqual([
    'Awaiting payment',
    'Paid',
    'Shipped',
  ])
  expect([changeText('returning', 'state'), changeText('lost', 'state')]).toEqual(['On its way back', 'Lost'])
  expect(changeText('not_restocked', 'status')).toBe('not restocked')
  expect(changeText('awaiting_payment', 'note')).toBe('awaiting_payment')
})

test('price tiers are shown as text, in whatever form they were stored', () => {
  const tiers = [
    { min_quantity: 24, discount_percent: 10.5 },
    { min_quantity: 12, discount_percent: 5 },
  ]
  expect(changeText(tiers, 'pricing_tiers')).toBe('12+: 5%, 24+: 10.5%')
  expect(changeText(JSON.stringify(tiers), 'pricing_tiers')).toBe('12+: 5%, 24+: 10.5%')
  expect(changeText([], 'pricing_tiers')).toBe(changeText(null, 'pricing_tiers'))
})
