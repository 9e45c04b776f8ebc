import { deliveryFor } from '#domain/delivery/delivery.ts'
import { MANUAL_DISCOUNT } from '#domain/orders/manual-order.ts'
import { toDecimal } from '#domain/money/money.ts'
import { activeTier, basePrice, parseTiers, tierPrice } from '#domain/prices/price-tiers.ts'
import type { Quote } from '#domain/quote/quote.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import type { OrderableLine } from '../orders/check-cart.ts'
import type { ManualRequest } from './manual-request.ts'

/** A row of `order_overrides`, with amounts in the format of its columns. */
type PriceOverride = { kind: 'price' | 'discount' | 'minimum' | 'delivery'; product_id?: string; listed?: string; given: string; reason?: string | null }

/** The price overrides that staff agreed on, each with the regular value. */
export function priceOverridesOf(
  request: Pick<ManualRequest, 'lines' | 'discount' | 'choices'>,
  lines: readonly OrderableLine[],
  quote: Quote,
  settings: StoreSettings,
): PriceOverride[] {
  const reasons = new Map(request.lines.map(({ productId, reason }) => [productId, reason]))
  const ofLines = lines.flatMap(({ productId, quantity, product, agreedPrice = null }, place): PriceOverride[] => {
    const minimum = effectiveMinimum(product)
    const below: PriceOverride[] = quantity < minimum ? [{ kind: 'minimum', product_id: productId, listed: String(minimum), given: String(quantity) }] : []
    if (agreedPrice === null) return below
    const listed = tierPrice(basePrice(product), activeTier(parseTiers(product.pricing_tiers), quote.lines[place]?.tierQuantity ?? quantity))
    return [
      ...below,
      { kind: 'price', product_id: productId, listed: toDecimal(listed), given: toDecimal(agreedPrice), reason: reasons.get(productId) ?? null },
    ]
  })
  const given = quote.discounts.find(({ id }) => id === MANUAL_DISCOUNT.id)
  const charge = deliveryFor(quote.goodsTotal, settings).charge
  return [
    ...ofLines,
    ...(given ? [{ kind: 'discount' as const, given: toDecimal(given.amount), reason: request.discount?.reason ?? null }] : []),
    // also where nothing is to be charged: a change of the order may go below the threshold, and delivery stays free
    ...(request.choices.delivery === 'free' ? [{ kind: 'delivery' as const, listed: toDecimal(charge), given: '0' }] : []),
  ]
}
