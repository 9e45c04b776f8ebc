import type { SelectedRow } from '#supabase/database.ts'
import { loadSupabase } from '../api/supabase.ts'

const COLUMNS = 'id,number,order_id'
export type ExchangedReturn = SelectedRow<'returns', typeof COLUMNS>

/** The return that this order is the exchange of; null: none. */
export async function fetchExchangedReturn(orderId: string): Promise<ExchangedReturn | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('returns').select(COLUMNS).eq('exchange_order', orderId).maybeSingle().retry(false)
  if (error) throw new Error(error.message)
  return data
}
