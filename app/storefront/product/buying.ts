import { activeTier, nextTier, parseTiers, tierPrice, basePrice, type PriceTier, type PricedProduct } from '#domain/prices/price-tiers.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import * as say from '#words/product.tsx'

export type Buying = {
  /** What the cart would hold: what is there already plus what is chosen. */
  total: number
  tier: PriceTier | null
  unitPrice: number
  /** The next step down, and what the whole quantity saves against today's price there, in paise. */
  next: { missing: number; unitPrice: number; saves: number; from: number } | null
  refusal: { code: 'OUT_OF_STOCK' | 'MORE_THAN_STOCK' | 'BELOW_MINIMUM'; text: string } | null
}

/** What a chosen quantity means, counting what is in the cart already (docs/rules.md#minimum-order). Prices in paise. */
export function buyingOf(product: PricedProduct, chosen: number, inCart: number): Buying {
  const tiers = parseTiers(product.pricing_tiers)
  const base = basePrice(product)
  const total = inCart + chosen
  const tier = activeTier(tiers, total)
  const unitPrice = tierPrice(base, tier)
  const following = nextTier(tiers, total)
  const better = following === null ? null : tierPrice(base, following)
  const reachable = following !== null && following.minQuantity <= product.stock && better !== null && better < unitPrice
  return {
    total,
    tier,
    unitPrice,
    next: reachable
      ? { missing: following.minQuantity - total, unitPrice: better, saves: (unitPrice - better) * following.minQuantity, from: following.minQuantity }
      : null,
    refusal: refusalOf(product, total, inCart),
  }
}

function refusalOf(product: PricedProduct, total: number, inCart: number): Buying['refusal'] {
  if (product.stock <= 0) return { code: 'OUT_OF_STOCK', text: say.outOfStock }
  if (total > product.stock) {
    return { code: 'MORE_THAN_STOCK', text: say.onlyInStock(product.stock, inCart) }
  }
  const minimum = effectiveMinimum(product)
  return total < minimum ? { code: 'BELOW_MINIMUM', text: say.minimumOrder(minimum) } : null
}
