import type { Paise } from '../money/money.ts'
import { activeTier, basePrice, nextTier, parseTiers, tierPrice } from './price-tiers.ts'
import type { PricedProduct } from './price-tiers.ts'

export type TierStep = {
  /** units to add */
  more: number
  minQuantity: number
  /** the unit price at that tier, in paise */
  unitPrice: Paise
  /** compared with the current unit price, for the whole line at the tier's minimum, in paise */
  saves: Paise
}

/** The next tier above the quantity; null when there is none, when it saves nothing or when it exceeds the stock. */
export function nextStep(product: PricedProduct, quantity: number): TierStep | null {
  const tiers = parseTiers(product.pricing_tiers)
  const next = nextTier(tiers, quantity)
  if (!next || !Number.isInteger(next.minQuantity) || next.minQuantity > product.stock) return null
  const base = basePrice(product)
  const unitPrice = tierPrice(base, next)
  const saves = (tierPrice(base, activeTier(tiers, quantity)) - unitPrice) * next.minQuantity
  return saves > 0 ? { more: next.minQuantity - quantity, minQuantity: next.minQuantity, unitPrice, saves } : null
}

/** A step of more units than this, which also more than doubles the quantity, is too far to suggest. */
const NEAR = 3

/** 'Add N more for the next tier, saves ₹Y'; null when the next tier is too far. */
export function tierNudge(product: PricedProduct, quantity: number): TierStep | null {
  const step = nextStep(product, quantity)
  return step !== null && step.more <= Math.max(NEAR, quantity) ? step : null
}
