/** Orders whose money is still to come (docs/decisions/0091-receivables.md). */
import type { FunctionRow } from '#supabase/database.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { decodeCursor, pageOf } from '../keyset.ts'
import type { Page, SortKey } from '../keyset.ts'

export type { ReceivableKind } from '#supabase/results/dashboard.ts'

export const RECEIVABLES_KEY = 'receivables'

/** A row of `receivables()`. `amount`: what is still open, in rupees; `since`: when its last parcel arrived or left, or when it was placed. */
export type Receivable = FunctionRow<'receivables'>

export type ReceivableFilters = { search?: string; kind?: readonly string[]; courier?: readonly string[]; age?: readonly string[] }

export async function fetchReceivables(filters: ReceivableFilters, oldestFirst: boolean, cursor: string | null, size: number): Promise<Page<Receivable>> {
  const client = await loadSupabase()
  const sort: SortKey[] = [
    { column: 'since', ascending: oldestFirst },
    { column: 'id', ascending: oldestFirst },
  ]
  const from = decodeCursor(cursor, sort.length)
  const backwards = from?.direction === 'before'
  const { data, error } = await client.rpc('receivables', {
    p_filters: filters,
    p_ascending: oldestFirst,
    p_cursor: from?.values ?? null,
    p_backwards: backwards,
    p_limit: size + 1,
  })
  if (error) throw new Error(error.message, { cause: error })
  return pageOf(backwards ? data.toReversed() : data, { sort, from, size, count: null })
}
