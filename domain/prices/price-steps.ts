import type { Paise } from '../money/money.ts'
import { effectiveMinimum } from '../products/stock.ts'
import { activeTier, basePrice, parseTiers, tierPrice } from './price-tiers.ts'
import type { PricedProduct } from './price-tiers.ts'

/** From `from` units on, one unit costs `unitPrice` paise. */
export type PriceStep = { from: number; unitPrice: Paise }

/**
 * The quantities at which a buyer gets a new price: the minimum order first, then each tier above it. Tiers that the stock cannot
 * fill, that no whole number reaches or that do not lower the price are left out.
 */
export function priceSteps(product: PricedProduct): PriceStep[] {
  const tiers = parseTiers(product.pricing_tiers)
  const base = basePrice(product)
  const first = effectiveMinimum(product)
  const steps: PriceStep[] = [{ from: first, unitPrice: tierPrice(base, activeTier(tiers, first)) }]
  for (const tier of tiers) {
    const unitPrice = tierPrice(base, tier)
    const { from, unitPrice: before } = steps.at(-1) as PriceStep
    if (tier.minQuantity <= from || tier.minQuantity > product.stock || !Number.isInteger(tier.minQuantity) || unitPrice >= before) continue
    steps.push({ from: tier.minQuantity, unitPrice })
  }
  return steps
}

/** The place of the step that a quantity has reached; -1 below the first. */
export function reachedStep(steps: readonly PriceStep[], quantity: number): number {
  return steps.findLastIndex(({ from }) => quantity >= from)
}

/** A step of more units than this, which also more than doubles the quantity, is too far to suggest. */
const NEAR = 12

/** Whether a step that needs this many more units is suggested: the same on the product page, in the trade list and in the cart. */
export const isNear = (more: number, quantity: number): boolean => more <= Math.max(NEAR, quantity)
