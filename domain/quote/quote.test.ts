import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paidPerUnit } from '../tax/gst.ts'
import { exceedsMrp } from '../tax/mrp.ts'
import { sumOf } from '../money/money.ts'
import { chargesTotal } from './charges.ts'
import { quote } from './testing/plain-quote.ts'
import type { PlainInput } from './testing/plain-quote.ts'
import type { QuotedProduct } from './quote.ts'
import { basePrice, tierTable, unitPrice } from '../prices/price-tiers.ts'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { STATES } from '../addresses/states.ts'

const rupees = (paise: number) => (paise / 100).toFixed(2)
const percent = fc.integer({ min: 0, max: 9999 }).map((value) => value / 100)

/** Tiers that a form would save: minimums rise, discounts never fall. */
const validTiers = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 200 }), percent), { maxLength: 5, selector: ([minimum]) => minimum }).map((pairs) => {
  const minimums = pairs.map(([minimum]) => minimum).sort((a, b) => a - b)
  const discounts = pairs.map(([, discount]) => discount).sort((a, b) => a - b)
  return minimums.map((min_quantity, index) => ({ min_quantity, discount_percent: discounts[index] ?? 0 }))
})

const product: fc.Arbitrary<QuotedProduct> = fc.record({
  price: fc.integer({ min: 1, max: 5_000_000 }).map(rupees),
  retail_price: fc.option(fc.integer({ min: 0, max: 5_000_000 }).map(rupees)),
  mrp: fc.option(fc.integer({ min: 1, max: 9_000_000 }).map(rupees)),
  pricing_tiers: validTiers,
  min_order_quantity: fc.constant(1),
  stock: fc.constant(1000),
  name: fc.constant('Kajal'),
  sku: fc.constant('KJ-1'),
  hsn: fc.constant('3304'),
  tier_group: fc.constantFrom(null, 'a', 'b'),
  unit: fc.constant('NOS'),
  gst_percent: fc.constantFrom('0', '0.25', '3', '5', '12', '18', '28'),
})

const kajal: QuotedProduct = {
  price: 120,
  retail_price: null,
  mrp: 150,
  pricing_tiers: null,
  min_order_quantity: 1,
  stock: 5,
  name: 'Kajal',
  sku: 'KJ',
  hsn: '3304',
  tier_group: null,
  unit: 'NOS',
  gst_percent: 18,
}

const state = fc.constantFrom(...STATES.map((entry) => entry.code))

const input: fc.Arbitrary<PlainInput> = fc.record({
  lines: fc.array(fc.record({ productId: fc.uuid(), quantity: fc.integer({ min: 1, max: 300 }), product }), { maxLength: 12 }),
  settings: fc
    .record({
      pricesIncludeGst: fc.boolean(),
      forcedGstPercent: fc.constantFrom(null, 0, 5, 18),
      deliveryCharge: fc.integer({ min: 0, max: 50_000 }),
      stateCode: state,
    })
    .map((drawn) => ({ ...DEFAULT_SETTINGS, ...drawn })),
  deliveryState: fc.option(state),
  discount: fc.integer({ min: 0, max: 10_000_000 }),
})

describe('laws that hold for every cart', () => {
  test('taxable value and taxes of a line sum to what is paid for it', () => {
    fc.assert(
      fc.property(input, (given) => {
        for (const line of quote(given).lines) expect(line.taxable + line.cgst + line.sgst + line.igst).toBe(line.paid)
      }),
    )
  })

  test('a line pays its total less its share of the coupon, with GST inside or on top', () => {
    fc.assert(
      fc.property(input, (given) => {
        for (const line of quote(given).lines) {
          expect(line.lineTotal).toBe(line.unitPrice * line.quantity)
          expect(given.settings.pricesIncludeGst ? line.paid : line.taxable).toBe(line.lineTotal - line.discount)
          expect(line.discount).toBeGreaterThanOrEqual(0)
          expect(line.discount).toBeLessThanOrEqual(line.lineTotal)
        }
      }),
    )
  })

  test("a coupon's shares sum to the discount, which never exceeds the goods", () => {
    fc.assert(
      fc.property(input, (given) => {
        const priced = quote(given)
        const gross = sumOf(priced.lines, (line) => line.lineTotal)
        expect(sumOf(priced.lines, (line) => line.discount)).toBe(priced.discount)
        expect(priced.discount).toBe(Math.min(given.discount ?? 0, gross))
        expect(priced.goodsTotal).toBe(gross - priced.discount)
      }),
    )
  })

  test('the total is taxable value, GST and charges, and the lines sum to it', () => {
    fc.assert(
      fc.property(input, (given) => {
        const priced = quote(given)
        expect(priced.total).toBe(priced.subtotalBase + priced.totalGst + chargesTotal(priced.charges))
        expect(priced.total).toBe(sumOf(priced.lines, (line) => line.paid) + chargesTotal(priced.charges))
        expect(priced.totalGst).toBe(priced.cgst + priced.sgst + priced.igst)
      }),
    )
  })

  test('delivery includes its own GST, in both modes', () => {
    fc.assert(
      fc.property(input, (given) => {
        const priced = quote(given)
        for (const { amount, taxable, gst } of priced.charges) {
          expect(taxable + gst).toBe(amount)
          expect(gst).toBeGreaterThanOrEqual(0)
          if (!priced.interState) expect(gst % 2).toBe(0) // two equal components
        }
      }),
    )
  })

  test('within the State both halves are equal and IGST is zero; outside there is only IGST', () => {
    fc.assert(
      fc.property(input, (given) => {
        const priced = quote(given)
        for (const line of priced.lines) {
          if (priced.interState) expect([line.cgst, line.sgst]).toEqual([0, 0])
          else expect([line.igst, line.cgst]).toEqual([0, line.sgst])
        }
        expect(priced.placeOfSupply).toBe(given.deliveryState ?? given.settings.stateCode)
      }),
    )
  })

  test('the order of lines changes nothing but their order', () => {
    const shuffled = input.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray([...given.lines.keys()], { minLength: given.lines.length })))
    fc.assert(
      fc.property(shuffled, ([given, order]) => {
        const { lines, ...totals } = quote(given)
        const other = quote({ ...given, lines: order.flatMap((index) => given.lines[index] ?? []) })
        const { lines: otherLines, ...otherTotals } = other
        expect(otherTotals).toEqual(totals)
        expect(otherLines).toEqual(order.map((index) => lines[index]))
      }),
    )
  })

  test('the unit price never rises with quantity', () => {
    fc.assert(
      fc.property(product, fc.integer({ min: 1, max: 250 }), fc.integer({ min: 0, max: 100 }), (row, quantity, more) => {
        expect(unitPrice(row, quantity + more)).toBeLessThanOrEqual(unitPrice(row, quantity))
      }),
    )
  })

  test('the unit price is the tier table’s for the quantity that counts', () => {
    fc.assert(
      fc.property(input, (given) => {
        const priced = quote(given)
        for (const [index, { product: row }] of given.lines.entries()) {
          const reached = tierTable(row).filter((tier) => tier.minQuantity <= (priced.lines[index]?.tierQuantity ?? 0))
          expect(priced.lines[index]?.unitPrice).toBe(reached.at(-1)?.unitPrice ?? basePrice(row))
        }
      }),
    )
  })

  test('a product that may be saved is never sold above MRP, at any quantity, in any State, with GST inside or on top', () => {
    // an MRP within a paisa of the unit price, where rounding decides, and lines long enough for the fractions to add up
    const near = fc.tuple(
      fc.integer({ min: 1, max: 60_000 }),
      fc.constantFrom('0', '0.25', '3', '5', '12', '18', '28'),
      fc.integer({ min: -2, max: 2 }),
      fc.boolean(),
    )
    let held = 0
    fc.assert(
      fc.property(
        near,
        validTiers,
        fc.integer({ min: 1, max: 5_000 }),
        state,
        ([price, gst_percent, over, pricesIncludeGst], pricing_tiers, quantity, deliveryState) => {
          const mrp = Math.max(1, paidPerUnit(price, Number(gst_percent), { pricesIncludeGst }) + over)
          const row = { ...kajal, price: rupees(price), mrp: rupees(mrp), gst_percent, pricing_tiers }
          const settings = { ...DEFAULT_SETTINGS, pricesIncludeGst, forcedGstPercent: null }
          if (exceedsMrp(row, settings)) return
          held += 1
          const [line] = quote({ lines: [{ productId: 'kajal', quantity, product: row }], settings, deliveryState }).lines
          expect(line?.paid).toBeLessThanOrEqual(mrp * quantity)
        },
      ),
      { numRuns: 2_000 },
    )
    expect(held).toBeGreaterThan(500)
  })

  test('delivery is free exactly from the threshold on, compared with what the cart shows', () => {
    fc.assert(
      fc.property(input, (given) => {
        const priced = quote(given)
        const free = priced.goodsTotal >= given.settings.freeDeliveryFrom
        expect(priced.freeDeliveryRemaining).toBe(free ? 0 : given.settings.freeDeliveryFrom - priced.goodsTotal)
        expect(chargesTotal(priced.charges)).toBe(free || given.lines.length === 0 ? 0 : given.settings.deliveryCharge)
      }),
    )
  })
})

describe('quote', () => {
  const line = { productId: 'kajal', quantity: 2, product: kajal }

  test('an empty cart costs nothing, delivery included', () => {
    expect(quote({ lines: [], settings: DEFAULT_SETTINGS, deliveryState: null })).toMatchObject({ total: 0, charges: [], freeDeliveryRemaining: 150_000 })
  })

  test('a one-paisa tie of the coupon is decided by the product, not by the order of adding', () => {
    const a = { ...line, productId: 'a' }
    const b = { ...line, productId: 'b' }
    const shares = (lines: (typeof line)[]) =>
      Object.fromEntries(quote({ lines, settings: DEFAULT_SETTINGS, deliveryState: null, discount: 1 }).lines.map((entry) => [entry.productId, entry.discount]))
    expect(shares([a, b])).toEqual({ a: 1, b: 0 })
    expect(shares([b, a])).toEqual({ a: 1, b: 0 })
  })

  test('savings compare MRP with what is paid, GST included, and are never negative', () => {
    const trade = { ...DEFAULT_SETTINGS, pricesIncludeGst: false }
    expect(quote({ lines: [line], settings: DEFAULT_SETTINGS, deliveryState: null }).savings).toBe(6_000)
    expect(quote({ lines: [line], settings: trade, deliveryState: null }).savings).toBe(30_000 - 28_320)
    const dear = { ...line, product: { ...kajal, mrp: 100 } }
    expect(quote({ lines: [dear], settings: DEFAULT_SETTINGS, deliveryState: null }).savings).toBe(0)
  })

  test('the State may be given by name, short form or code', () => {
    const places = ['Karnataka', 'karnataka ', 'KA', '29'].map(
      (deliveryState) => quote({ lines: [line], settings: DEFAULT_SETTINGS, deliveryState }).placeOfSupply,
    )
    expect(places).toEqual(['29', '29', '29', '29'])
  })

  test('goods sent to a Union Territory from another State have IGST, not UTGST', () => {
    expect(quote({ lines: [line], settings: DEFAULT_SETTINGS, deliveryState: 'Chandigarh' })).toMatchObject({ interState: true, unionTerritory: false })
  })

  test('an unknown State or an invalid quantity throws', () => {
    expect(() => quote({ lines: [line], settings: DEFAULT_SETTINGS, deliveryState: 'Texas' })).toThrow(RangeError)
    for (const quantity of [0, -1, 1.5, Number.NaN]) {
      expect(() => quote({ lines: [{ ...line, quantity }], settings: DEFAULT_SETTINGS, deliveryState: null })).toThrow(RangeError)
    }
  })

  test('a thousand lines are priced in one pass: each product is read a fixed number of times', () => {
    let reads = 0
    const counted = new Proxy(kajal, { get: (target, key) => ((reads += 1), Reflect.get(target, key)) })
    const readsFor = (count: number) => {
      reads = 0
      const lines = Array.from({ length: count }, (_, index) => ({ productId: String(index), quantity: 1, product: counted }))
      quote({ lines, settings: DEFAULT_SETTINGS, deliveryState: 'KA', discount: 12_345 })
      return reads / count
    }
    expect(readsFor(1000)).toBe(readsFor(1))
    expect(readsFor(1)).toBeLessThan(20)
  })
})
