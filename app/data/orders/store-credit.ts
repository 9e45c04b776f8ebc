/** The store credit of the signed-in customer (docs/rules.md#store-credit). */
import type { SelectedRow } from '#supabase/database.ts'
import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { loadSupabase } from '../api/supabase.ts'

const ENTRY = 'id,amount,kind,reason,order_id,created_at'
export type CreditEntry = SelectedRow<'store_credit_entries', typeof ENTRY>
const SHOWN = 20

/** The balance in paise; staff can read those of others, so the account is named. */
export async function fetchStoreCredit(userId: string): Promise<Paise> {
  const client = await loadSupabase()
  const { data, error } = await client.from('store_credit_balances').select('balance').eq('user_id', userId).maybeSingle().retry(false)
  if (error) throw new Error(error.message)
  return data === null ? 0 : toPaise(data.balance)
}

/** The last entries of an account's ledger, newest first. */
export async function fetchCreditEntries(userId: string): Promise<CreditEntry[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('store_credit_entries')
    .select(ENTRY)
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(SHOWN)
    .retry(false)
  if (error) throw new Error(error.message)
  return data
}
