/** A family of products in the back office: read completely, and saved with its values and products in one transaction (docs/decisions/0068-the-form-of-a-family.md). */
import type { SelectedRow } from '#supabase/database.ts'
import { fetchRowHistory } from '../reports/audit.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { removeProductFiles } from './product-picture-files.ts'

/** The columns that a family shares with its products: what it fills in holds for all of them. */
export const SHARED_COLUMNS = [
  'description',
  'brand',
  'category_id',
  'gst_percent',
  'hsn',
  'country_of_origin',
  'manufacturer',
  'generic_name',
  'best_before',
  'licence',
  'ingredients',
  'how_to_use',
] as const
export type SharedColumn = (typeof SHARED_COLUMNS)[number]
const FAMILY =
  'id,version,name,options,mixed_tiers,description,brand,category_id,gst_percent,hsn,country_of_origin,manufacturer,generic_name,best_before,licence,ingredients,how_to_use'
const VALUE = 'id,option,position,name,colour,picture'
const MEMBER =
  'id,version,name,sku,barcode,price,retail_price,mrp,gst_percent,net_quantity,weight_grams,status,stock,image_url,image_thumbhash,family_id,value_1,value_2,value_3'

type FamilyRow = SelectedRow<'product_families', typeof FAMILY>
export type FamilyColumns = Omit<FamilyRow, 'id' | 'version'>
export type FamilyValue = SelectedRow<'product_family_values', typeof VALUE>
/** A product as a row of the grid. Prices in rupees, GST in percent. */
export type FamilyProduct = SelectedRow<'products', typeof MEMBER>
export type EditedFamily = FamilyRow & { values: FamilyValue[]; members: FamilyProduct[] }

/** @param id a UUID. @returns null when there is no such family */
export async function fetchFamily(id: string): Promise<EditedFamily | null> {
  const client = await loadSupabase()
  const [families, values, members] = await Promise.all([
    client.from('product_families').select(FAMILY).eq('id', id),
    client.from('product_family_values').select(VALUE).eq('family_id', id).order('option').order('position').order('id'),
    client.from('products').select(MEMBER).eq('family_id', id).order('created_at').order('id'),
  ])
  const error = families.error ?? values.error ?? members.error
  if (error) throw new Error(error.message, { cause: error })
  const [row] = families.data ?? []
  return row ? { ...row, values: values.data ?? [], members: members.data ?? [] } : null
}

/** Products by id, as rows of a grid; those of a family are left out. */
export async function fetchSingleProducts(ids: readonly string[]): Promise<FamilyProduct[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('products').select(MEMBER).in('id', ids).is('family_id', null)
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Up to ten products of no family whose name, SKU, brand, HSN or barcode contains the text. */
export async function findSingleProducts(search: string): Promise<FamilyProduct[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .rpc('admin_products', { p_search: search, p_filters: {}, p_sort: 'name', p_ascending: true, p_cursor: null, p_backwards: false, p_limit: 50 })
    .select(MEMBER)
  if (error) throw new Error(error.message, { cause: error })
  return data.filter(({ family_id }) => family_id === null).slice(0, 10)
}

export type SavedValue = FamilyValue | { id: string; removed: true }
type MemberColumns = Pick<
  FamilyProduct,
  'sku' | 'barcode' | 'price' | 'retail_price' | 'mrp' | 'net_quantity' | 'weight_grams' | 'status' | 'value_1' | 'value_2' | 'value_3'
>
/** A product that changes: a new one, one that stays or joins, or one that leaves. `counted`: its stock as shown and as typed, in pieces. */
export type SavedMember =
  | { id: string; version: null; set: Partial<MemberColumns> & { stock: number } }
  | { id: string; version: number; set: Partial<MemberColumns>; counted?: { shown: number; now: number } }
  | { id: string; version: number; leaves: true }

export type FamilySave = {
  id: string
  /** null for a new family */ shown: EditedFamily | null
  family: Partial<FamilyColumns>
  values: SavedValue[]
  members: SavedMember[]
}
export type FamilySaved =
  | { ok: true }
  | { ok: false; code: 'STALE'; current: EditedFamily; by: string | null }
  | { ok: false; code: 'ADDED_ALREADY' }
  | { ok: false; code: 'GONE' }
  /** `reason`: the code or the constraint of the database; `product`: the row that it concerns; `message`: a sentence, or empty */
  | { ok: false; code: 'REFUSED'; reason: string; product: string | null; message: string }

/** Saves what changed over what was shown, in one transaction, then removes the files of swatches that nothing shows any more. */
export async function saveFamily({ id, shown, family, values, members }: FamilySave): Promise<FamilySaved> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('save_family', {
    p_id: id,
    p_version: shown?.version ?? null,
    p_family: family,
    p_values: values,
    p_members: members,
  })
  if (!error) {
    await removeProductFiles(data.unused)
    return { ok: true }
  }
  const { code, product } = detailOf(error.details)
  if (code === 'ADDED_ALREADY' || code === 'GONE') return { ok: false, code }
  if (code === 'STALE' && shown !== null) {
    const current = await fetchFamily(id)
    if (!current) return { ok: false, code: 'GONE' }
    const [latest] = await fetchRowHistory(['product_families', 'product_family_values'], id, null, 1).catch(() => [])
    return { ok: false, code, current, by: latest?.actor_name ?? null }
  }
  const reason = typeof code === 'string' ? code : (/constraint "(\w+)"/.exec(error.message)?.[1] ?? error.code)
  // a constraint's own message names tables and columns, which means nothing to the user of the form
  const message = /violates/.test(error.message) ? '' : error.message
  return { ok: false, code: 'REFUSED', reason, product: typeof product === 'string' ? product : null, message }
}

/** Takes all products out and deletes the family. @returns false when it has changed since it was shown, or is gone */
export async function dissolveFamily({ id, version }: Pick<EditedFamily, 'id' | 'version'>): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('dissolve_family', { p_id: id, p_version: version })
  if (!error) {
    await removeProductFiles(data)
    return true
  }
  const { code } = detailOf(error.details)
  if (code === 'STALE' || code === 'GONE') return false
  throw new Error(error.message, { cause: error })
}
