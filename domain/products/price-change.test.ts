import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exceedsMrp } from '../tax/mrp.ts'
import { toPaise, toRupees } from '../money/money.ts'
import { changePrices, changedAmount, discountFor, readChangePercent, ROUNDINGS } from './price-change.ts'
import type { PriceChange, PricedRow } from './price-change.ts'
import { basePrice, parseTiers, tierPrice } from '../prices/price-tiers.ts'

const settings = { pricesIncludeGst: true, forcedGstPercent: null }
const percent = (hundredths: number, more: Partial<PriceChange> = {}): PriceChange => ({
  by: { kind: 'percent', hundredths },
  price: true,
  mrp: false,
  tiers: true,
  rounding: 'paisa',
  ...more,
})
const row = (more: Partial<PricedRow> = {}): PricedRow => ({ price: 100, retail_price: null, mrp: null, pricing_tiers: null, gst_percent: 18, ...more })
const TIERS = [
  { min_quantity: 6, discount_percent: 5 },
  { min_quantity: 12, discount_percent: 8 },
]

const amount = fc.integer({ min: 1, max: 50_000_000 })
const rounding = fc.constantFrom(...ROUNDINGS)
const by = fc.oneof(
  fc.integer({ min: -9_900, max: 30_000 }).map((hundredths) => ({ kind: 'percent' as const, hundredths })),
  fc.integer({ min: -100_000, max: 100_000 }).map((paise) => ({ kind: 'amount' as const, paise })),
)
const anyChange = fc.record({ by, price: fc.boolean(), mrp: fc.boolean(), tiers: fc.boolean(), rounding })
const anyRow = fc
  .record({
    price: amount,
    retail: fc.option(amount),
    room: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    tiers: fc.uniqueArray(fc.record({ least: fc.integer({ min: 1, max: 999 }), percent: fc.integer({ min: 0, max: 9_900 }) }), {
      selector: ({ least }) => least,
      maxLength: 4,
    }),
  })
  .map(({ price, retail, room, tiers }): PricedRow => {
    const falling = tiers.map(({ percent: one }) => one).toSorted((a, b) => a - b)
    const base = retail ?? price
    return row({
      price: toRupees(price),
      retail_price: retail === null ? null : toRupees(retail),
      mrp: room === null ? null : toRupees(base + room),
      pricing_tiers: tiers
        .toSorted((a, b) => a.least - b.least)
        .map(({ least }, place) => ({ min_quantity: least, discount_percent: (falling[place] ?? 0) / 100 })),
    })
  })

describe('an amount', () => {
  it.each([
    [18_950, 'percent', 1_000, 'paisa', 20_845],
    [18_950, 'percent', 1_000, 'rupee', 20_800],
    [18_950, 'percent', 1_000, 'nine', 20_900],
    [20_400, 'percent', 0, 'nine', 20_900],
    [20_399, 'percent', 0, 'nine', 19_900],
    [300, 'percent', 0, 'nine', 900],
    [10_050, 'percent', 0, 'rupee', 10_100],
    [10_000, 'percent', -1_250, 'paisa', 8_750],
    [1, 'percent', 5_000, 'paisa', 2],
    [10_000, 'amount', -550, 'paisa', 9_450],
  ] as const)('%i paise by %s %i to the %s is %i', (from, kind, by_, to, result) => {
    expect(changedAmount(from, { by: kind === 'percent' ? { kind, hundredths: by_ } : { kind, paise: by_ }, rounding: to })).toBe(result)
  })

  it('changed by zero is the same to the paisa, and rounding twice equals rounding once', () => {
    fc.assert(
      fc.property(amount, rounding, (paise, to) => {
        expect(changedAmount(paise, { by: { kind: 'percent', hundredths: 0 }, rounding: 'paisa' })).toBe(paise)
        const once = changedAmount(paise, { by: { kind: 'amount', paise: 0 }, rounding: to })
        if (once > 0) expect(changedAmount(once, { by: { kind: 'amount', paise: 0 }, rounding: to })).toBe(once)
      }),
    )
  })

  it('a higher price stays at least as high, and rounding moves it by at most half its step', () => {
    fc.assert(
      fc.property(amount, amount, by, rounding, (a, b, how, to) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(changedAmount(low, { by: how, rounding: to })).toBeLessThanOrEqual(changedAmount(high, { by: how, rounding: to }))
        const exact = changedAmount(a, { by: how, rounding: 'paisa' })
        if (exact >= 900) expect(Math.abs(changedAmount(a, { by: how, rounding: to }) - exact)).toBeLessThanOrEqual({ paisa: 0, rupee: 50, nine: 500 }[to])
      }),
    )
  })
})

describe('a product', () => {
  it('with a retail price has that one changed', () => {
    expect(changePrices(row({ price: 90, retail_price: 100 }), percent(1_000), settings)).toMatchObject({
      ok: true,
      now: { retail_price: 110 },
      was: { retail_price: 100 },
    })
  })
  it('keeps its tiers’ percentages if the price is kept with them, or its tier prices otherwise', () => {
    expect(changePrices(row({ pricing_tiers: TIERS }), percent(1_000), settings)).toMatchObject({ ok: true, now: { price: 110 } })
    const kept = changePrices(row({ pricing_tiers: TIERS }), percent(1_000, { tiers: false }), settings)
    if (!kept.ok) throw new Error(kept.code)
    expect(parseTiers(kept.now.pricing_tiers).map((tier) => tierPrice(11_000, tier))).toEqual([9_500, 9_200])
  })
  it('is refused above MRP with the highest price, and if a tier costs more than one piece', () => {
    expect(changePrices(row({ mrp: 105 }), percent(1_000), settings)).toMatchObject({ ok: false, code: 'ABOVE_MRP', highest: 10_500 })
    expect(changePrices(row({ mrp: 105 }), percent(1_000, { mrp: true }), settings)).toMatchObject({ ok: true, now: { price: 110, mrp: 115.5 } })
    expect(changePrices(row({ pricing_tiers: TIERS }), percent(1_000, { price: false }), settings)).toMatchObject({ ok: false, code: 'RISING' })
    expect(changePrices(row({ pricing_tiers: TIERS }), percent(-2_000, { tiers: false }), settings)).toMatchObject({ ok: false, code: 'RISING' })
    expect(changePrices(row(), { ...percent(0), by: { kind: 'amount', paise: -10_000 } }, settings)).toMatchObject({ ok: false, code: 'NOT_POSITIVE' })
    expect(changePrices(row(), percent(0), settings)).toMatchObject({ ok: false, code: 'SAME' })
  })

  it('with a changed price is never above MRP, never costs more with quantity, and is restored by its former values', () => {
    fc.assert(
      fc.property(anyRow, anyChange, (before, change) => {
        const done = changePrices(before, change, settings)
        if (!done.ok) return
        const after = { ...before, ...done.now }
        expect(exceedsMrp(after, settings)).toBeNull()
        const units = [basePrice(after), ...parseTiers(after.pricing_tiers).map((tier) => tierPrice(basePrice(after), tier))]
        expect(units).toEqual(units.toSorted((a, b) => b - a))
        expect({ ...after, ...done.was }).toEqual(before)
        if (!change.price) expect(basePrice(after)).toBe(basePrice(before))
        if (change.price && !change.tiers) expect(units.slice(1)).toEqual(parseTiers(before.pricing_tiers).map((tier) => tierPrice(basePrice(before), tier)))
      }),
    )
  })

  it('finds a percentage for every tier price', () => {
    fc.assert(
      fc.property(amount, fc.double({ min: 0, max: 1, noNaN: true }), (base, share) => {
        const unit = Math.max(1, Math.round(base * share))
        expect(tierPrice(base, { minQuantity: 1, discountPercent: discountFor(base, unit) })).toBe(unit)
      }),
    )
  })
})

it('a percentage is read as people type it', () => {
  expect(['7.5', ' 10 % ', '0', '1e3', '-5', 'ten', '1.234'].map(readChangePercent)).toEqual([750, 1_000, 0, null, null, null, null])
  expect(toPaise('7.5')).toBe(750)
})
