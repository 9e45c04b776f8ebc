import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cachedMyCounter, readMyCounter } from '../../data/orders/my-counter.ts'
import type { MyCounter } from '../../data/orders/my-counter.ts'
import { changesReported } from '../../data/session/live.ts'
import { WAITS } from '../../data/session/use-live-orders.ts'
import { useOffline } from '../../data/api/use-offline.ts'
import { useWhenBackOnline } from '../../ui/hooks/use-when-back-online.ts'

export type CounterState = {
  /** null while it is being read, and when it failed */
  counter: MyCounter | null
  /** when it was read, if it is older than this page */
  readAt: string | null
  offline: boolean
  failed: boolean
  error: unknown
  retry: () => void
}

/** Read again with every change of an order; what this device read last while the shop cannot be reached. */
export function useMyCounter(userId: string): CounterState {
  const read = useQuery({ queryKey: ['orders', userId, 'counter'], queryFn: () => changesReported().then(() => readMyCounter(userId)), meta: WAITS })
  const offline = useOffline()
  const cached = useMemo(() => cachedMyCounter(userId), [userId])
  const old = read.data === undefined && (read.isError || offline) ? cached : null
  const retry = () => void read.refetch()
  useWhenBackOnline(read.isError, retry)
  return { counter: read.data ?? old?.counter ?? null, readAt: old?.readAt ?? null, offline, failed: read.isError, error: read.error, retry }
}
