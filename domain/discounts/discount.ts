import { portionOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

/**
 * Why a coupon is rejected. MINIMUM: its goods cost too little; NO_GOODS: the cart has none of its goods; NO_GAIN: the buyer
 * would pay no less with it.
 */
export type CouponError = 'UNKNOWN' | 'NOT_STARTED' | 'ENDED' | 'USED_UP' | 'ALREADY_USED' | 'NO_GOODS' | 'MINIMUM' | 'NO_GAIN'

/** What an offer or a coupon gives to one buyer (`private.discounts_for`). Money in paise. */
export type Discount = {
  id: string
  /** the name that buyers see: a coupon's code, an automatic offer's title */
  name: string
  /** null for an offer that applies automatically */
  code: string | null
  description: string | null
  kind: 'percent' | 'amount' | 'free_delivery'
  /** percent, or paise off the goods */
  value: number
  /** the minimum price of its goods, after tiers and before any discount */
  minimumGoods: Paise
  maximumDiscount: Paise | null
  /** whether a coupon combines with the automatic offers; one for free delivery always does */
  combines: boolean
  /** the products to which it applies; null for all */
  covers: ReadonlySet<string> | null
}

export type Coupon = Discount & { standing: 'OK' | Extract<CouponError, 'NOT_STARTED' | 'ENDED' | 'USED_UP' | 'ALREADY_USED'> }

/** An offer or coupon of an order and what it took off, under the name it had then. `amount` in paise, 0 for free delivery. */
export type AppliedDiscount = { id: string; name: string; code: string | null; amount: Paise; freeDelivery: boolean }

/** Reads a row of `private.discounts_for`, `find_coupon` or `find_offers`. Amounts arrive in rupees. */
export function readDiscount(row: Record<string, unknown>): Coupon {
  const kind = row['kind'] as Discount['kind']
  const [code, most] = [row['code'], row['maximum_discount']]
  return {
    id: String(row['id']),
    name: typeof code === 'string' ? code : String(row['title']),
    code: typeof code === 'string' ? code : null,
    description: typeof row['description'] === 'string' ? row['description'] : null,
    kind,
    value: kind === 'percent' ? Number(row['value']) : toPaise(String(row['value'])),
    minimumGoods: toPaise(String(row['minimum_goods'])),
    maximumDiscount: most === null || most === undefined ? null : toPaise(String(most)),
    combines: row['combines'] === true,
    standing: row['standing'] as Coupon['standing'],
    covers: Array.isArray(row['covers']) ? new Set(row['covers'] as string[]) : null,
  }
}

/** The discounts stored on an order: `orders.offers`, or only the coupon of an order older than offers. Stored amounts are in rupees. */
export function appliedDiscounts(order: { offers?: unknown; coupon_code: string | null; discount_total: number | string }): Omit<AppliedDiscount, 'id'>[] {
  const rows = Array.isArray(order.offers) ? (order.offers as Record<string, unknown>[]) : []
  if (rows.length > 0)
    return rows.map(({ name, code, amount, free_delivery }) => ({
      name: String(name),
      code: typeof code === 'string' ? code : null,
      amount: toPaise(String(amount)),
      freeDelivery: free_delivery === true,
    }))
  const amount = toPaise(order.discount_total)
  return amount > 0 ? [{ name: order.coupon_code ?? '', code: order.coupon_code ?? '', amount, freeDelivery: false }] : []
}

export function isFor(discount: Discount, productId: string): boolean {
  return discount.covers?.has(productId) ?? true
}

/** What a discount takes off goods of this price: never more than the price or its own maximum. Percents have two decimals. */
export function amountOff({ kind, value, maximumDiscount }: Discount, worth: Paise): Paise {
  if (kind === 'free_delivery') return 0
  const off = kind === 'percent' ? portionOf(worth, Math.round(value * 100), 10_000) : value
  return Math.min(off, worth, maximumDiscount ?? worth)
}
