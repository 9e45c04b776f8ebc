import type { Paise } from '../money/money.ts'

export type DeliveryTerms = { freeDeliveryFrom: Paise; deliveryCharge: Paise }

/**
 * `collected`: handed over in the shop, which is then the place of supply (docs/india.md#place-of-supply); `free`: delivered
 * without a charge; `rule`: charged like any order.
 */
export const DELIVERY_CHOICES = ['rule', 'free', 'collected'] as const
export type DeliveryChoice = (typeof DELIVERY_CHOICES)[number]

/** The terms of an order with this delivery. */
export function chosenTerms(terms: DeliveryTerms, choice: DeliveryChoice): DeliveryTerms {
  if (choice === 'rule') return terms
  // a delivery charge of 0: without delivery there is no charge that could be waived
  return { freeDeliveryFrom: 0, deliveryCharge: choice === 'free' ? terms.deliveryCharge : 0 }
}

/**
 * The delivery charge for a goods total as the cart shows it, after tiers and discounts, and how much is missing
 * for free delivery. A total equal to the threshold is free (docs/rules.md#delivery-charge). The charge includes its own GST.
 * `free`: a coupon gives free delivery below the threshold.
 */
export function deliveryFor(goodsTotal: Paise, terms: DeliveryTerms, free = false): { charge: Paise; remaining: Paise } {
  if (free || goodsTotal >= terms.freeDeliveryFrom) return { charge: 0, remaining: 0 }
  return { charge: terms.deliveryCharge, remaining: terms.freeDeliveryFrom - goodsTotal }
}
