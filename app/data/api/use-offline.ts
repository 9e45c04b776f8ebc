import { useSyncExternalStore } from 'react'
import { connectionStore } from './connection.ts'

const isOffline = () => connectionStore.read().line === 'offline'

/** Whether the shop cannot be reached at the moment. */
export function useOffline(): boolean {
  return useSyncExternalStore(connectionStore.subscribe, isOffline, () => false)
}
