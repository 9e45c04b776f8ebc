import { expect, test } from 'vitest'
import { tierNudge } from './tier-nudge.ts'

const lipstick = {
  price: 149,
  retail_price: null,
  mrp: 249,
  min_order_quantity: 1,
  stock: 40,
  pricing_tiers: [
    { min_quantity: 6, discount_percent: 12 },
    { min_quantity: 12, discount_percent: 18 },
  ],
}

test('four lipsticks need two more for the 6+ price and save against the price of today', () => {
  expect(tierNudge(lipstick, 4)).toEqual({ more: 2, minQuantity: 6, unitPrice: 13112, saves: 10728 })
})

test('from one tier the saving to the next counts from the price already reached', () => {
  expect(tierNudge(lipstick, 10)).toEqual({ more: 2, minQuantity: 12, unitPrice: 12218, saves: (13112 - 12218) * 12 })
})

test('a tier further than the quantity itself is not pressed upon the buyer', () => {
  expect(tierNudge(lipstick, 2)).toBeNull()
  expect(tierNudge(lipstick, 3)?.more).toBe(3)
})

test('a tier that the stock cannot fill is not offered', () => {
  expect(tierNudge({ ...lipstick, stock: 5 }, 4)).toBeNull()
})

test('the highest tier leads nowhere', () => {
  expect(tierNudge(lipstick, 12)).toBeNull()
})
