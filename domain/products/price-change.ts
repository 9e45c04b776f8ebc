/** Bulk price changes: by a percentage or an amount, with a choice of rounding, never above MRP and never rising with quantity. */
import { exceedsMrp } from '../tax/mrp.ts'
import type { GstSettings } from '../tax/gst.ts'
import { portionOf, toPaise, toRupees } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { basePrice, mrpOf, parseTiers, tierPrice } from '../prices/price-tiers.ts'

export const ROUNDINGS = ['paisa', 'rupee', 'nine'] as const
/** To the paisa, to the nearest rupee, or to the nearest whole amount that ends in 9. Halves are rounded up. */
export type Rounding = (typeof ROUNDINGS)[number]

export type PriceChange = {
  /** hundredths of a percent, or paise; a negative value reduces prices */
  by: { kind: 'percent'; hundredths: number } | { kind: 'amount'; paise: Paise }
  price: boolean
  mrp: boolean
  /**
   * If the price changes: whether tier prices follow it (their percentages stay) or stay the same (their percentages change).
   * Otherwise: whether the tier prices change.
   */
  tiers: boolean
  rounding: Rounding
}

/** The columns of a product that a price change reads, in rupees as REST returns them. */
export type PricedRow = {
  price: number
  retail_price: number | null
  mrp: number | null
  pricing_tiers: unknown
  gst_percent: number
}
/** The new and the previous values of the columns that change. */
export type PriceColumns = Partial<Pick<PricedRow, 'price' | 'retail_price' | 'mrp' | 'pricing_tiers'>>
export type ChangedPrices =
  | { ok: true; now: PriceColumns; was: PriceColumns; base: [before: Paise, after: Paise]; mrp: [before: Paise | null, after: Paise | null] }
  | { ok: false; code: 'SAME' | 'NOT_POSITIVE' | 'TOO_LARGE' | 'RISING'; base: [before: Paise, after: Paise] }
  | { ok: false; code: 'ABOVE_MRP'; highest: Paise; base: [before: Paise, after: Paise] }

const LARGEST: Paise = 999_999_999_999 // numeric(12,2)

/** One amount after the change, rounded, in paise. It may be zero or negative; the caller rejects that. */
export function changedAmount(amount: Paise, { by, rounding }: Pick<PriceChange, 'by' | 'rounding'>): Paise {
  const exact = by.kind === 'percent' ? portionOf(amount, 10_000 + by.hundredths, 10_000) : amount + by.paise
  if (exact <= 0) return exact
  if (rounding === 'rupee') return Math.floor((exact + 50) / 100) * 100
  // The nearest of 9, 19, 29 … rupees; 9 is the lowest.
  if (rounding === 'nine') return Math.max(0, Math.floor((exact - 900 + 500) / 1000)) * 1000 + 900
  return exact
}

/** The effect of a price change on one product, or why it does not change. */
export function changePrices(row: PricedRow, change: PriceChange, settings: GstSettings): ChangedPrices {
  const before = basePrice(row)
  const after = change.price ? changedAmount(before, change) : before
  const base: [Paise, Paise] = [before, after]
  if (after <= 0) return { ok: false, code: 'NOT_POSITIVE', base }
  const mrpBefore = mrpOf(row)
  const mrpAfter = change.mrp && mrpBefore !== null ? changedAmount(mrpBefore, change) : mrpBefore
  if (mrpAfter !== null && mrpAfter <= 0) return { ok: false, code: 'NOT_POSITIVE', base }
  if (after > LARGEST || (mrpAfter ?? 0) > LARGEST) return { ok: false, code: 'TOO_LARGE', base }
  const tiers = changedTiers(row.pricing_tiers, before, after, change)
  if (tiers === 'RISING' || tiers === 'NOT_POSITIVE') return { ok: false, code: tiers, base }

  const now: PriceColumns = {}
  const column = row.retail_price !== null && row.retail_price > 0 ? 'retail_price' : 'price'
  if (after !== before) now[column] = toRupees(after)
  if (mrpAfter !== mrpBefore && mrpAfter !== null) now.mrp = toRupees(mrpAfter)
  if (tiers !== null) now.pricing_tiers = tiers
  const over = exceedsMrp({ ...row, ...now }, settings)
  if (over) return { ok: false, code: 'ABOVE_MRP', highest: over.highestPrice, base }
  if (Object.keys(now).length === 0) return { ok: false, code: 'SAME', base }
  const was: PriceColumns = Object.fromEntries(Object.keys(now).map((key) => [key, row[key as keyof PriceColumns]]))
  return { ok: true, now, was, base, mrp: [mrpBefore, mrpAfter] }
}

type StoredTier = { min_quantity: number; discount_percent: number }

/** The tiers to store; null when they do not change. */
function changedTiers(stored: unknown, before: Paise, after: Paise, change: PriceChange): StoredTier[] | null | 'RISING' | 'NOT_POSITIVE' {
  const tiers = parseTiers(stored)
  if (tiers.length === 0 || change.price === change.tiers) return null
  const next: StoredTier[] = []
  let highest = after
  for (const tier of tiers) {
    const unit = tierPrice(before, tier)
    const wanted = change.tiers ? changedAmount(unit, change) : unit
    if (wanted <= 0) return 'NOT_POSITIVE'
    if (wanted > highest) return 'RISING'
    highest = wanted
    next.push({ min_quantity: tier.minQuantity, discount_percent: discountFor(after, wanted) })
  }
  return next
}

/** The percentage with the fewest decimals that turns `base` into exactly `unit`. */
export function discountFor(base: Paise, unit: Paise): number {
  for (let decimals = 0; decimals <= 10; decimals += 1) {
    const percent = Number((((base - unit) / base) * 100).toFixed(decimals))
    if (percent < 100 && tierPrice(base, { minQuantity: 1, discountPercent: percent }) === unit) return percent
  }
  throw new RangeError(`No percentage makes ${unit} of ${base}`)
}

/** '12.5' → 1250 hundredths of a percent; null for anything but a percentage of at most two decimals. */
export function readChangePercent(text: string): number | null {
  const trimmed = text.trim().replace(/(?<!\s)\s*%$/, '')
  return /^\d{1,4}(\.\d{1,2})?$/.test(trimmed) ? toPaise(trimmed) : null
}
