/** The demo of this shop, and its removal (docs/decisions/0073-removing-the-demo.md). */
import type { DemoSummary } from '#supabase/results/settings.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { callOwnerFunction } from '../staff/owner-calls.ts'
import type { OwnerAnswer } from '../staff/owner-calls.ts'

export type { DemoSummary } from '#supabase/results/settings.ts'

/** Null: there is no demo. */
export async function fetchDemoSummary(): Promise<DemoSummary | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('demo_summary', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** The response has the number of `files_left`: pictures that could not be removed yet. */
export const removeDemo = (storeName: string, ownerPassword: string): Promise<OwnerAnswer> =>
  callOwnerFunction('remove-demo', { store_name: storeName }, ownerPassword)
