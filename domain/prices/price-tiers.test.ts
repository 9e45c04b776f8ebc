import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activeTier, basePrice, nextTier, parseTiers, percentOffMrp, tierPrice, tierTable, unitPrice } from './price-tiers.ts'
import type { PricedProduct } from './price-tiers.ts'
import { tierErrors } from './tier-errors.ts'

const lipstick: PricedProduct = {
  price: '169.00',
  retail_price: '149.00',
  mrp: '199.00',
  min_order_quantity: 1,
  stock: 40,
  pricing_tiers: [
    { min_quantity: 12, discount_percent: 18 },
    { min_quantity: 6, discount_percent: 12 },
  ],
}

describe('reading tiers', () => {
  const expected = [
    { minQuantity: 6, discountPercent: 12 },
    { minQuantity: 12, discountPercent: 18 },
  ]

  test('a list, its JSON text and an object of entries give the same tiers, ascending', () => {
    const list = lipstick.pricing_tiers
    expect(parseTiers(list)).toEqual(expected)
    expect(parseTiers(JSON.stringify(list))).toEqual(expected)
    expect(parseTiers({ b: { min_quantity: 12, discount_percent: 18 }, a: { min_quantity: 6, discount_percent: 12 } })).toEqual(expected)
  })

  test('entries without two valid numbers are ignored, the others are used', () => {
    const odd = [
      { min_quantity: '6', discount_percent: 12 },
      { min_quantity: 6 },
      { min_quantity: 0, discount_percent: 5 },
      { min_quantity: 6, discount_percent: 100 },
      { min_quantity: 6, discount_percent: -1 },
      { min_quantity: Number.NaN, discount_percent: 5 },
      { min_quantity: Infinity, discount_percent: 5 },
      null,
      7,
      'x',
      [],
    ]
    expect(parseTiers([...odd, { min_quantity: 6, discount_percent: 12 }])).toEqual([{ minQuantity: 6, discountPercent: 12 }])
  })

  test('anything else gives no tiers, and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(Array.isArray(parseTiers(value))).toBe(true)
      }),
    )
    for (const value of [null, undefined, '', 'not json', '"[]"', 5, true, '{"a":1}']) expect(parseTiers(value)).toEqual([])
  })

  test('of two tiers with one minimum the better discount applies, in any order', () => {
    const twice = [
      { min_quantity: 6, discount_percent: 15 },
      { min_quantity: 6, discount_percent: 10 },
    ]
    expect(activeTier(parseTiers(twice), 6)?.discountPercent).toBe(15)
    expect(activeTier(parseTiers(twice.toReversed()), 6)?.discountPercent).toBe(15)
  })
})

describe('the unit price', () => {
  test('is the retail price, or the price if that is null or not positive', () => {
    expect(basePrice(lipstick)).toBe(14900)
    for (const retail of [null, 0, '0.00', -5]) expect(basePrice({ price: '169.00', retail_price: retail })).toBe(16900)
  })

  test.each([
    [1, 14900],
    [5, 14900],
    [6, 13112],
    [11, 13112],
    [12, 12218],
    [500, 12218],
  ])('%i lipsticks cost %i paise each', (quantity, expected) => {
    expect(unitPrice(lipstick, quantity)).toBe(expected)
  })

  test.each([
    [101, 50, 51],
    [3333, 7.25, 3091],
    [1, 99.99, 0],
    [100, 33.333333, 67],
    [999_999_999_999, 0.01, 999_899_999_999],
  ])('%i paise less %f %% is %i', (base, discountPercent, expected) => {
    expect(tierPrice(base, { minQuantity: 1, discountPercent })).toBe(expected)
  })

  test('the next tier is the first the quantity does not reach', () => {
    const tiers = parseTiers(lipstick.pricing_tiers)
    expect([5, 6, 12].map((quantity) => nextTier(tiers, quantity)?.minQuantity ?? null)).toEqual([6, 12, null])
  })
})

describe('the bulk price table', () => {
  test('shows unit price, savings against MRP and the specified text', () => {
    expect(tierTable(lipstick)[0]).toEqual({
      minQuantity: 6,
      discountPercent: 12,
      unitPrice: 13112,
      savingsPerUnit: 6788,
      totalSavings: 40728,
      text: 'Bulk Price: ₹131.12 each for Qty 6+ (12% OFF)',
    })
  })

  test('without MRP savings are against the retail price; they are never negative', () => {
    expect(tierTable({ ...lipstick, mrp: null })[0]?.savingsPerUnit).toBe(14900 - 13112)
    expect(tierTable({ ...lipstick, mrp: 100 })[0]?.savingsPerUnit).toBe(0)
  })

  test('if prices exclude GST, savings compare MRP with the amount paid', () => {
    expect(tierTable(lipstick, (unit) => unit + 1000)[0]?.savingsPerUnit).toBe(5788)
  })
})

test('percent off MRP is rounded, and absent without MRP or without a saving', () => {
  expect(percentOffMrp(lipstick)).toBe(25)
  expect(percentOffMrp(lipstick, 13112)).toBe(34)
  expect(percentOffMrp({ ...lipstick, mrp: null })).toBeNull()
  expect(percentOffMrp({ ...lipstick, mrp: 149 })).toBeNull()
  expect(percentOffMrp({ ...lipstick, mrp: 149.5 })).toBeNull()
})

describe('validating tiers before they are saved', () => {
  const tier = (min_quantity: unknown, discount_percent: unknown) => ({ min_quantity, discount_percent })

  test('an entry that reading ignores is refused with its place in the list', () => {
    expect(tierErrors([tier(6, 12), tier('12', 18), tier(1.5, 2)])).toEqual([
      { code: 'TIER_INVALID', index: 1 },
      { code: 'TIER_INVALID', index: 2 },
    ])
  })

  test('a minimum may occur once, and a discount may not fall as quantity rises', () => {
    expect(tierErrors([tier(6, 12), tier(6, 12)])).toEqual([{ code: 'TIER_DUPLICATE', index: 1, minQuantity: 6 }])
    expect(tierErrors([tier(12, 10), tier(6, 12)])).toEqual([{ code: 'TIER_DISCOUNT_FALLS', index: 0, minQuantity: 12 }])
  })

  test('a valid list, the same discount twice and no tiers are accepted', () => {
    for (const list of [[tier(6, 12), tier(12, 18)], [tier(6, 12), tier(12, 12)], [], null]) expect(tierErrors(list)).toEqual([])
  })
})
