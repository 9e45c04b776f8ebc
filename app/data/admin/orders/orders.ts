import type { QueueCounts } from '#supabase/results/dashboard.ts'
import type { FunctionRow, TableUpdate } from '#supabase/database.ts'
import type { OrderStep as AllowedStep } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import { fetchRowHistory } from '../reports/audit.ts'
import { decodeCursor, pageOf } from '../keyset.ts'
import type { Page, SortKey } from '../keyset.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { QueueCounts } from '#supabase/results/dashboard.ts'

/** A row of `admin_orders()`. Money in rupees; `goods`: all lines, '2 × Rose Cream'; serials and `reference` are null where there is none. */
export type AdminOrder = FunctionRow<'admin_orders'>

/** As `admin_orders()` reads them; an absent filter does not narrow. `from`, `to`: Indian days of placing, both included. */
export type OrderFilters = {
  search?: string
  status?: readonly string[]
  payment?: readonly string[]
  method?: readonly string[]
  state?: readonly string[]
  from?: string
  to?: string
  customer?: string
  product?: string
  category?: string
  sales?: true
  /** a part has left, and the rest waits */
  waiting?: true
  ids?: readonly string[]
}
export type OrderSort = { by: 'placed' | 'total'; ascending: boolean }
export type OrderList = { filters: OrderFilters; sort: OrderSort }

/** Newest or most expensive first, then by id; ascending is the exact reverse. */
const keysOf = ({ by, ascending }: OrderSort): SortKey[] => [
  { column: by === 'placed' ? 'created_at' : 'total_amount', ascending },
  { column: 'id', ascending: !ascending },
]

/** Whether this user is an admin; a failed request counts as no (docs/rules.md#roles). */
export async function askIsAdmin(userId: string): Promise<boolean> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.rpc('has_role', { _user_id: userId, _role: 'admin' })
    return !error && data
  } catch {
    return false
  }
}

/**
 * A page of the list, without a count.
 * @param days the filters of the figures of each row's day; null: none are computed
 */
export async function fetchAdminOrders(
  { filters, sort }: OrderList,
  cursor: string | null,
  size: number,
  days: OrderFilters | null = null,
): Promise<Page<AdminOrder>> {
  const client = await loadSupabase()
  const keys = keysOf(sort)
  const from = decodeCursor(cursor, keys.length)
  const backwards = from?.direction === 'before'
  const { data, error } = await client.rpc('admin_orders', {
    p_filters: filters,
    p_sort: sort.by,
    p_ascending: sort.ascending,
    p_cursor: from?.values ?? null,
    p_backwards: backwards,
    p_limit: size + 1,
    p_day_filters: days,
  })
  if (error) throw new Error(say.readFailed, { cause: error })
  return pageOf(backwards ? data.toReversed() : data, { sort: keys, from, size, count: null })
}

/** The ids before and after an order in a list, wherever it is there now. */
export async function fetchNeighbours(
  list: OrderList,
  order: Pick<AdminOrder, 'id' | 'created_at' | 'total_amount'>,
): Promise<{ before: string | null; after: string | null }> {
  const client = await loadSupabase()
  const beside = async (backwards: boolean): Promise<string | null> => {
    const { data, error } = await client.rpc('admin_orders', {
      p_filters: list.filters,
      p_sort: list.sort.by,
      p_ascending: list.sort.ascending,
      p_cursor: [list.sort.by === 'placed' ? order.created_at : order.total_amount, order.id],
      p_backwards: backwards,
      p_limit: 1,
    })
    if (error) throw new Error(say.readFailed, { cause: error })
    return data[0]?.id ?? null
  }
  const [before, after] = await Promise.all([beside(true), beside(false)])
  return { before, after }
}

/** How many orders wait in each view, counted up to 100,001. */
export async function fetchQueueCounts(): Promise<QueueCounts> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('order_queue_counts')
  if (error) throw new Error(say.readFailed, { cause: error })
  return data
}

/** The rows that define the allowed steps, in their order; the database's guard reads the same ones. */
export async function fetchOrderSteps(): Promise<AllowedStep[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('order_steps').select('from_status,to_status,actor').order('display_order')
  if (error) throw new Error(say.readFailed, { cause: error })
  return data
}

export type StepChanges = Pick<TableUpdate<'orders'>, 'status' | 'courier' | 'tracking_number' | 'cancelled_by' | 'cancel_reason'>
/** `STALE`: the order changed since it was read; `by` is null when the shop itself changed it; `status` is the current one. */
export type StepResult = { ok: true } | { ok: false; code: 'STALE'; by: string | null; status: string | null } | { ok: false; code: 'REFUSED'; message: string }

/** Changes an order only if it still is as the screen showed it: any change since, a step or its payment, makes it stale. */
export async function changeOrder({ id, version }: Pick<AdminOrder, 'id' | 'version'>, changes: StepChanges): Promise<StepResult> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.from('orders').update(changes).eq('id', id).eq('version', version).select('id')
    if (error) return { ok: false, code: 'REFUSED', message: error.message }
    if (data.length > 0) return { ok: true }
    return await staleResult(id)
  } catch (error) {
    return { ok: false, code: 'REFUSED', message: error instanceof Error ? error.message : String(error) }
  }
}

/** Who changed the order in the meantime, and to what. */
export async function staleResult(id: string): Promise<StepResult> {
  const client = await loadSupabase()
  const [now, history] = await Promise.all([
    client.from('orders').select('status').eq('id', id).maybeSingle(),
    fetchRowHistory(['orders', 'payments'], id, null, 1).catch(() => []),
  ])
  return { ok: false, code: 'STALE', by: history[0]?.actor_name ?? null, status: now.data?.status ?? null }
}
