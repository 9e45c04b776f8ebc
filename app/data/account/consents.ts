import type { TableRow } from '#supabase/database.ts'
import { VERSION } from '#words/consents.ts'
import { loadSupabase } from '../api/supabase.ts'

/** The latest answer to the question about offers; null when there was none. */
export type OffersConsent = Pick<TableRow<'consents'>, 'given' | 'created_at'>

/** Throws when it could not be read. */
export async function fetchOffersConsent(userId: string): Promise<OffersConsent | null> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('consents')
    .select('given,created_at')
    .eq('user_id', userId)
    .eq('purpose', 'offers')
    .order('id', { ascending: false })
    .limit(1)
    .retry(false)
    .maybeSingle()
  if (error) throw new Error(error.message)
  return data
}

/** Giving and withdrawing work the same: each adds a row with the version of the notice shown beside the switch (DPDP Act s.6(4)). */
export async function answerOffers(given: boolean): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('consents').insert({ purpose: 'offers', version: VERSION.offers, given })
  if (error) throw new Error(error.message)
}

/** The notices sent with a registration: the one that was shown, and the one that was ticked. An empty box adds no entry. */
export function firstNotices(offers: boolean): Record<string, number> {
  return { account: VERSION.account, ...(offers ? { offers: VERSION.offers } : {}) }
}
