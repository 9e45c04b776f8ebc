import { readDiscount } from '#domain/discounts/discount.ts'
import type { DiscountedQuote } from '#domain/quote/discounted-quote.ts'
import { toRupees } from '#domain/money/money.ts'
import type { AppliedDiscount, Coupon } from '#domain/discounts/discount.ts'
import type { Query } from '#postgres/statement.ts'
import { Refusal } from './refusal.ts'

export type LockedDiscounts = { offers: Coupon[]; /** null if the code does not exist */ coupon: Coupon | null; counted: ReadonlySet<string> }

/**
 * Locks and reads the automatic offers for this cart and the coupon. Locked after the products, in id order, and read behind those
 * locks, so that the number of uses includes concurrent orders.
 */
export async function lockDiscounts(query: Query, userId: string, code: string | null): Promise<LockedDiscounts> {
  return sortDiscounts(await query<Record<string, unknown>>('select * from private.lock_discounts($1, $2)', [userId, code]))
}

/** Counts the attempt. False once an account has tried too many unknown codes: the response then does not reveal whether this one exists. */
export async function mayTryCoupon(query: Query, userId: string, code: string | null): Promise<boolean> {
  const [answer] = await query<{ may: boolean }>('select private.may_try_coupon($1, $2) as may', [userId, code])
  return answer?.may === true
}

export function sortDiscounts(rows: Record<string, unknown>[]): LockedDiscounts {
  const all = rows.map(readDiscount)
  return {
    offers: all.filter((discount) => discount.code === null),
    coupon: all.find((discount) => discount.code !== null) ?? null,
    counted: new Set(rows.flatMap((row) => (row['counted'] === true ? [String(row['id'])] : []))),
  }
}

/** COUPON_INVALID with the reason, and in rupees the amount missing to its minimum; null if the coupon applies or none was given. */
export function couponRefusal(code: string | null, { coupon }: LockedDiscounts, couponError: DiscountedQuote['couponError']): Refusal | null {
  if (code !== null && coupon === null) return new Refusal(400, 'COUPON_INVALID', [], { reason: 'UNKNOWN' })
  if (!couponError) return null
  return new Refusal(400, 'COUPON_INVALID', [], { reason: couponError.reason, ...(couponError.missing > 0 ? { missing: toRupees(couponError.missing) } : {}) })
}

/** Records the uses for the order written just before. Need not be awaited: it is sent with COMMIT, which fails if it fails. */
export function redeemDiscounts(query: Query, used: readonly AppliedDiscount[], { counted }: LockedDiscounts, orderId: string, userId: string | null): void {
  if (used.length === 0) return
  const ids = used.map(({ id }) => id)
  const redeem = `insert into public.discount_redemptions (order_id, discount_id, user_id, amount)
    select $1::uuid, u.id, $3::uuid, u.amount from unnest($2::uuid[], $4::numeric[]) u (id, amount)`
  void query(redeem, [orderId, ids, userId, used.map(({ amount }) => toRupees(amount))])
  const limited = ids.filter((id) => counted.has(id))
  if (limited.length > 0) void query('update public.discounts set times_used = times_used + 1 where id = any ($1::uuid[])', [limited])
}
