import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchReturns } from './returns.ts'

type OrderOfReturns = { id: string; version: number; status: string }

/**
 * The returns of a delivered order, read again when the order changes. Until then, and if that read fails, the former ones stay: a form
 * that someone fills in must not be replaced by an empty one.
 *
 * @param key of the part of the app that invalidates it
 */
export function useReturns(key: readonly string[], { id, version, status }: OrderOfReturns) {
  const read = useQuery({
    queryKey: [...key, id],
    queryFn: async () => ({ ...(await fetchReturns(id)), version }),
    enabled: status === 'delivered',
  })
  const { refetch } = read
  const shown = read.data?.version
  useEffect(() => {
    if (shown !== undefined && shown !== version) void refetch()
  }, [shown, version, refetch])
  return read
}
