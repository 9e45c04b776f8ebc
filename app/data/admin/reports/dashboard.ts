import type { Dashboard } from '#supabase/results/dashboard.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { OrderQueue, SalesOfPeriod, DaySales, FeedOrder, LowStock, Dashboard } from '#supabase/results/dashboard.ts'

export async function fetchDashboard(): Promise<Dashboard> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('admin_dashboard', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}
