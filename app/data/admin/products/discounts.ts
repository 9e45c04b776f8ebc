/** Discounts in the back office. Money in rupees, as the API sends it. */
import type { SelectedRow } from '#supabase/database.ts'
import type { Discount } from '#domain/discounts/discount.ts'
import { readDiscount } from '#domain/discounts/discount.ts'
import { saveRow } from '../save.ts'
import type { SaveResult } from '../save.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type DiscountUses = { uses: number; given: number }
export type CategoryNode = { id: string; name: string; parent_id: string | null }

const COLUMNS =
  'id,code,title,description,kind,value,minimum_goods,maximum_discount,combines,starts_at,ends_at,usage_limit,customer_limit,is_active,product_ids,category_ids,announced_at,updated_at'
export type AdminDiscount = SelectedRow<'discounts', typeof COLUMNS>
const GOODS = 'id,category_id,name,sku,hsn,unit,gst_percent,price,retail_price,mrp,pricing_tiers,tier_group,min_order_quantity,stock'
export type SampleProduct = SelectedRow<'products', typeof GOODS>

/** All discounts, newest first, each with its uses: a shop has dozens, not thousands. */
export async function fetchDiscounts(): Promise<(AdminDiscount & DiscountUses)[]> {
  const client = await loadSupabase()
  const [rows, uses] = await Promise.all([
    client.from('discounts').select(COLUMNS).order('created_at', { ascending: false }).order('id').limit(500),
    client.rpc('discount_uses'),
  ])
  const failed = rows.error ?? uses.error
  if (failed) throw new Error(failed.message)
  const counts = new Map((uses.data ?? []).map((row) => [row.discount_id, row]))
  return (rows.data ?? []).map((row) => ({ ...row, uses: counts.get(row.id)?.uses ?? 0, given: counts.get(row.id)?.given ?? 0 }))
}

export type DiscountColumns = Omit<AdminDiscount, 'id' | 'announced_at' | 'updated_at'>
/** CODE_TAKEN, TOO_FEW_USES: the database's refusals as codes. STALE: someone else changed the discount in the meantime; `current` is the row now. */
export type DiscountSaved =
  | { ok: true; row: AdminDiscount }
  | { ok: false; code: 'CODE_TAKEN' | 'TOO_FEW_USES' | 'GONE' | 'REFUSED' }
  | { ok: false; code: 'STALE'; current: AdminDiscount; by: string | null }

/** Adds a discount, or saves over the row that was shown. */
export async function saveDiscount(shown: Pick<AdminDiscount, 'id' | 'updated_at'> | null, columns: DiscountColumns): Promise<DiscountSaved> {
  if (shown === null) {
    const client = await loadSupabase()
    const { data, error } = await client.from('discounts').insert(columns).select(COLUMNS).single()
    return error ? refusal(error.message) : { ok: true, row: data }
  }
  const saved: SaveResult<AdminDiscount> = await saveRow({
    table: 'discounts',
    id: shown.id,
    stamp: { column: 'updated_at', value: shown.updated_at },
    update: (client) => client.from('discounts').update(columns).select(COLUMNS),
    read: (client) => client.from('discounts').select(COLUMNS),
  })
  if (saved.ok) return saved
  return saved.code === 'REFUSED' ? refusal(saved.message) : saved
}

function refusal(message: string): DiscountSaved {
  return { ok: false, code: /discounts_code_key/.test(message) ? 'CODE_TAKEN' : /discounts_check|times_used/.test(message) ? 'TOO_FEW_USES' : 'REFUSED' }
}

/** Switches a discount on or off, whatever its state is now. Throws on failure. */
export async function switchDiscount(id: string, on: boolean): Promise<void> {
  const client = await loadSupabase()
  const { data, error } = await client.from('discounts').update({ is_active: on }).eq('id', id).select('id')
  if (error) throw new Error(error.message)
  if (data.length === 0) throw new Error('it is gone')
}

/** Notifies every customer who agreed to receive offers. @returns how many */
export async function announceDiscount(id: string): Promise<number> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('announce_discount', { p_id: id })
  if (error) throw new Error(error.message)
  return data
}

export async function fetchCategoryNodes(): Promise<CategoryNode[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('categories').select('id,name,parent_id').order('display_order').order('name')
  if (error) throw new Error(error.message)
  return data
}

/** Active products by a part of their name or SKU; without a text, the best sold. */
export async function findSampleProducts(text: string, limit = 8): Promise<SampleProduct[]> {
  const client = await loadSupabase()
  const typed = text.trim().replace(/[%_,()\\"]/g, ' ')
  let asked = client.from('products').select(GOODS).eq('status', 'active')
  if (typed !== '') asked = asked.or(`name.ilike.%${typed}%,sku.ilike.%${typed}%`)
  const { data, error } = await asked.order('popularity', { ascending: false }).order('id').limit(limit)
  if (error) throw new Error(error.message)
  return data
}

export async function fetchSampleProducts(ids: readonly string[]): Promise<SampleProduct[]> {
  if (ids.length === 0) return []
  const client = await loadSupabase()
  const { data, error } = await client
    .from('products')
    .select(GOODS)
    .in('id', [...ids])
  if (error) throw new Error(error.message)
  return data
}

/** A few products of these categories, for a sample cart that the draft applies to. */
export async function fetchCategoryProducts(categoryIds: readonly string[]): Promise<SampleProduct[]> {
  if (categoryIds.length === 0) return []
  const client = await loadSupabase()
  const { data, error } = await client
    .from('products')
    .select(GOODS)
    .eq('status', 'active')
    .in('category_id', [...categoryIds])
    .order('popularity', { ascending: false })
    .limit(2)
  if (error) throw new Error(error.message)
  return data
}

/** The offers in force for these products, as a buyer gets them, without the one being edited. */
export async function fetchOtherOffers(productIds: readonly string[], without: string | null): Promise<Discount[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('find_offers', { p_products: [...productIds] })
  if (error) throw new Error(error.message)
  return data.map(readDiscount).filter(({ id }) => id !== without)
}
