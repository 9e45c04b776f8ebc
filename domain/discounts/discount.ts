import { portionOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

/** Why a coupon is not taken. MINIMUM: its goods cost too little; NO_GOODS: it is for other goods; NO_GAIN: without it one pays no more. */
export type CouponFault = 'UNKNOWN' | 'NOT_STARTED' | 'ENDED' | 'USED_UP' | 'ALREADY_USED' | 'NO_GOODS' | 'MINIMUM' | 'NO_GAIN'

/** What an offer or a coupon gives, as one buyer meets it (`private.discounts_for`). Money in paise. */
export type Discount = {
  id: string
  /** what buyers read: a coupon's code, an automatic offer's title */
  name: string
  /** null for an offer that is applied by itself */
  code: string | null
  description: string | null
  kind: 'percent' | 'amount' | 'free_delivery'
  /** percent, or paise off the goods */
  value: number
  /** what its goods must cost at least, after tiers and before any discount */
  minimumGoods: Paise
  maximumDiscount: Paise | null
  /** a coupon on top of the automatic offers; free delivery always is */
  combines: boolean
  /** the products it is for; null for all */
  covers: ReadonlySet<string> | null
}

export type Coupon = Discount & { standing: 'OK' | Extract<CouponFault, 'NOT_STARTED' | 'ENDED' | 'USED_UP' | 'ALREADY_USED'> }

/** What was taken off by which offer or coupon, its name as it was. `amount` in paise, 0 for free delivery. */
export type AppliedDiscount = { id: string; name: string; code: string | null; amount: Paise; freeDelivery: boolean }

/** Reads a row of `private.discounts_for`, or an answer of `find_coupon` or `find_offers`. Amounts arrive in rupees. */
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

/** What an order keeps: `orders.offers`, or the coupon alone of an order from before there were any. Amounts there in rupees. */
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

/** What it takes off goods of this worth: never more than they cost, nor than its own bound. Percents carry two decimals. */
export function amountOff({ kind, value, maximumDiscount }: Discount, worth: Paise): Paise {
  if (kind === 'free_delivery') return 0
  const off = kind === 'percent' ? portionOf(worth, Math.round(value * 100), 10_000) : value
  return Math.min(off, worth, maximumDiscount ?? worth)
}
