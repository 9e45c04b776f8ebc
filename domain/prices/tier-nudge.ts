import type { Paise } from '../money/money.ts'
import { activeTier, basePrice, nextTier, parseTiers, tierPrice } from './price-tiers.ts'
import type { PricedProduct } from './price-tiers.ts'

export type TierStep = {
  /** units to add */
  more: number
  minQuantity: number
  /** what each unit then costs, in paise */
  unitPrice: Paise
  /** against today's unit price, for the whole line at the tier's minimum, in paise */
  saves: Paise
}

/** The next tier above the quantity; null when there is none, when it saves nothing or exceeds the stock. */
export function nextStep(product: PricedProduct, quantity: number): TierStep | null {
  const tiers = parseTiers(product.pricing_tiers)
  const next = nextTier(tiers, quantity)
  if (!next || !Number.isInteger(next.minQuantity) || next.minQuantity > product.stock) return null
  const base = basePrice(product)
  const unitPrice = tierPrice(base, next)
  const saves = (tierPrice(base, activeTier(tiers, quantity)) - unitPrice) * next.minQuantity
  return saves > 0 ? { more: next.minQuantity - quantity, minQuantity: next.minQuantity, unitPrice, saves } : null
}

/** Further than this, or more than twice what is wanted, is no longer a kindness. */
const NEAR = 3

/** 'Add N more for the next tier, saves ₹Y'; null when the next step is far. */
export function tierNudge(product: PricedProduct, quantity: number): TierStep | null {
  const step = nextStep(product, quantity)
  return step !== null && step.more <= Math.max(NEAR, quantity) ? step : null
}
