import * as say from '#words/phone-codes.ts'
import { loadSupabase } from '../api/supabase.ts'

/** Adds the orders that were placed with this telephone number to the caller's account. @returns how many, or the sentence to show */
export async function takeOverOrders(phone: string, code: string): Promise<{ orders: number } | { message: string }> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('take_over_orders', { p_phone: phone, p_code: code })
  if (error) throw new Error(error.message, { cause: error })
  return 'orders' in data ? data : { message: say.refused[data.refused] }
}
