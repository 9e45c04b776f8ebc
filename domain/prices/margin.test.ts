import { expect, test } from 'vitest'
import { marginOf } from './margin.ts'

test('a margin is what remains of the price without GST, whether prices include it or not', () => {
  expect(marginOf(11_800, 6_000, 18, { pricesIncludeGst: true })).toEqual({ amount: 4_000, percent: 40 })
  expect(marginOf(10_000, 6_000, 18, { pricesIncludeGst: false })).toEqual({ amount: 4_000, percent: 40 })
  expect(marginOf(10_000, 6_000, 0, { pricesIncludeGst: true })).toEqual({ amount: 4_000, percent: 40 })
})

test('a price below the cost is a loss, and one of 0 has no percentage', () => {
  expect(marginOf(5_900, 6_000, 18, { pricesIncludeGst: true })).toEqual({ amount: -1_000, percent: -20 })
  expect(marginOf(0, 6_000, 18, { pricesIncludeGst: true })).toEqual({ amount: -6_000, percent: null })
})
