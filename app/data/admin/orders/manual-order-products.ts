/** The products of a manual order, by name, SKU or id. */
import type { SelectedRow } from '#supabase/database.ts'
import { readByIds } from '../../api/by-ids.ts'
import { containsPattern } from '../../api/contains-pattern.ts'
import { loadSupabase } from '../../api/supabase.ts'

const PRODUCT = 'id,name,sku,hsn,unit,gst_percent,price,retail_price,mrp,pricing_tiers,tier_group,min_order_quantity,stock,status,image_url,image_thumbhash'
export type PickedProduct = SelectedRow<'products', typeof PRODUCT>

/** Active products by name or SKU, the best sold first; an exact SKU, as a scanner types it, comes before all others. */
export async function findProducts(text: string): Promise<PickedProduct[]> {
  const client = await loadSupabase()
  const pattern = containsPattern(text)
  const { data, error } = await client
    .from('products')
    .select(PRODUCT)
    .eq('status', 'active')
    .or(`name.ilike.${pattern},sku.ilike.${pattern}`)
    .order('popularity', { ascending: false })
    .order('id')
    .limit(8)
  if (error) throw new Error(error.message, { cause: error })
  const scanned = (sku: string) => Number(sku.toLowerCase() !== text.toLowerCase())
  return data.toSorted((a, b) => scanned(a.sku) - scanned(b.sku))
}

export async function fetchProducts(ids: readonly string[]): Promise<PickedProduct[]> {
  if (ids.length === 0) return []
  const client = await loadSupabase()
  return readByIds(ids, async (some) => {
    const { data, error } = await client.from('products').select(PRODUCT).in('id', some)
    if (error) throw new Error(error.message, { cause: error })
    return data
  })
}
