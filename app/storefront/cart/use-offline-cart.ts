import { useSyncExternalStore } from 'react'
import { cachedCartStore } from '../../data/cart/cached-cart.ts'
import type { CachedCart } from '../../data/cart/cached-cart.ts'
import { useOffline } from '../../data/api/use-offline.ts'

const nobodys: Pick<CachedCart, 'readAt' | 'pending' | 'messages'> = { readAt: '', pending: [], messages: [] }

/** What the cart screen shows about the connection: when the lines were read, which changes wait, and what has changed in the meantime. */
export function useOfflineCart(): Pick<CachedCart, 'readAt' | 'pending' | 'messages'> & { offline: boolean } {
  const kept = useSyncExternalStore(cachedCartStore.subscribe, cachedCartStore.read, () => null) ?? nobodys
  const offline = useOffline()
  return { readAt: kept.readAt, pending: kept.pending, messages: kept.messages, offline }
}
