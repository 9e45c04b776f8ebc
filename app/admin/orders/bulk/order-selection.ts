/** The selected orders: rows of the page, and on request all orders of the list, with its filters, in its order. */
import { useState } from 'react'
import * as say from '#words/admin-orders.ts'
import { fetchAdminOrders } from '../../../data/admin/orders/orders.ts'
import type { AdminOrder, OrderList } from '../../../data/admin/orders/orders.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useSelection } from '../../ui/selection.ts'
import type { Selection } from '../../ui/selection.ts'

/** A morning's orders. What is done with them is done one by one, so more would take too long to wait for. */
export const MOST_SELECTED = 500

type Beyond = { of: string; rows: readonly AdminOrder[] }

export type OrderSelection = {
  selection: Selection
  /** The selected orders with their data, in the order of the list. */
  chosen: readonly AdminOrder[]
  /** Reads and selects the whole list, up to MOST_SELECTED; undefined while that is done already. */
  selectWhole: (() => Promise<void>) | undefined
  busy: boolean
}

/** @param list of the page, with its filters and sort: another list drops what was read beyond the page */
export function useOrderSelection(list: OrderList, page: readonly AdminOrder[]): OrderSelection {
  const of = JSON.stringify(list)
  const [read, setRead] = useState<Beyond | null>(null)
  const [busy, setBusy] = useState(false)
  const whole = read?.of === of ? read.rows : null
  const shown = new Set(page.map(({ id }) => id))
  const rows = whole ? [...page, ...whole.filter(({ id }) => !shown.has(id))] : page
  const selection = useSelection(rows.map(({ id }) => id))

  async function selectWhole() {
    if (busy) return
    setBusy(true)
    try {
      const all = await fetchAdminOrders(list, null, MOST_SELECTED)
      setRead({ of, rows: all.rows })
      selection.choose(all.rows.map(({ id }) => id))
      if (all.next !== null) toast({ title: say.firstSelected(MOST_SELECTED) })
    } catch {
      toast({ title: say.selectFailed, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const clear = () => {
    setRead(null)
    selection.clear()
  }
  return {
    selection: {
      ...selection,
      // 'all on this page' never means rows that are not on it
      toggleAll: whole ? clear : selection.toggleAll,
      choose(keys) {
        // those that an action refused stay selected, the others were moved on and are read again when they are shown
        const kept = new Set(keys)
        setRead((was) => was && { ...was, rows: was.rows.filter(({ id }) => kept.has(id)) })
        selection.choose(keys)
      },
      clear,
    },
    chosen: rows.filter(({ id }) => selection.has(id)),
    selectWhole: whole && selection.chosen.length === rows.length ? undefined : selectWhole,
    busy,
  }
}
