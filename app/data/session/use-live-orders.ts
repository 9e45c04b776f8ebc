import { useEffect } from 'react'
import { onLive } from './live.ts'
import { queryClient } from '../api/queries.ts'

/** `meta` of a query that waits for `changesReported` before it reads. */
export const WAITS = { waits: true }

/** While a signed-in screen is open, its reads of orders are repeated when an order changes. */
export function useLiveOrders(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return undefined
    return onLive(
      'orders',
      (first) => void queryClient.invalidateQueries({ queryKey: ['orders', userId], predicate: ({ meta }) => !(first && meta?.['waits'] === true) }),
    )
  }, [userId])
}
