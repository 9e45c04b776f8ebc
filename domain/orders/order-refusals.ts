/**
 * Why place-order refuses an order: stable codes that only `app` turns into sentences (docs/rules.md#placing-an-order).
 *
 * 400 · INVALID: a field is wrong; `fields` says which, `codes` which ones contradict another field (PINCODE_STATE; GSTIN_STATE until
 * the buyer confirms it, domain/addresses/state-agreement.ts) · PAYMENT_METHOD_UNAVAILABLE: the shop has not set up this payment
 * method (docs/rules.md#payment-states) · COUPON_INVALID: the coupon does not exist or does not apply; `reason`
 * says why (domain/discounts/discount.ts), `missing` how many rupees of goods it lacks
 *
 * 403 · ACCOUNT_BLOCKED: the shop has blocked the account
 *
 * 409 · EMPTY_CART: usually because it was ordered in another tab · OUT_OF_STOCK: fewer units are left, or the product is
 * no longer sold (`new` 0) · BELOW_MINIMUM: under the minimum order (docs/rules.md#minimum-order) · QUOTE_CHANGED: price, delivery or tax
 * differs from what the buyer was shown (docs/rules.md#stale-quotes) · KEY_REUSED: the key was used for another order;
 * `order_id` says which · SHOP_CLOSED: the shop is closed to the public; the cart stays · PIN_NOT_SERVED: no courier delivers there ·
 * ONLY_COD_HERE: the courier takes only cash on delivery there · COD_NOT_HERE: cash on delivery is not offered there · COD_MINIMUM,
 * COD_MAXIMUM: the goods are worth less or more than the `limit` in rupees for cash on delivery (docs/rules.md#cash-on-delivery) ·
 * CREDIT_CHANGED: the store credit pays another part of the order than the buyer was shown (docs/rules.md#store-credit)
 *
 * 413 · TOO_LARGE: more than an order may hold
 *
 * 429 · TOO_MANY_CODES: the account has tried too many coupon codes that do not exist; without a code the order is accepted ·
 * TOO_MANY_ORDERS: `limit` in an hour · TOO_MANY_UNPAID: `limit` orders of the account already wait for a payment · COD_LIMIT: an
 * account without a delivered order would owe more than `limit` rupees on delivery
 *
 * Only for manual orders: 409 ABOVE_MRP: an agreed price exceeds MRP, GST included (`old` is the agreed price, `new` the highest
 * allowed one, in rupees) · 400 DISCOUNT_NO_GAIN: the agreed discount costs the buyer the free delivery, which is worth more than the
 * discount · 400 REFERENCE_USED: this bank reference paid another order
 *
 * Only for exchanges: 409 NO_ACCOUNT · STALE: the return has changed · the codes of settling a return
 *
 * Only for changes of an order: 404 ORDER_NOT_FOUND · 409 ORDER_CHANGED: it has another version than the one shown ·
 * ORDER_CLOSED: it has left or is cancelled (`status`) · ORDER_PACKED: something of it is in a parcel · ORDER_CREDITED: a part of its invoice
 * is credited, and a new invoice would charge it again · TOTAL_FIXED: it was paid, or a payment may be on its way, and the total would
 * change · SHOP_CHANGED: since the order was placed, the shop changed its State or whether prices include GST · EMPTY_CART: no line is left ·
 * PAYMENT_FIXED: money has come or may be on its way, so the payment method stays · 400 NOTHING_CHANGED · for its customer: 409 ONLY_STAFF: it was not
 * placed online · 429 TOO_MANY_CHANGES
 */
export type RefusalCode =
  | 'INVALID'
  | 'PAYMENT_METHOD_UNAVAILABLE'
  | 'COUPON_INVALID'
  | 'ACCOUNT_BLOCKED'
  | 'TOO_MANY_CODES'
  | 'TOO_MANY_ORDERS'
  | 'TOO_MANY_UNPAID'
  | 'COD_LIMIT'
  | 'EMPTY_CART'
  | 'SHOP_CLOSED'
  | 'PIN_NOT_SERVED'
  | 'ONLY_COD_HERE'
  | 'COD_NOT_HERE'
  | 'COD_MINIMUM'
  | 'COD_MAXIMUM'
  | 'CREDIT_CHANGED'
  | 'KEY_REUSED'
  | 'TOO_LARGE'
  | 'DISCOUNT_NO_GAIN'
  | 'REFERENCE_USED'
  | 'ORDER_NOT_FOUND'
  | 'ORDER_CHANGED'
  | 'ORDER_CLOSED'
  | 'ORDER_PACKED'
  | 'ORDER_CREDITED'
  | 'TOTAL_FIXED'
  | 'PAYMENT_FIXED'
  | 'ONLY_STAFF'
  | 'SHOP_CHANGED'
  | 'NOTHING_CHANGED'
  | LineRefusalCode

export type LineRefusalCode = 'OUT_OF_STOCK' | 'BELOW_MINIMUM' | 'QUOTE_CHANGED' | 'ABOVE_MRP'

/**
 * One entry of a 409's `lines`. `old` is the buyer's value (a quantity, or rupees per unit for QUOTE_CHANGED; null
 * when the request did not contain it), `new` the current one.
 */
export type RefusedLine = {
  product_id: string
  name: string
  code: LineRefusalCode
  old: number | null
  new: number
}
