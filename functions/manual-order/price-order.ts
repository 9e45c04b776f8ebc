import { discountByHand, priceCeiling, quoteManualOrder } from '#domain/orders/manual-order.ts'
import type { ManualQuote } from '#domain/orders/manual-order.ts'
import { toRupees } from '#domain/money/money.ts'
import type { RefusedLine } from '#domain/orders/order-refusals.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { judgeLines } from '../orders/check-cart.ts'
import type { OrderableLine } from '../orders/check-cart.ts'
import type { CartLine, CartProduct } from '../orders/lock-cart.ts'
import type { LockedDiscounts } from '../orders/lock-discounts.ts'
import type { AskedPrices } from './manual-request.ts'

export type Judged = { orderable: OrderableLine[]; refused: RefusedLine[] }

/**
 * The lines that may be ordered at their prices, and those that may not.
 *
 * @throws Refusal EMPTY_CART
 */
export function judgeAsked({ lines }: AskedPrices, products: readonly CartProduct[], settings: StoreSettings): Judged {
  const byId = new Map(products.map((product) => [product.id, product]))
  const cart = lines.map(({ productId, quantity }): CartLine => ({ productId, quantity, product: byId.get(productId) ?? null }))
  const { orderable, refused } = judgeLines(cart, new Set(lines.filter(({ anyQuantity }) => anyQuantity).map(({ productId }) => productId)))
  const asked = new Map(lines.map((line) => [line.productId, line]))
  const priced = orderable.map((line) => ({ ...line, agreedPrice: asked.get(line.productId)?.agreedPrice ?? null }))
  const tooDear = priced.flatMap(({ productId, product, agreedPrice }): RefusedLine[] => {
    const ceiling = agreedPrice === null ? null : priceCeiling(agreedPrice, product, settings)
    if (agreedPrice === null || ceiling === null) return []
    return [{ product_id: productId, name: product.name, code: 'ABOVE_MRP', old: toRupees(agreedPrice), new: toRupees(ceiling) }]
  })
  return { orderable: priced, refused: [...refused, ...tooDear] }
}

export function priceAsked(
  { discount, delivery, deliveryState }: Pick<AskedPrices, 'discount' | 'delivery' | 'deliveryState'>,
  lines: readonly OrderableLine[],
  settings: StoreSettings,
  { offers, coupon }: LockedDiscounts,
): ManualQuote {
  const byHand = discount === null ? null : discountByHand(discount.kind, discount.value)
  return quoteManualOrder({ lines, settings, deliveryState, delivery }, { offers, coupon, byHand })
}
