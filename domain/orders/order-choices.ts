import type { DeliveryChoice } from '../delivery/delivery.ts'

/**
 * What a buyer chooses for an order beside goods, address and payment. One type from the draft through the request and the quote to the
 * new order: a choice that is added here is kept, sent and priced; functions/orders/check-choices.ts checks it.
 */
export type BuyerChoices = {
  /** as typed; null for none */
  couponCode: string | null
}

/** What staff choose for a buyer: only they decide on the delivery charge. */
export type OrderChoices = BuyerChoices & { delivery: DeliveryChoice }

export const NO_CHOICES: OrderChoices = { couponCode: null, delivery: 'rule' }
