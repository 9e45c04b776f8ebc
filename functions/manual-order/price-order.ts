import { manualDiscount, priceCeiling, quoteManualOrder } from '#domain/orders/manual-order.ts'
import type { ManualQuote } from '#domain/orders/manual-order.ts'
import { placeRefusal } from '#domain/delivery/place-terms.ts'
import type { PlaceRefusal } from '#domain/delivery/place-terms.ts'
import type { DeliveryTable } from '#domain/delivery/zones.ts'
import { toRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { RefusedLine } from '#domain/orders/order-refusals.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { validateLines } from '../orders/check-cart.ts'
import type { OrderableLine } from '../orders/check-cart.ts'
import type { CartLine, CartProduct } from '../orders/lock-cart.ts'
import type { LockedDiscounts } from '../orders/lock-discounts.ts'
import { chargedSettings, placeOf } from '../orders/read-delivery.ts'
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

/** The terms of the charges at the place of this order, and why the shop's rules for that place would refuse it: staff may decide otherwise. */
export function termsOf(
  { choices, deliveryState, pincode, method }: Pick<AskedPrices, 'choices' | 'deliveryState' | 'pincode' | 'method'>,
  lines: readonly OrderableLine[],
  settings: StoreSettings,
  delivery: DeliveryTable,
): { settings: StoreSettings; refusalFor: (goodsTotal: Paise) => PlaceRefusal | null } {
  if (choices.delivery === 'collected') return { settings, refusalFor: () => null }
  const place = placeOf(delivery, { pincode: pincode ?? '', state: deliveryState })
  const refusalFor = (goodsTotal: Paise) => placeRefusal(place, method, goodsTotal)
  return { settings: chargedSettings(settings, place, lines, method ?? ''), refusalFor }
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
