import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_CHOICES } from '../orders/order-choices.ts'
import { chargeOf } from '../quote/charges.ts'
import { quoteWithDiscounts } from '../quote/discounted-quote.ts'
import type { QuotedProduct } from '../quote/quote.ts'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { deliveryFor } from './delivery.ts'
import { lowestTerms, orderTerms, placeRefusal, placeTerms } from './place-terms.ts'
import type { PlaceTerms } from './place-terms.ts'
import { readPinRanges, writePinRanges } from './pin-ranges.ts'
import { NO_ZONES, zoneOf } from './zones.ts'
import type { DeliveryTable, Rate, Zone } from './zones.ts'

const zone = (name: string, more: Partial<Zone> = {}): Zone => ({
  name,
  states: [],
  pins: [],
  rates: [{ weightTo: null, goodsFrom: 0, price: 60_00 }],
  freeFrom: null,
  cod: true,
  days: null,
  ...more,
})
const pins = (text: string) => {
  const read = readPinRanges(text)
  return read.ok ? read.pins : []
}

describe('PIN codes of a zone', () => {
  test('beginnings and ranges are read, and written as short as they can be', () => {
    expect(readPinRanges('400, 401-403; 560001\n 7000-7004')).toEqual({
      ok: true,
      pins: [
        { from: 400000, to: 400999 },
        { from: 401000, to: 403999 },
        { from: 560001, to: 560001 },
        { from: 700000, to: 700499 },
      ],
    })
    for (const text of ['0', '40a', '1234567', '403-401', '40-4010', '400-401-402'])
      expect(readPinRanges(`110, ${text}`), text).toEqual({ ok: false, part: text })
    for (const text of ['400, 401-403, 560001, 7000-7004, 560001-560009', '1', '999999']) expect(writePinRanges(pins(text))).toBe(text)
  })

  test('the narrowest range counts, then the first zone with the State, then none', () => {
    const zones = [zone('west', { states: ['27', '24'] }), zone('city', { pins: pins('400') }), zone('south city', { pins: pins('400001-400020') })]
    expect(zoneOf(zones, '400010', ['27'])?.name).toBe('south city')
    expect(zoneOf(zones, '400050', ['27'])?.name).toBe('city')
    expect(zoneOf(zones, '411001', ['27'])?.name).toBe('west')
    expect(zoneOf(zones, '110001', ['07'])).toBeNull()
  })
})

const rates: fc.Arbitrary<Rate[]> = fc
  .array(
    fc.record({
      weightTo: fc.option(fc.integer({ min: 1, max: 20_000 })),
      goodsFrom: fc.constantFrom(0, 500_00, 1000_00, 2500_00),
      price: fc.integer({ min: 1, max: 500_00 }),
    }),
    { maxLength: 8 },
  )
  .map((some) => [...some, { weightTo: null, goodsFrom: 0, price: 600_00 }])
const product = fc.record({ price: fc.integer({ min: 1, max: 3000 }), weight_grams: fc.option(fc.integer({ min: 1, max: 5000 })) })
const lines = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 12 }), product }), { minLength: 1, maxLength: 6 })
const full = (some: { price: number; weight_grams: number | null }): QuotedProduct & { weight_grams: number | null } => ({
  name: 'Kumkum',
  sku: 'K',
  hsn: '3304',
  unit: 'NOS',
  gst_percent: 18,
  retail_price: null,
  mrp: null,
  pricing_tiers: null,
  tier_group: null,
  min_order_quantity: 1,
  stock: 1000,
  ...some,
})

const table: fc.Arbitrary<DeliveryTable> = fc.record({
  zones: fc
    .tuple(rates, rates, fc.option(fc.constantFrom(0, 900_00, 2000_00)))
    .map(([one, other, freeFrom]) => [zone('one', { rates: one, states: ['27'], freeFrom }), zone('other', { rates: other, pins: pins('56') })]),
  defaultWeight: fc.integer({ min: 1, max: 2000 }),
  codFee: fc.constantFrom(0, 49_00),
  codMinimum: fc.constant(null),
  codMaximum: fc.constant(null),
  pin: fc.constant(null),
})
const place = fc.constantFrom(['411001', '27'] as const, ['560038', '29'] as const, ['110001', '07'] as const)

describe('the charges of an order', () => {
  test('are the cheapest rate that fits weight and value, and the same after the terms were sent to a browser', () => {
    fc.assert(
      fc.property(table, place, lines, fc.boolean(), (all, [pincode, state], some, onDelivery) => {
        const terms = placeTerms(all, pincode, [state])
        const sent = JSON.parse(JSON.stringify(terms)) as PlaceTerms
        const goods = some.map(({ quantity, product: one }, at) => ({ productId: String(at), quantity, product: full(one) }))
        const quoted = [terms, sent].map((each) => {
          const settings = orderTerms(DEFAULT_SETTINGS, each, { lines: goods, onDelivery })
          return quoteWithDiscounts({ lines: goods, settings, deliveryState: state, choices: NO_CHOICES }, {}).quote
        })
        expect(quoted[1]).toEqual(quoted[0])
        const [quote] = quoted
        if (!quote) throw new Error('no quote')
        const grams = some.reduce((sum, { quantity, product: one }) => sum + quantity * (one.weight_grams ?? all.defaultWeight), 0)
        const own = zoneOf(all.zones, pincode, [state])
        const fitting = own?.rates.filter(({ weightTo, goodsFrom }) => (weightTo === null || grams <= weightTo) && quote.goodsTotal >= goodsFrom)
        const cost = fitting ? Math.min(...fitting.map(({ price }) => price)) : 100_00
        const free = quote.goodsTotal >= (own ? (own.freeFrom ?? Infinity) : 1500_00)
        expect(chargeOf(quote.charges, 'delivery')).toBe(free ? 0 : cost)
        expect(chargeOf(quote.charges, 'cod')).toBe(onDelivery ? all.codFee : 0)
        for (const { amount, taxable, gst } of quote.charges) expect(taxable + gst).toBe(amount)
        expect(quote.total).toBe(quote.goodsTotal + quote.charges.reduce((sum, { amount }) => sum + amount, 0))
        expect(Number.isSafeInteger(quote.freeDeliveryRemaining)).toBe(true)
      }),
    )
  })

  test('while the place is not known are the lowest of all places', () => {
    fc.assert(
      fc.property(table, lines, (all, some) => {
        const goods = some.map(({ quantity, product: one }) => ({ quantity, product: full(one) }))
        const total = some.reduce((sum, { quantity, product: one }) => sum + quantity * one.price * 100, 0)
        const cost = (terms: PlaceTerms) => deliveryFor(total, orderTerms(DEFAULT_SETTINGS, terms, { lines: goods, onDelivery: false })).charge
        const places = [placeTerms(all, '411001', ['27']), placeTerms(all, '560038', ['29']), placeTerms(all, '110001', ['07'])].map(cost)
        const lowest = lowestTerms(all, DEFAULT_SETTINGS)
        expect(lowest.exact).toBe(false)
        expect(cost(lowest)).toBeLessThanOrEqual(Math.min(...places))
      }),
    )
  })

  test('without zones and fee are those of the settings', () => {
    const terms = placeTerms(NO_ZONES, '411001', ['27'])
    expect(orderTerms(DEFAULT_SETTINGS, terms, { lines: [], onDelivery: true })).toEqual({ ...DEFAULT_SETTINGS, codFee: 0 })
    expect(lowestTerms(NO_ZONES, DEFAULT_SETTINGS)).toEqual(terms)
  })
})

test('what the courier does not take and what is out of bounds is refused', () => {
  const open = placeTerms({ ...NO_ZONES, codMinimum: 200_00, codMaximum: 5000_00 }, '411001', ['27'])
  expect(placeRefusal(open, 'cod', 200_00)).toBeNull()
  expect(placeRefusal(open, 'cod', 5000_00)).toBeNull()
  expect(placeRefusal(open, 'cod', 199_99)).toEqual({ code: 'COD_MINIMUM', limit: 200_00 })
  expect(placeRefusal(open, 'cod', 5000_01)).toEqual({ code: 'COD_MAXIMUM', limit: 5000_00 })
  expect(placeRefusal(open, 'upi', 5000_01)).toBeNull()
  expect(placeRefusal({ ...open, cod: false }, 'cod', 300_00)).toEqual({ code: 'COD_NOT_HERE' })
  expect(placeRefusal({ ...open, cod: false }, 'upi', 300_00)).toBeNull()
  expect(placeRefusal({ ...open, prepaid: false }, 'upi', 300_00)).toEqual({ code: 'ONLY_COD_HERE' })
  expect(placeRefusal({ ...open, prepaid: false, cod: false }, null, 0)).toEqual({ code: 'PIN_NOT_SERVED' })
})
