import { readCoupon } from '#domain/coupon.ts'
import type { Coupon } from '#domain/coupon.ts'
import type { Query } from '../context.ts'

export type LockedCoupon = { id: string; coupon: Coupon }

/**
 * Locks a coupon after the products, then reads it behind the lock: how often it was used is counted by the statement
 * that follows, whose snapshot sees the order that was waited for. Null when there is no such coupon.
 */
export async function lockCoupon(query: Query, userId: string, code: string): Promise<LockedCoupon | null> {
  const [, [row]] = await Promise.all([
    query('select id from public.discounts where code = upper(btrim($1)) for no key update', [code]),
    query<Record<string, unknown>>('select * from private.coupon_for($1, $2)', [code, userId]),
  ])
  const coupon = readCoupon(row)
  return row && coupon ? { id: String(row['id']), coupon } : null
}

/** Books the use with the order that was written just before. Not awaited: the transaction sends it with its COMMIT and fails if it fails. */
export function redeemCoupon(query: Query, couponId: string, orderId: string, userId: string): void {
  void query('insert into public.discount_redemptions (order_id, discount_id, user_id) values ($1, $2, $3)', [orderId, couponId, userId])
  void query('update public.discounts set times_used = times_used + 1 where id = $1', [couponId])
}
