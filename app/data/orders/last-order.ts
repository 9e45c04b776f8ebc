import type { SelectedRow } from '#supabase/database.ts'
import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { loadSupabase } from '../api/supabase.ts'

const CHOSEN = 'payment_method,full_name,company_name,gstin,address,city,state,pincode,email,phone'

/** What the buyer chose for an order. */
export type LastOrder = SelectedRow<'orders', typeof CHOSEN>

/** What this user chose for the newest order of their own; null when there is none. Orders that staff entered do not count. */
export async function fetchLastOrder(userId: string): Promise<LastOrder | null> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('orders')
    .select(CHOSEN)
    .eq('user_id', userId)
    .eq('channel', 'online')
    .order('created_at', { ascending: false })
    .limit(1)
    .retry(false)
    .maybeSingle()
  if (error) throw new Error(error.message)
  return data
}

/** The paise that this user may still order as cash on delivery, before the first delivered order; null: no limit. */
export async function fetchCodAllowance(): Promise<Paise | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('cod_allowance', {}, { get: true }).retry(false)
  if (error) throw new Error(error.message)
  return data === null ? null : toPaise(data)
}
