/** Why place-order does not take an order; stable codes that `app` turns into sentences (ruling 12). */
export const REFUSAL_CODES = {
  /** 400: a field is wrong, `fields` says which. */
  INVALID: 'INVALID',
  /** 400: the shop has not set this way of paying up (ruling 11). */
  PAYMENT_METHOD_UNAVAILABLE: 'PAYMENT_METHOD_UNAVAILABLE',
  /** 400: no such coupon, or it does not apply. */
  COUPON_INVALID: 'COUPON_INVALID',
  /** 409: the cart is empty; most often it was ordered in another tab. */
  EMPTY_CART: 'EMPTY_CART',
  /** 409: fewer units are left than asked for, or the product is no longer sold (`new` 0). */
  OUT_OF_STOCK: 'OUT_OF_STOCK',
  /** 409: below the minimum order (ruling 9). */
  BELOW_MINIMUM: 'BELOW_MINIMUM',
  /** 409: price, delivery or tax is no longer what the buyer was shown (ruling 6). */
  QUOTE_CHANGED: 'QUOTE_CHANGED',
  /** 409: the key was used for another order. */
  KEY_REUSED: 'KEY_REUSED',
} as const

export type RefusalCode = keyof typeof REFUSAL_CODES

export type LineRefusalCode = 'OUT_OF_STOCK' | 'BELOW_MINIMUM' | 'QUOTE_CHANGED'

/**
 * One entry of a 409's `lines`. `old` is what the buyer had (a quantity, or rupees per unit for QUOTE_CHANGED; null
 * when it was not sent), `new` what holds now.
 */
export type RefusedLine = {
  product_id: string
  name: string
  code: LineRefusalCode
  old: number | null
  new: number
}

export function isRefusalCode(value: unknown): value is RefusalCode {
  return typeof value === 'string' && Object.hasOwn(REFUSAL_CODES, value)
}
