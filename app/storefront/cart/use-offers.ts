import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Discount } from '#domain/discounts/discount.ts'
import { findOffers } from '../../data/cart/coupons.ts'
import { useSession } from '../../data/session/session.ts'

const none: readonly Discount[] = []

/**
 * The automatic offers for these products. They are fetched again when the products change; until then the known offers apply. If the fetch fails, the cart is
 * priced without offers, and the order service reports what changed (docs/rules.md#stale-quotes).
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
