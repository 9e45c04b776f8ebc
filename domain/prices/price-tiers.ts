import { exactNumber, formatRupees, hundredths, parseDecimal, portionOf, roundHalfUp, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

/** From `minQuantity` units on, the base price is reduced by `discountPercent` percent (docs/rules.md#base-price-and-tiers). */
export type PriceTier = { minQuantity: number; discountPercent: number }

/** The columns of a product row that determine its price, in rupees as REST returns them. */
export type PricedProduct = {
  price: number | string
  retail_price: number | string | null
  mrp: number | string | null
  pricing_tiers: unknown
  min_order_quantity: number
  stock: number
}

export type TierDisplay = PriceTier & {
  unitPrice: Paise
  /** MRP (or the base price when there is none) minus the unit price, never below zero. */
  savingsPerUnit: Paise
  /** Savings per unit × the tier's minimum quantity. */
  totalSavings: Paise
  /** 'Bulk Price: ₹131.12 each for Qty 6+ (12% OFF)' */
  text: string
}

/**
 * The valid tiers, ascending. The column may hold a list, JSON text of one, or an object of entries; entries without two valid
 * numbers are ignored. If two entries have the same minimum, the better discount wins.
 */
export function parseTiers(value: unknown): PriceTier[] {
  const tiers: PriceTier[] = []
  for (const entry of tierEntries(value)) {
    const tier = readTier(entry)
    if (tier) tiers.push(tier)
  }
  return tiers.sort((a, b) => a.minQuantity - b.minQuantity || a.discountPercent - b.discountPercent)
}

/** `retail_price`, or `price` if that is null or not positive. */
export function basePrice(product: Pick<PricedProduct, 'price' | 'retail_price'>): Paise {
  const retail = product.retail_price === null ? 0 : toPaise(product.retail_price)
  return retail > 0 ? retail : toPaise(product.price)
}

/** MRP in paise, null if none is set. */
export function mrpOf(product: Pick<PricedProduct, 'mrp'>): Paise | null {
  const mrp = product.mrp === null ? 0 : toPaise(product.mrp)
  return mrp > 0 ? mrp : null
}

/** The tier with the highest minimum that the quantity reaches; null below the first. Expects the order of `parseTiers`. */
export function activeTier(tiers: readonly PriceTier[], quantity: number): PriceTier | null {
  return tiers.findLast((tier) => quantity >= tier.minQuantity) ?? null
}

/** The next tier above the quantity, for "add N more". */
export function nextTier(tiers: readonly PriceTier[], quantity: number): PriceTier | null {
  return tiers.find((tier) => quantity < tier.minQuantity) ?? null
}

/** The price of one unit at this quantity, as the shop shows prices (with or without GST, according to its settings). */
export function unitPrice(product: PricedProduct, quantity: number): Paise {
  return tierPrice(basePrice(product), activeTier(parseTiers(product.pricing_tiers), quantity))
}

/** base × (1 − percent/100), rounded half up to the paisa; exact for any number of decimals in the percentage. */
export function tierPrice(base: Paise, tier: PriceTier | null): Paise {
  if (!tier || tier.discountPercent === 0) return base
  const percent = hundredths(tier.discountPercent)
  if (percent !== null) return portionOf(base, 10_000 - percent, 10_000)
  const { digits, scale } = parseDecimal(tier.discountPercent)
  const hundred = 100n * 10n ** BigInt(scale)
  return exactNumber(roundHalfUp(BigInt(base) * (hundred - digits), hundred))
}

/** The rows of the bulk price table. `paid` adds GST to a unit price where prices exclude it. */
export function tierTable(product: PricedProduct, paid: (unit: Paise) => Paise = (unit) => unit): TierDisplay[] {
  const base = basePrice(product)
  const mrp = mrpOf(product)
  return parseTiers(product.pricing_tiers).map((tier) => {
    const unit = tierPrice(base, tier)
    const savingsPerUnit = Math.max(0, mrp === null ? base - unit : mrp - paid(unit))
    return {
      ...tier,
      unitPrice: unit,
      savingsPerUnit,
      totalSavings: Math.round(savingsPerUnit * tier.minQuantity), // old data may contain a fractional minimum
      text: `Bulk Price: ${formatRupees(unit)} each for Qty ${tier.minQuantity}+ (${tier.discountPercent}% OFF)`,
    }
  })
}

/** The whole percentage by which `unit` (what is paid for one unit; by default the base price) is below MRP; null if it is not. */
export function percentOffMrp(product: PricedProduct, unit: Paise = basePrice(product)): number | null {
  const mrp = mrpOf(product)
  if (mrp === null || unit >= mrp) return null
  const percent = Math.round(((mrp - unit) * 100) / mrp)
  return percent > 0 ? percent : null
}

/** The entries of the column, valid or not. */
export function tierEntries(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return tierEntries(parseJson(value))
  if (typeof value === 'object' && value !== null) return Object.values(value)
  return []
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? null : value // JSON text within JSON text is not a list, and would recurse
  } catch {
    return null
  }
}

/** Null when the entry does not hold two valid numbers. */
export function readTier(entry: unknown): PriceTier | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { min_quantity: minQuantity, discount_percent: discountPercent } = entry as Record<string, unknown>
  if (typeof minQuantity !== 'number' || typeof discountPercent !== 'number') return null
  if (!Number.isFinite(minQuantity) || minQuantity < 1) return null
  if (!(discountPercent >= 0 && discountPercent < 100)) return null
  return { minQuantity, discountPercent }
}
