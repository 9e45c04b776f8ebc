import type { Paise } from '../money/money.ts'
import { isNear } from './price-steps.ts'
import { activeTier, basePrice, nextTier, parseTiers, tierPrice } from './price-tiers.ts'
import type { PricedProduct } from './price-tiers.ts'

export type TierStep = {
  /** units to add */
  more: number
  minQuantity: number
  /** the unit price at that tier, in paise */
  unitPrice: Paise
  /** compared with the current unit price, for the whole line once it has these units more, in paise */
  saves: Paise
}

/** The next tier above the quantity; null when there is none, when it saves nothing or when it exceeds the stock. */
function nextStep(product: PricedProduct, quantity: number, others: number): TierStep | null {
  const tiers = parseTiers(product.pricing_tiers)
  const next = nextTier(tiers, quantity + others)
  if (!next || !Number.isInteger(next.minQuantity)) return null
  const more = next.minQuantity - quantity - others
  if (quantity + more > product.stock) return null
  const base = basePrice(product)
  const unitPrice = tierPrice(base, next)
  const saves = (tierPrice(base, activeTier(tiers, quantity + others)) - unitPrice) * (quantity + more)
  return saves > 0 ? { more, minQuantity: next.minQuantity, unitPrice, saves } : null
}

/** 'Add N more for the next tier, saves ₹Y'; null when the next tier is too far. `others`: units of other products that count together with it. */
export function tierNudge(product: PricedProduct, quantity: number, others = 0): TierStep | null {
  const step = nextStep(product, quantity, others)
  return step !== null && isNear(step.more, quantity) ? step : null
}
