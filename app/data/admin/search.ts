import type { FunctionRow } from '#supabase/database.ts'
import { loadSupabase } from '../api/supabase.ts'

/** One result in the palette. `amount`: rupees, of an order or a product. */
export type Found = FunctionRow<'admin_search'>

/** Shorter texts are not searched: a single letter matches everything. */
export const SEARCH_FROM = 2

/** Orders by number, serial, buyer or phone, products by name or SKU, and customers; one call, `limit` of each kind. */
export async function searchEverything(query: string, limit = 5): Promise<Found[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('admin_search', { p_query: query, p_limit: limit }, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}
