import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { hasLapsed } from './return-path.ts'

const neverChanges = () => () => undefined

/** Whether a guard led to this login because a session had ended by itself. It is in the history state, which the server does not have. */
export function useLapsed(): boolean {
  const { state } = useLocation()
  return useSyncExternalStore(
    neverChanges,
    () => hasLapsed(state),
    () => false,
  )
}
