import type { ShopHealth } from '#supabase/results/settings.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { ShopHealth } from '#supabase/results/settings.ts'

/** What is wrong with the deployment, its backups and its disks (docs/decisions/0115-health.md). */
export async function fetchHealth(): Promise<ShopHealth> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('shop_health', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}
