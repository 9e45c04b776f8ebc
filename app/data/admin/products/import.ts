/** What the import of a price list reads and writes (docs/decisions/0024). */
import type { WrittenFamily, WrittenRow } from '#supabase/results/products.ts'
import type { ProductColumns, StoredProduct } from '#domain/product-import/validate-row.ts'
import type { NewCategory, CategoryNode } from '#domain/product-import/category-nodes.ts'
import { comparable } from '#domain/product-import/tidy-text.ts'
import { fetchCosts } from './costs.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { WrittenFamily, WrittenRow } from '#supabase/results/products.ts'

const AT_ONCE = 500
const NO_COSTS: ReadonlyMap<string, number> = new Map()
export const STORED_COLUMNS =
  'id,family_id,sku,name,brand,category_id,price,retail_price,mrp,gst_percent,hsn,barcode,unit,stock,min_order_quantity,pricing_tiers,status,is_featured,description,net_quantity,weight_grams,reorder_level,generic_name,country_of_origin,manufacturer,best_before,ingredients,how_to_use'

export async function fetchCategoryNodes(): Promise<CategoryNode[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('categories').select('id,name,slug,parent_id').order('id')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** The products of these SKUs, by SKU. @throws Error when one of the reads fails */
export async function fetchStored(
  skus: readonly string[],
  withCosts: boolean,
  onProgress: (read: number) => void,
  signal: AbortSignal,
): Promise<Map<string, StoredProduct>> {
  const client = await loadSupabase()
  const stored = new Map<string, StoredProduct>()
  for (let at = 0; at < skus.length; at += AT_ONCE) {
    signal.throwIfAborted()
    const { data, error } = await client.rpc('products_by_sku', { p_skus: skus.slice(at, at + AT_ONCE) }).select(STORED_COLUMNS)
    if (error) throw new Error(error.message, { cause: error })
    const costs = withCosts ? await fetchCosts(data.map(({ id }) => id)) : NO_COSTS
    for (const product of data) stored.set(product.sku, { ...product, cost: costs.get(product.id) ?? null })
    onProgress(Math.min(at + AT_ONCE, skus.length))
  }
  return stored
}

/** Creates categories, parents first, at the end of their level. One that someone else has created since is used as it is. */
export async function createCategories(wanted: readonly NewCategory[]): Promise<CategoryNode[]> {
  const client = await loadSupabase()
  let categories = await fetchCategoryNodes()
  for (const { path, slug } of wanted) {
    const parent = path.slice(0, -1).reduce<CategoryNode | null>((above, name) => childOf(categories, above, name) ?? above, null)
    const name = path.at(-1) ?? ''
    if (childOf(categories, parent, name)) continue
    const place = categories.filter(({ parent_id }) => parent_id === (parent?.id ?? null)).length
    const { data, error } = await client
      .from('categories')
      .insert({ name: name.slice(0, 80), slug, parent_id: parent?.id ?? null, display_order: place })
      .select('id,name,slug,parent_id')
      .single()
    if (error) throw new Error(error.message, { cause: error })
    categories = [...categories, data]
  }
  return categories
}

const childOf = (categories: readonly CategoryNode[], parent: CategoryNode | null, name: string): CategoryNode | undefined => {
  const named = categories.filter((category) => comparable(category.name) === comparable(name))
  // A path may begin below the top level.
  return parent === null ? (named.find(({ parent_id }) => parent_id === null) ?? named[0]) : named.find(({ parent_id }) => parent_id === parent.id)
}

export type ImportRow = { row: number; sku: string; import_key: string | null; set: Partial<ProductColumns> }
/** `lost`: whether it was written is unknown, so it is sent again; `signedOut`: the same, once they have signed in; `refused`: nothing of it was written. */
export type NotWritten = { ok: false; why: 'lost' | 'signedOut' | 'refused'; message: string }
export type WrittenChunk = { ok: true; rows: WrittenRow[] } | NotWritten
/** Members that are not in the shop, because their rows were refused, are left out. */
export type ImportFamily = { key: string; name: string; options: string[]; members: { sku: string; values: string[] }[] }
export type WrittenFamilies = { ok: true; families: WrittenFamily[] } | NotWritten

/** Writes one chunk in one transaction. `run`: the import that it belongs to. */
export async function writeImportChunk(run: string, rows: readonly ImportRow[], skip: boolean): Promise<WrittenChunk> {
  const client = await loadSupabase()
  const { data, error, status } = await client.rpc('import_products', { p_rows: rows, p_skip: skip, p_import: run })
  return error ? notWritten(error, status) : { ok: true, rows: data }
}

/** Makes families of the written products, each in its own right: one that is refused leaves the others. */
export async function writeFamilies(run: string, families: readonly ImportFamily[]): Promise<WrittenFamilies> {
  const client = await loadSupabase()
  const { data, error, status } = await client.rpc('import_families', { p_families: families, p_import: run })
  return error ? notWritten(error, status) : { ok: true, families: data }
}

/** Why a request wrote nothing, and whether it is worth sending again. */
export function notWritten(error: { code: string; message: string }, status: number): NotWritten {
  if (status === 401 || error.code === '42501') return { ok: false, why: 'signedOut', message: error.message }
  // No response, a restarting server, a statement timeout, a conflict between two writers: in each case nothing is half written.
  const passing = status === 0 || status >= 500 || status === 429 || ['', '57014', '40001', '40P01', '55P03'].includes(error.code)
  return { ok: false, why: passing ? 'lost' : 'refused', message: error.message }
}
