/** The returns of all orders, for staff. */
import type { SelectedRow } from '#supabase/database.ts'
import type { ReturnState } from '#domain/orders/returns.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { keysetPage } from '../keyset.ts'
import type { Page, SortKey } from '../keyset.ts'

const COLUMNS = 'id,order_id,number,state,reason,asked_by,created_at,orders(order_number,full_name,company_name),return_lines(quantity)'
export type ListedReturn = SelectedRow<'returns', typeof COLUMNS>

type List = { states: readonly ReturnState[]; oldestFirst: boolean; cursor: string | null; size: number }

export async function fetchReturnList({ states, oldestFirst, cursor, size }: List): Promise<Page<ListedReturn>> {
  const client = await loadSupabase()
  const sort: SortKey[] = [
    { column: 'created_at', ascending: oldestFirst },
    { column: 'id', ascending: true },
  ]
  let query = client.from('returns').select(COLUMNS, { count: 'estimated' })
  if (states.length > 0) query = query.in('state', states)
  return keysetPage<ListedReturn, typeof query>(query, { sort, cursor, size })
}

/** How many returns wait for staff. */
export async function fetchReturnCounts(): Promise<Record<'requested' | 'approved' | 'received', number>> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('return_counts', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}
