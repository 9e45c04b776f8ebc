import { useQuery } from '@tanstack/react-query'
import type { Coupon } from '#domain/discounts/discount.ts'
import { findCoupon } from '../../data/cart/coupons.ts'

export type CouponState = { /** looks it up once more, after a failure */ again: () => void } & (
  { status: 'none' | 'asking' | 'unknown' | 'too-many' | 'failed'; code: string | null; coupon: null } | { status: 'found'; code: string; coupon: Coupon }
)

/** The coupon of this checkout. It is looked up again when the cart's products change, because it may apply only to some of them. */
export function useCoupon(userId: string, code: string | null, productIds: readonly string[]): CouponState {
  const query = useQuery({
    queryKey: ['coupon', userId, code, productIds.toSorted().join()],
    queryFn: () => (code === null ? null : findCoupon(code)),
    enabled: code !== null && productIds.length > 0,
  })
  const again = () => void query.refetch()
  if (code === null) return { status: 'none', code, coupon: null, again }
  if (query.data && query.data !== 'TOO_MANY_CODES') return { status: 'found', code, coupon: query.data, again }
  if (query.isFetching || query.isPending) return { status: 'asking', code, coupon: null, again }
  return { status: query.isError ? 'failed' : query.data === null ? 'unknown' : 'too-many', code, coupon: null, again }
}
