import { deliveryFor } from '#domain/delivery/delivery.ts'
import { BY_HAND } from '#domain/orders/manual-order.ts'
import { toDecimal } from '#domain/money/money.ts'
import { activeTier, basePrice, parseTiers, tierPrice } from '#domain/prices/price-tiers.ts'
import type { Quote } from '#domain/quote/quote.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import type { OrderableLine } from '../orders/check-cart.ts'
import type { ManualRequest } from './manual-request.ts'

/** A row of `order_overrides`; amounts as its columns take them. */
type Concession = { kind: 'price' | 'discount' | 'minimum' | 'delivery'; product_id?: string; listed?: string; given: string; reason?: string | null }

/** What an admin conceded by hand, each with what would have held without it. */
export function concessionsOf(request: ManualRequest, lines: readonly OrderableLine[], quote: Quote, settings: StoreSettings): Concession[] {
  const reasons = new Map(request.lines.map(({ productId, reason }) => [productId, reason]))
  const ofLines = lines.flatMap(({ productId, quantity, product, agreedPrice = null }): Concession[] => {
    const minimum = effectiveMinimum(product)
    const below: Concession[] = quantity < minimum ? [{ kind: 'minimum', product_id: productId, listed: String(minimum), given: String(quantity) }] : []
    if (agreedPrice === null) return below
    const listed = tierPrice(basePrice(product), activeTier(parseTiers(product.pricing_tiers), quantity))
    return [
      ...below,
      { kind: 'price', product_id: productId, listed: toDecimal(listed), given: toDecimal(agreedPrice), reason: reasons.get(productId) ?? null },
    ]
  })
  const given = quote.discounts.find(({ id }) => id === BY_HAND.id)
  const charge = deliveryFor(quote.goodsTotal, settings).charge
  return [
    ...ofLines,
    ...(given ? [{ kind: 'discount' as const, given: toDecimal(given.amount), reason: request.discount?.reason ?? null }] : []),
    ...(request.delivery === 'free' && charge > 0 ? [{ kind: 'delivery' as const, listed: toDecimal(charge), given: '0' }] : []),
  ]
}
