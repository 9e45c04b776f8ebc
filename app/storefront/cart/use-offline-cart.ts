import { useSyncExternalStore } from 'react'
import { keptCartStore } from '../../data/cart/cart-kept.ts'
import type { KeptCart } from '../../data/cart/cart-kept.ts'
import { useOffline } from '../../data/api/use-offline.ts'

const nobodys: Pick<KeptCart, 'readAt' | 'waiting' | 'told'> = { readAt: '', waiting: [], told: [] }

/** What the cart screen shows about the connection: when the lines were read, which changes wait, and what has changed in the meantime. */
export function useOfflineCart(): Pick<KeptCart, 'readAt' | 'waiting' | 'told'> & { offline: boolean } {
  const kept = useSyncExternalStore(keptCartStore.subscribe, keptCartStore.read, () => null) ?? nobodys
  const offline = useOffline()
  return { readAt: kept.readAt, waiting: kept.waiting, told: kept.told, offline }
}
