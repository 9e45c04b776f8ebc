import * as say from '#words/store-credit.ts'
import { toPaise, toRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { fetchStoreCredit } from '../../orders/store-credit.ts'

/**
 * Gives store credit (above 0) or takes it.
 *
 * @param rupees signed
 * @param shown the balance on the screen: a change that was saved although its answer was lost is not made again
 * @returns the new balance; if it was another than `shown`, that one, and nothing is changed; or the sentence to show
 */
export async function changeStoreCredit(
  userId: string,
  rupees: number,
  reason: string,
  shown: Paise,
): Promise<{ balance: Paise } | { stale: Paise } | { message: string }> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('change_store_credit', { p_user: userId, p_amount: rupees, p_reason: reason, p_shown: toRupees(shown) })
  if (!error) return { balance: toPaise(data) }
  if (detailOf(error.details)['code'] === 'STALE') return { stale: await fetchStoreCredit(userId) }
  const known = say.refused[String(detailOf(error.details)['code']) as keyof typeof say.refused] as string | undefined
  return { message: known ?? say.notSaved }
}
