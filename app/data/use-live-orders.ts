import { useEffect } from 'react'
import { onLive } from './live.ts'
import { queryClient } from './queries.ts'

/** While a signed-in screen is open, whatever it shows of orders is read again when one of them changes. */
export function useLiveOrders(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return undefined
    return onLive('orders', () => void queryClient.invalidateQueries({ queryKey: ['orders', userId] }))
  }, [userId])
}
