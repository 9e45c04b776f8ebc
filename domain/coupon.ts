import { portionOf, sumOf, toPaise } from './money.ts'
import type { Paise } from './money.ts'
import { quote } from './quote.ts'
import type { Quote, QuotedProduct, QuoteInput } from './quote.ts'

/** Why a coupon is not taken. MINIMUM: its goods cost too little; NO_GOODS: it is for other goods than these. */
export type CouponFault = 'UNKNOWN' | 'NOT_STARTED' | 'ENDED' | 'USED_UP' | 'ALREADY_USED' | 'NO_GOODS' | 'MINIMUM'

/** A coupon as one buyer meets it, from `private.coupon_for`. Money in paise. */
export type Coupon = {
  code: string
  description: string | null
  kind: 'percent' | 'amount' | 'free_delivery'
  /** percent, or paise off the goods */
  value: number
  /** what its goods must cost at least, after tiers */
  minimumGoods: Paise
  maximumDiscount: Paise | null
  standing: 'OK' | Extract<CouponFault, 'NOT_STARTED' | 'ENDED' | 'USED_UP' | 'ALREADY_USED'>
  /** the products it is for; null for all */
  covers: ReadonlySet<string> | null
}

export type CouponQuote = {
  /** with the coupon where it holds, else as if there were none */
  quote: Quote
  fault: { reason: CouponFault; /** how much its goods lack, for MINIMUM */ missing: Paise } | null
}

/** Reads a row of `private.coupon_for`, or the answer of `find_coupon`; null for none. Amounts arrive in rupees. */
export function readCoupon(row: Record<string, unknown> | null | undefined): Coupon | null {
  if (!row) return null
  const kind = row['kind'] as Coupon['kind']
  const most = row['maximum_discount']
  return {
    code: String(row['code']),
    description: typeof row['description'] === 'string' ? row['description'] : null,
    kind,
    value: kind === 'percent' ? Number(row['value']) : toPaise(String(row['value'])),
    minimumGoods: toPaise(String(row['minimum_goods'])),
    maximumDiscount: most === null || most === undefined ? null : toPaise(String(most)),
    standing: row['standing'] as Coupon['standing'],
    covers: Array.isArray(row['covers']) ? new Set(row['covers'] as string[]) : null,
  }
}

/**
 * The quote under a coupon (ruling 5): its amount is taken off the goods it is for, after tiers, spread over them by
 * largest remainder. A coupon that does not hold changes nothing and says why.
 */
export function quoteWithCoupon<P extends QuotedProduct>(input: Omit<QuoteInput<P>, 'discount' | 'discountOn' | 'freeDelivery'>, coupon: Coupon): CouponQuote {
  const plain = quote(input)
  const goods = plain.lines.filter((line) => coupon.covers?.has(line.productId) ?? true)
  const worth = sumOf(goods, (line) => line.lineTotal)
  const refuse = (reason: CouponFault, missing = 0): CouponQuote => ({ quote: plain, fault: { reason, missing } })
  if (coupon.standing !== 'OK') return refuse(coupon.standing)
  if (goods.length === 0) return refuse('NO_GOODS')
  if (worth < coupon.minimumGoods) return refuse('MINIMUM', coupon.minimumGoods - worth)
  const discount = amountOff(coupon, worth)
  return { quote: quote({ ...input, discount, discountOn: coupon.covers, freeDelivery: coupon.kind === 'free_delivery' }), fault: null }
}

/** Never more than the goods cost, nor than the coupon's own bound. Percents carry two decimals. */
function amountOff({ kind, value, maximumDiscount }: Coupon, worth: Paise): Paise {
  if (kind === 'free_delivery') return 0
  const off = kind === 'percent' ? portionOf(worth, Math.round(value * 100), 10_000) : value
  return Math.min(off, worth, maximumDiscount ?? worth)
}
