import type { Paise } from '../money/money.ts'

/** `deliverySteps`: the charge by the value of the goods, ascending from 0, instead of one charge (place-terms.ts). */
export type DeliveryTerms = { freeDeliveryFrom: Paise; deliveryCharge: Paise; deliverySteps?: readonly { from: Paise; price: Paise }[] }

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
  return choice === 'free' ? { ...terms, freeDeliveryFrom: 0 } : { freeDeliveryFrom: 0, deliveryCharge: 0 }
}

/**
 * The delivery charge for a goods total as the cart shows it, after tiers and discounts, what it would cost without being free, and how much
 * is missing for free delivery: 0 also where it is never free. A total equal to the threshold is free (docs/rules.md#delivery-charge). The
 * charge includes its own GST.
 * `free`: a coupon gives free delivery below the threshold.
 */
export function deliveryFor(goodsTotal: Paise, terms: DeliveryTerms, free = false): { cost: Paise; charge: Paise; remaining: Paise } {
  const { freeDeliveryFrom: from, deliveryCharge, deliverySteps } = terms
  const cost = deliverySteps?.findLast((step) => goodsTotal >= step.from)?.price ?? deliveryCharge
  if (free || goodsTotal >= from) return { cost, charge: 0, remaining: 0 }
  return { cost, charge: cost, remaining: from === Infinity ? 0 : from - goodsTotal }
}
