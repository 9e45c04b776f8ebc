/** What a row of the trade list shows of a product's price steps. */
import type { Paise } from '../money/money.ts'
import { effectiveMinimum } from '../products/stock.ts'
import { isNear, reachedStep, type PriceStep } from './price-steps.ts'
import type { PricedProduct } from './price-tiers.ts'

/** At most `most` neighbouring steps: the reached one, one before it if there is room, and those that follow. */
export function stepsAround(steps: readonly PriceStep[], quantity: number, most: number): PriceStep[] {
  const start = Math.max(0, Math.min(reachedStep(steps, quantity) - 1, steps.length - most))
  return steps.slice(start, start + most)
}

/** The quantity to suggest: what was bought last, as far as minimum order and stock allow it; the minimum order otherwise. */
export function suggestedQuantity(product: Pick<PricedProduct, 'min_order_quantity' | 'stock'>, last?: number): number {
  const minimum = effectiveMinimum(product)
  return last === undefined ? minimum : Math.max(minimum, Math.min(last, product.stock))
}

/**
 * The next step, when it is near: how many units it needs and what it then saves on this product, in paise. Null below the first step.
 * `others`: units of other products that count together with it.
 */
export function nearStep(steps: readonly PriceStep[], quantity: number, others = 0): (PriceStep & { more: number; saves: Paise }) | null {
  const place = reachedStep(steps, quantity + others)
  const [reached, next] = [steps[place], steps[place + 1]]
  if (!reached || !next) return null
  const more = next.from - quantity - others
  return isNear(more, quantity) ? { ...next, more, saves: (reached.unitPrice - next.unitPrice) * (quantity + more) } : null
}
