/** The prices on the product page, in paise. */
import type { Paise } from '../money/money.ts'
import { activeTier, basePrice, mrpOf, parseTiers, tierPrice, tierTable } from './price-tiers.ts'
import type { PricedProduct, PriceTier } from './price-tiers.ts'
import { tierNudge } from './tier-nudge.ts'
import type { TierStep } from './tier-nudge.ts'

export type ChosenPrice = {
  /** The quantity that the cart would hold: its current units plus the chosen ones. */
  total: number
  tier: PriceTier | null
  unitPrice: Paise
  /** of the chosen units; of the units in the cart when none are chosen */
  price: Paise
  /** if it is near */ next: TierStep | null
}

/**
 * The price of a chosen quantity, at the tier that it reaches together with the units in the cart (docs/rules.md#minimum-order).
 * `others`: units in the cart of other products that count together with it.
 */
export function priceOfChoice(product: PricedProduct, chosen: number, inCart: number, others = 0): ChosenPrice {
  const total = inCart + chosen
  const tier = activeTier(parseTiers(product.pricing_tiers), total + others)
  const unitPrice = tierPrice(basePrice(product), tier)
  return { total, tier, unitPrice, price: unitPrice * (chosen || inCart), next: tierNudge(product, total, others) }
}

export type PriceRow = { from: number; each: Paise; /** compared with MRP, or with the base price when there is none */ saves: Paise; inAll: Paise }

/** The bulk price table, with the base price as the first row if an order may be smaller than the first tier; empty without tiers. */
export function priceTable(product: PricedProduct, minimum: number, paid: (unit: Paise) => Paise = (unit) => unit): PriceRow[] {
  const tiers = tierTable(product, paid)
  const rows = tiers.map((tier) => ({ from: tier.minQuantity, each: tier.unitPrice, saves: tier.savingsPerUnit, inAll: tier.totalSavings }))
  if (tiers[0] === undefined || tiers[0].minQuantity <= minimum) return rows
  const base = basePrice(product)
  const saves = savedUnderMrp(product, paid(base))
  return [{ from: minimum, each: base, saves, inAll: saves * minimum }, ...rows]
}

/** The step that applies to this many units: the highest tier reached, else the first row once the minimum order is reached; null below it. */
export function liveStep(product: PricedProduct, rows: readonly PriceRow[], minimum: number, total: number): number | null {
  if (total < minimum) return null
  return activeTier(parseTiers(product.pricing_tiers), total)?.minQuantity ?? rows.find(({ from }) => from === minimum)?.from ?? null
}

/** How far this price per unit is below MRP, negative if it is above; null without an MRP. */
export function underMrp(product: Pick<PricedProduct, 'mrp'>, paid: Paise): Paise | null {
  const mrp = mrpOf(product)
  return mrp === null ? null : mrp - paid
}

/** What this many units save compared with MRP at this price per unit. */
export function savedUnderMrp(product: Pick<PricedProduct, 'mrp'>, paid: Paise, quantity = 1): Paise {
  return Math.max(0, underMrp(product, paid) ?? 0) * quantity
}
