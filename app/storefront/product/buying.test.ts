import { describe, expect, it } from 'vitest'
import { buyingOf } from './buying.ts'

const lipstick = {
  price: 149,
  retail_price: null,
  mrp: 249,
  min_order_quantity: 2,
  stock: 40,
  pricing_tiers: [
    { min_quantity: 6, discount_percent: 12 },
    { min_quantity: 12, discount_percent: 20 },
  ],
}

describe('buying', () => {
  it('counts what the cart holds towards the tier', () => {
    expect(buyingOf(lipstick, 2, 4)).toMatchObject({ total: 6, unitPrice: 13112, tier: { minQuantity: 6 }, refusal: null })
  })
  it('names the units missing to the next tier and what they save', () => {
    expect(buyingOf(lipstick, 6, 0).next).toEqual({ more: 6, unitPrice: 11920, saves: (13112 - 11920) * 12, minQuantity: 12 })
  })
  it('does not tempt with a tier the stock cannot fill', () => {
    expect(buyingOf({ ...lipstick, stock: 9 }, 6, 0).next).toBeNull()
  })
  it('refuses less than the minimum order', () => {
    expect(buyingOf(lipstick, 1, 0).refusal).toEqual({ code: 'BELOW_MINIMUM', text: 'Minimum Order: 2 units' })
    expect(buyingOf(lipstick, 1, 1).refusal).toBeNull()
  })
  it('lowers the minimum to what is left', () => {
    expect(buyingOf({ ...lipstick, stock: 1 }, 1, 0).refusal).toBeNull()
  })
  it('refuses more than the stock, counting the cart', () => {
    expect(buyingOf({ ...lipstick, stock: 7 }, 4, 4).refusal).toEqual({ code: 'MORE_THAN_STOCK', text: 'Only 7 in stock, and 4 are already in your cart.' })
  })
})
