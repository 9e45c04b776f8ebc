import type { PricedProduct } from '#domain/prices/price-tiers.ts'
import { priceOfChoice, type ChosenPrice } from '#domain/prices/product-price.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import * as say from '#words/product.tsx'

export type Buying = ChosenPrice & {
  refusal: { code: 'OUT_OF_STOCK' | 'MORE_THAN_STOCK' | 'BELOW_MINIMUM'; text: string } | null
}

/** Evaluates a chosen quantity, including units that are already in the cart (docs/rules.md#minimum-order). */
export function buyingOf(product: PricedProduct, chosen: number, inCart: number, others = 0): Buying {
  const choice = priceOfChoice(product, chosen, inCart, others)
  return { ...choice, refusal: refusalOf(product, choice.total, inCart) }
}

function refusalOf(product: PricedProduct, total: number, inCart: number): Buying['refusal'] {
  if (product.stock <= 0) return { code: 'OUT_OF_STOCK', text: say.outOfStock }
  if (total > product.stock) {
    return { code: 'MORE_THAN_STOCK', text: say.onlyInStock(product.stock, inCart) }
  }
  const minimum = effectiveMinimum(product)
  return total < minimum ? { code: 'BELOW_MINIMUM', text: say.minimumOrder(minimum) } : null
}
