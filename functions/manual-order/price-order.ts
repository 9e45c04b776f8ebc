import { manualDiscount, priceCeiling, quoteManualOrder } from '#domain/orders/manual-order.ts'
import type { ManualQuote } from '#domain/orders/manual-order.ts'
import { toRupees } from '#domain/money/money.ts'
import type { RefusedLine } from '#domain/orders/order-refusals.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { validateLines } from '../orders/check-cart.ts'
import type { OrderableLine } from '../orders/check-cart.ts'
import type { CartLine, CartProduct } from '../orders/lock-cart.ts'
import type { LockedDiscounts } from '../orders/lock-discounts.ts'
import type { AskedPrices } from './manual-request.ts'

export type ValidatedLines = { orderable: OrderableLine[]; refused: RefusedLine[] }

/**
 * Splits the lines into those that may be ordered at their prices and those that are refused.
 *
 * @throws Refusal EMPTY_CART
 */
export function validateAsked({ lines }: AskedPrices, products: readonly CartProduct[], settings: StoreSettings): ValidatedLines {
  const byId = new Map(products.map((product) => [product.id, product]))
  const cart = lines.map(({ productId, quantity }): CartLine => ({ productId, quantity, product: byId.get(productId) ?? null }))
  const { orderable, refused } = validateLines(cart, new Set(lines.filter(({ anyQuantity }) => anyQuantity).map(({ productId }) => productId)))
  const asked = new Map(lines.map((line) => [line.productId, line]))
  const priced = orderable.map((line) => ({ ...line, agreedPrice: asked.get(line.productId)?.agreedPrice ?? null }))
  const aboveMrp = priced.flatMap(({ productId, product, agreedPrice }): RefusedLine[] => {
    const ceiling = agreedPrice === null ? null : priceCeiling(agreedPrice, product, settings)
    if (agreedPrice === null || ceiling === null) return []
    return [{ product_id: productId, name: product.name, code: 'ABOVE_MRP', old: toRupees(agreedPrice), new: toRupees(ceiling) }]
  })
  return { orderable: priced, refused: [...refused, ...aboveMrp] }
}

export function priceAsked(
  { discount, choices, deliveryState }: Pick<AskedPrices, 'discount' | 'choices' | 'deliveryState'>,
  lines: readonly OrderableLine[],
  settings: StoreSettings,
  { offers, coupon }: LockedDiscounts,
): ManualQuote {
  const byHand = discount === null ? null : manualDiscount(discount.kind, discount.value)
  return quoteManualOrder({ lines, settings, deliveryState, choices }, { offers, coupon, byHand })
}
