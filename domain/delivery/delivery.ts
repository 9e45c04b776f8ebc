import type { Paise } from '../money/money.ts'

export type DeliveryTerms = { freeDeliveryFrom: Paise; deliveryCharge: Paise }

/**
 * The delivery charge for a goods total as the cart shows it, after tiers and discounts, and how much is missing
 * for free delivery. A total equal to the threshold is free (docs/rules.md#delivery-charge). The charge includes its own GST.
 * `free`: a coupon gives free delivery below the threshold.
 */
export function deliveryFor(goodsTotal: Paise, terms: DeliveryTerms, free = false): { charge: Paise; remaining: Paise } {
  if (free || goodsTotal >= terms.freeDeliveryFrom) return { charge: 0, remaining: 0 }
  return { charge: terms.deliveryCharge, remaining: terms.freeDeliveryFrom - goodsTotal }
}
