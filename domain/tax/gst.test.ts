import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitCharge } from './delivery-gst.ts'
import { gstBreakdown, gstRate, paidPerUnit, splitGst } from './gst.ts'
import { exceedsMrp, highestPriceUnder, mostPaidPerUnit } from './mrp.ts'
import { sumOf } from '../money/money.ts'

const inside = { interState: false, included: true }
const across = { interState: true, included: true }
const onTop = { pricesIncludeGst: false, forcedGstPercent: null }
const within = { pricesIncludeGst: true, forcedGstPercent: null }

describe('splitting an amount by tax', () => {
  test('₹118 at 18 % contains ₹9 + ₹9, or ₹18', () => {
    expect(splitGst(11800, 18, inside)).toEqual({ taxable: 10000, cgst: 900, sgst: 900, igst: 0, paid: 11800 })
    expect(splitGst(11800, 18, across)).toEqual({ taxable: 10000, cgst: 0, sgst: 0, igst: 1800, paid: 11800 })
  })

  test('half of 5 % is 2.5 %, without floating-point arithmetic', () => {
    expect(splitGst(10500, 5, inside)).toMatchObject({ cgst: 250, sgst: 250, taxable: 10000 })
    expect(splitGst(10000, 5, { interState: false, included: false })).toMatchObject({ cgst: 250, sgst: 250, paid: 10500 })
    expect(splitGst(10000, 0.25, { interState: false, included: false })).toMatchObject({ cgst: 13, sgst: 13 }) // 12.5 paise, rounded half up
  })

  test('each tax is rounded by itself, so the two kinds of supply may differ by a paisa', () => {
    expect(splitGst(78672, 18, inside)).toMatchObject({ cgst: 6000, sgst: 6000 })
    expect(splitGst(78672, 18, across)).toMatchObject({ igst: 12001 })
  })

  test('parts always sum to what is paid, and each tax is within half a paisa of the exact amount', () => {
    const rate = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), rate, fc.boolean(), fc.boolean(), (amount, hundredths, interState, included) => {
        const split = splitGst(amount, hundredths / 100, { interState, included })
        expect(split.taxable + split.cgst + split.sgst + split.igst).toBe(split.paid)
        expect(included ? split.paid : split.taxable).toBe(amount)
        const whole = BigInt(included ? 10_000 + hundredths : 10_000)
        const off = interState
          ? 2n * (BigInt(split.igst) * whole - BigInt(amount) * BigInt(hundredths))
          : 2n * BigInt(split.cgst) * whole - BigInt(amount) * BigInt(hundredths)
        expect((off < 0n ? -off : off) <= whole).toBe(true)
      }),
    )
  })
})

describe('the rate that applies', () => {
  test("the forced rate overrides the product's own; with null the own rate applies", () => {
    expect(gstRate({ forcedGstPercent: 18 }, { gst_percent: '5.00' })).toBe(18)
    expect(gstRate({ forcedGstPercent: 0 }, { gst_percent: '5.00' })).toBe(0)
    expect(gstRate({ forcedGstPercent: null }, { gst_percent: '5.00' })).toBe(5)
    expect(gstRate({ forcedGstPercent: null }, { gst_percent: null })).toBe(0)
  })

  test('an invalid rate throws', () => {
    for (const gst_percent of ['abc', -1, 101]) expect(() => gstRate({ forcedGstPercent: null }, { gst_percent })).toThrow(RangeError)
  })
})

describe("a delivery's own GST", () => {
  test('follows the taxable values of the goods, by rate', () => {
    const parts = splitCharge(
      10000,
      [
        { rate: 18, taxable: 60000 },
        { rate: 5, taxable: 20000 },
        { rate: 0, taxable: 20000 },
      ],
      false,
    )
    expect(parts).toEqual([
      { rate: 0, taxable: 2000, cgst: 0, sgst: 0, igst: 0, paid: 2000 },
      { rate: 5, taxable: 1904, cgst: 48, sgst: 48, igst: 0, paid: 2000 },
      { rate: 18, taxable: 5084, cgst: 458, sgst: 458, igst: 0, paid: 6000 },
    ])
  })

  test('is the same for any order of lines and any division into lines', () => {
    const one = splitCharge(
      10001,
      [
        { rate: 18, taxable: 3 },
        { rate: 5, taxable: 4 },
      ],
      true,
    )
    expect(
      splitCharge(
        10001,
        [
          { rate: 5, taxable: 1 },
          { rate: 18, taxable: 3 },
          { rate: 5, taxable: 3 },
        ],
        true,
      ),
    ).toEqual(one)
    expect(sumOf(one, (part) => part.paid)).toBe(10001)
  })

  test('is spread equally over the rates if a coupon covers the whole value, and absent without a charge', () => {
    expect(
      splitCharge(
        100,
        [
          { rate: 18, taxable: 0 },
          { rate: 5, taxable: 0 },
        ],
        true,
      ).map((part) => part.paid),
    ).toEqual([50, 50])
    expect(splitCharge(0, [{ rate: 18, taxable: 100 }], true)).toEqual([])
  })
})

describe('the MRP guard', () => {
  const cream = { price: '100.00', retail_price: null, mrp: '118.00', gst_percent: 18 }

  test('with GST inside, the price itself may be at most MRP', () => {
    expect(exceedsMrp({ ...cream, price: '118.00' }, within)).toBeNull()
    expect(exceedsMrp({ ...cream, price: '118.01' }, within)).toEqual({ by: 1, highestPrice: 11800 })
  })

  test('with GST on top, the amount paid may be at most MRP', () => {
    expect(exceedsMrp(cream, onTop)).toBeNull()
    expect(exceedsMrp({ ...cream, price: '110.00' }, onTop)).toEqual({ by: 1180, highestPrice: 10000 })
  })

  test('the retail price counts if there is one; without MRP there is no check', () => {
    expect(exceedsMrp({ ...cream, price: '500.00', retail_price: '90.00' }, onTop)).toBeNull()
    expect(exceedsMrp({ ...cream, price: '500.00', mrp: null }, onTop)).toBeNull()
  })

  test('with GST on top the more expensive kind of supply counts', () => {
    expect(paidPerUnit(3, 18, onTop)).toBe(4) // IGST 0.54 rounds up, each half of 0.27 rounds down
    expect(paidPerUnit(6, 18, onTop)).toBe(8) // each half of 0.54 rounds up, IGST 1.08 rounds down
  })

  test('a rounding difference that one unit may have is refused for a hundred', () => {
    // 102 paise at 5 %: GST is 2 × 2.55 or 5.1, so one costs 107 or 108, and a hundred cost 10,710
    expect(paidPerUnit(102, 5, onTop)).toBe(108)
    expect(mostPaidPerUnit(102, 5, onTop)).toBe(108)
    // 113 paise at 18 %: GST of 20.34 rounds to 133 for one, but a hundred cost 13,334
    expect(paidPerUnit(113, 18, onTop)).toBe(133)
    expect(mostPaidPerUnit(113, 18, onTop)).toBe(134)
    expect(exceedsMrp({ price: '1.13', retail_price: null, mrp: '1.33', gst_percent: 18 }, onTop)).toEqual({ by: 1, highestPrice: 112 })
  })

  test('the highest price is allowed, and a paisa more is not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.constantFrom(0, 0.25, 3, 5, 12, 18, 28), (mrp, rate) => {
        const highest = highestPriceUnder(mrp, rate, onTop)
        expect(mostPaidPerUnit(highest, rate, onTop)).toBeLessThanOrEqual(mrp)
        expect(mostPaidPerUnit(highest + 1, rate, onTop)).toBeGreaterThan(mrp)
      }),
    )
  })
})

test("the product page's breakdown sums to the price", () => {
  expect(gstBreakdown(14900, 18, within)).toEqual({ base: 12627, gst: 2273, price: 14900 })
  expect(gstBreakdown(14900, 18, onTop)).toEqual({ base: 14900, gst: 2682, price: 17582 })
})
