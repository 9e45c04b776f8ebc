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

test('four lipsticks need two more for the 6+ price, and the saving compares with the present price', () => {
  expect(tierNudge(lipstick, 4)).toEqual({ more: 2, minQuantity: 6, unitPrice: 13112, saves: 10728 })
})

test('from one tier the saving to the next counts from the price already reached', () => {
  expect(tierNudge(lipstick, 10)).toEqual({ more: 2, minQuantity: 12, unitPrice: 12218, saves: (13112 - 12218) * 12 })
})

test('a tier up to 12 units away is suggested, a further one only once half of it is there', () => {
  const carton = { ...lipstick, pricing_tiers: [{ min_quantity: 36, discount_percent: 20 }] }
  expect(tierNudge(lipstick, 1)?.more).toBe(5)
  expect(tierNudge(carton, 17)).toBeNull()
  expect(tierNudge(carton, 18)?.more).toBe(18)
  expect(tierNudge({ ...carton, pricing_tiers: [{ min_quantity: 13, discount_percent: 20 }] }, 1)?.more).toBe(12)
})

test('a tier that the stock cannot fill is not offered', () => {
  expect(tierNudge({ ...lipstick, stock: 5 }, 4)).toBeNull()
})

test('the highest tier has no next one', () => {
  expect(tierNudge(lipstick, 12)).toBeNull()
})

test('units of other shades that count together bring the next price nearer, and the saving is that of this line', () => {
  expect(tierNudge(lipstick, 2, 3)).toEqual({ more: 1, minQuantity: 6, unitPrice: 13112, saves: (14900 - 13112) * 3 })
  expect(tierNudge({ ...lipstick, stock: 3 }, 2, 3)?.more).toBe(1)
  expect(tierNudge({ ...lipstick, stock: 2 }, 2, 3)).toBeNull()
})
