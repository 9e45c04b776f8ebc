/** What the product page shows of prices, in paise. */
import type { Paise } from '../money/money.ts'
import { activeTier, basePrice, mrpOf, parseTiers, tierPrice, tierTable } from './price-tiers.ts'
import type { PricedProduct, PriceTier } from './price-tiers.ts'
import { nextStep } from './tier-nudge.ts'
import type { TierStep } from './tier-nudge.ts'

export type ChosenPrice = {
  /** What the cart would hold: what is there already plus what is chosen. */
  total: number
  tier: PriceTier | null
  unitPrice: Paise
  /** of the chosen units; of what the cart holds when none are chosen */
  price: Paise
  next: TierStep | null
}

/** The price of a chosen quantity, at the tier that it reaches together with what is in the cart (docs/rules.md#minimum-order). */
export function priceOfChoice(product: PricedProduct, chosen: number, inCart: number): ChosenPrice {
  const total = inCart + chosen
  const tier = activeTier(parseTiers(product.pricing_tiers), total)
  const unitPrice = tierPrice(basePrice(product), tier)
  return { total, tier, unitPrice, price: unitPrice * (chosen || inCart), next: nextStep(product, total) }
}

export type PriceRow = { from: number; each: Paise; /** against MRP, or the base price where there is none */ saves: Paise; inAll: Paise }

/** The bulk price table with the base price on top where an order may be smaller than the first tier; empty without tiers. */
export function priceTable(product: PricedProduct, minimum: number, paid: (unit: Paise) => Paise = (unit) => unit): PriceRow[] {
  const tiers = tierTable(product, paid)
  const rows = tiers.map((tier) => ({ from: tier.minQuantity, each: tier.unitPrice, saves: tier.savingsPerUnit, inAll: tier.totalSavings }))
  if (tiers[0] === undefined || tiers[0].minQuantity <= minimum) return rows
  const base = basePrice(product)
  const saves = savedUnderMrp(product, paid(base))
  return [{ from: minimum, each: base, saves, inAll: saves * minimum }, ...rows]
}

/** What is left under MRP when this is paid for a unit, below zero where it is above; null without an MRP. */
export function underMrp(product: Pick<PricedProduct, 'mrp'>, paid: Paise): Paise | null {
  const mrp = mrpOf(product)
  return mrp === null ? null : mrp - paid
}

/** What so many units save against MRP when this is paid for each. */
export function savedUnderMrp(product: Pick<PricedProduct, 'mrp'>, paid: Paise, quantity = 1): Paise {
  return Math.max(0, underMrp(product, paid) ?? 0) * quantity
}
