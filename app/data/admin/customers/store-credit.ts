import * as say from '#words/store-credit.ts'
import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** Gives store credit (above 0) or takes it. @param rupees signed @returns the new balance, or the sentence to show */
export async function changeStoreCredit(userId: string, rupees: number, reason: string): Promise<{ balance: Paise } | { message: string }> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('change_store_credit', { p_user: userId, p_amount: rupees, p_reason: reason })
  if (!error) return { balance: toPaise(data) }
  const known = say.refused[String(detailOf(error.details)['code']) as keyof typeof say.refused] as string | undefined
  return { message: known ?? say.notSaved }
}
