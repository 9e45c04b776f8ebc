import type { FunctionRow } from '#supabase/database.ts'
import { loadSupabase } from '../api/supabase.ts'

export type ExchangeChoice = FunctionRow<'exchange_choices'>

/** What each line of an order can be exchanged for: the same product, or one of its family. */
export async function fetchExchangeChoices(orderId: string): Promise<ExchangeChoice[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('exchange_choices', { p_order: orderId }, { get: true }).retry(false)
  if (error) throw new Error(error.message)
  return data
}

export const choicesKey = (orderId: string) => ['orders', 'exchange-choices', orderId]
