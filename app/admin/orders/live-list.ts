/** The list of orders as shown, and the new ones since: rows change in place and never move while someone is about to click. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Page } from '../../data/admin/keyset.ts'
import { useAnyOrder } from '../../data/admin/live.ts'
import { fetchAdminOrders } from '../../data/admin/orders/orders.ts'
import type { AdminOrder, OrderList } from '../../data/admin/orders/orders.ts'
import { queryClient } from '../../data/api/queries.ts'

export const ORDERS_KEY = 'admin-orders'
export const QUEUE_COUNTS_KEY = ['admin-order-queue-counts']
const PAGE = 50

/** The shown rows with their current data; a row that can no longer be read stays as it was. */
export function inPlace(shown: readonly AdminOrder[], now: readonly AdminOrder[]): AdminOrder[] {
  const fresh = new Map(now.map((order) => [order.id, order]))
  return shown.map((order) => fresh.get(order.id) ?? order)
}

/** Ids on the current first page that are not shown. Orders that only moved up from the next page do not count as new. */
export function newcomers(shown: Pick<Page<AdminOrder>, 'rows' | 'next'>, now: readonly AdminOrder[]): string[] {
  const known = new Set(shown.rows.map(({ id }) => id))
  const lastKnown = now.findLastIndex(({ id }) => known.has(id))
  // Beyond the last known row, new orders cannot be distinguished from the next page.
  const reach = shown.next === null ? now : now.slice(0, lastKnown + 1)
  return reach.filter(({ id }) => !known.has(id)).map(({ id }) => id)
}

/** A list by date is grouped by day. */
const daysOf = ({ filters, sort }: OrderList) => (sort.by === 'placed' ? filters : null)

export function useLiveOrders(list: OrderList, cursor: string | null, enabled: boolean) {
  const key = [ORDERS_KEY, list, cursor]
  const page = useQuery({ queryKey: key, queryFn: () => fetchAdminOrders(list, cursor, PAGE, daysOf(list)), placeholderData: keepPreviousData, enabled })
  const name = JSON.stringify([list, cursor])
  const [come, setCome] = useState<{ of: string; ids: string[] }>({ of: name, ids: [] })
  const latest = useRef({ list, cursor, key, name, enabled })
  useEffect(() => {
    latest.current = { list, cursor, key, name, enabled }
  })

  const look = useCallback(async () => {
    const asked = latest.current
    const shown = queryClient.getQueryData<Page<AdminOrder>>(asked.key)
    if (!shown || !asked.enabled) return
    void queryClient.invalidateQueries({ queryKey: QUEUE_COUNTS_KEY })
    try {
      const ids = shown.rows.map(({ id }) => id)
      const [same, first] = await Promise.all([
        ids.length === 0 ? null : fetchAdminOrders({ filters: { ids }, sort: asked.list.sort }, null, ids.length, daysOf(asked.list)),
        asked.cursor === null ? fetchAdminOrders(asked.list, null, PAGE) : null,
      ])
      queryClient.setQueryData<Page<AdminOrder>>(asked.key, (old) => (old ? { ...old, rows: inPlace(old.rows, same?.rows ?? []) } : old))
      if (first) setCome({ of: asked.name, ids: newcomers(shown, first.rows) })
    } catch {
      // the next message, or the next half minute, retries
    }
  }, [])
  const live = useAnyOrder(useCallback(() => void look(), [look]))

  const known = new Set(page.data?.rows.map(({ id }) => id))
  const waiting = come.of === name ? come.ids.filter((id) => !known.has(id)).length : 0
  const show = () => {
    setCome({ of: name, ids: [] })
    void queryClient.invalidateQueries({ queryKey: QUEUE_COUNTS_KEY })
    return queryClient.invalidateQueries({ queryKey: [ORDERS_KEY] })
  }
  return { page, live, waiting: page.isPlaceholderData ? 0 : waiting, show }
}
