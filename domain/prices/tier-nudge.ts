import type { Paise } from '../money/money.ts'
import { activeTier, basePrice, nextTier, parseTiers, tierPrice } from './price-tiers.ts'
import type { PricedProduct } from './price-tiers.ts'

export type TierNudge = {
  /** units to add */
  more: number
  minQuantity: number
  /** what each unit then costs, in paise */
  unitPrice: Paise
  /** against today's unit price, for the whole line at the tier's minimum, in paise */
  saves: Paise
}

/** Further than this, or more than twice what is wanted, is no longer a kindness. */
const NEAR = 3

/** 'Add N more for the next tier, saves ₹Y'; null when the tier is far, saves nothing or exceeds the stock. */
export function tierNudge(product: PricedProduct, quantity: number): TierNudge | null {
  const tiers = parseTiers(product.pricing_tiers)
  const next = nextTier(tiers, quantity)
  if (!next || !Number.isInteger(next.minQuantity) || next.minQuantity > product.stock) return null
  const more = next.minQuantity - quantity
  if (more > Math.max(NEAR, quantity)) return null
  const base = basePrice(product)
  const unitPrice = tierPrice(base, next)
  const saves = (tierPrice(base, activeTier(tiers, quantity)) - unitPrice) * next.minQuantity
  return saves > 0 ? { more, minQuantity: next.minQuantity, unitPrice, saves } : null
}
