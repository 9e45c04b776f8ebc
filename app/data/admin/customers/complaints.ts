import type { SelectedRow } from '#supabase/database.ts'
import { keysetPage } from '../keyset.ts'
import type { Page, SortKey } from '../keyset.ts'
import { moveRows } from '../save.ts'
import { containsPattern } from '../../api/contains-pattern.ts'
import { loadSupabase } from '../../api/supabase.ts'

export const COMPLAINT_STATES = ['open', 'answered', 'closed'] as const
export type ComplaintState = (typeof COMPLAINT_STATES)[number]
export type ComplaintList = { search: string; states: readonly ComplaintState[]; oldestFirst: boolean; cursor: string | null; size: number }

const COLUMNS = 'id,number,status,name,email,phone,message,order_id,created_at,orders(order_number)'
export type Complaint = SelectedRow<'complaints', typeof COLUMNS>

/** A page of complaints by date. The search covers the ticket number and the name. */
export async function fetchComplaints({ search, states, oldestFirst, cursor, size }: ComplaintList): Promise<Page<Complaint>> {
  const client = await loadSupabase()
  const sort: SortKey[] = [
    { column: 'created_at', ascending: oldestFirst },
    { column: 'id', ascending: true },
  ]
  let query = client.from('complaints').select(COLUMNS, { count: 'estimated' })
  if (states.length > 0) query = query.in('status', states)
  if (search !== '') query = query.or(`number.ilike.${containsPattern(search)},name.ilike.${containsPattern(search)}`)
  return keysetPage<Complaint, typeof query>(query, { sort, cursor, size })
}

/** @returns the ids that were changed; someone else has already moved the others */
export const moveComplaints = (ids: readonly string[], from: ComplaintState, to: ComplaintState): Promise<string[]> =>
  moveRows(ids, from, (client) => client.from('complaints').update({ status: to }).select('id'))
