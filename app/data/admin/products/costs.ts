import { readByIds } from '../../api/by-ids.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** What products cost, in rupees for one unit excluding GST, by product id. Staff who may not read costs get none. */
export async function fetchCosts(productIds: readonly string[]): Promise<Map<string, number>> {
  const client = await loadSupabase()
  const costs = await readByIds(productIds, async (ids) => {
    const { data, error } = await client.from('product_costs').select('product_id,cost').in('product_id', ids)
    if (error) throw new Error(error.message, { cause: error })
    return data
  })
  return new Map(costs.map(({ product_id, cost }) => [product_id, cost]))
}
