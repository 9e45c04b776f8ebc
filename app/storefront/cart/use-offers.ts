import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Discount } from '#domain/discounts/discount.ts'
import { findOffers } from '../../data/cart/coupons.ts'
import { useSession } from '../../data/session/session.ts'

const none: readonly Discount[] = []

/**
 * The automatic offers for these products. Asked anew when the products change, and the known ones hold meanwhile; where
 * they cannot be asked the cart is priced without, and the order desk tells what changed (docs/rules.md#stale-quotes).
 */
export function useOffers(productIds: readonly string[]): { offers: readonly Discount[]; asking: boolean } {
  const { user } = useSession()
  const ids = productIds.toSorted()
  const query = useQuery({
    queryKey: ['offers', user?.id, ids.join()],
    queryFn: () => findOffers(ids),
    enabled: user !== null && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return { offers: query.data ?? none, asking: query.isLoading }
}
