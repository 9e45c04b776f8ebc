/** One product in the back office: read completely, saved in one transaction, its stock moved with a reason (docs/rules.md#stock). */
import type { SelectedRow } from '#supabase/database.ts'
import { parseTiers } from '#domain/prices/price-tiers.ts'
import { fetchRowHistory } from '../reports/audit.ts'
import { detailOf } from '../../api/error-detail.ts'
import { removeProductFiles } from './product-picture-files.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type TierRow = { min_quantity: number; discount_percent: number }
const WRITTEN =
  'sku,name,description,brand,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,barcode,weight_grams,reorder_level,ingredients,how_to_use'
/** What the form writes. Prices in rupees as the API has them, GST in percent. */
export type ProductColumns = Omit<SelectedRow<'products', typeof WRITTEN>, 'pricing_tiers'> & { pricing_tiers: TierRow[] }
/** `id` null: a picture that an import put on the product itself. */
export type StoredPicture = { id: string | null; image_url: string; alt: string | null; thumbhash: string | null }
const FAMILY = 'id,name,description,brand,category_id,gst_percent,hsn,country_of_origin,manufacturer,generic_name,best_before,licence,ingredients,how_to_use'
/** `family`: the one that it belongs to, with what the family decides for it; null: none. */
export type EditedProduct = ProductColumns & {
  id: string
  version: number
  stock: number
  units_sold: number
  updated_at: string
  /** rupees for one unit, excluding GST; null also for staff who may not read costs */
  cost: number | null
  family: SelectedRow<'product_families', typeof FAMILY> | null
  pictures: StoredPicture[]
}

const COLUMNS =
  `id,version,${WRITTEN},image_url,image_thumbhash,stock,units_sold,updated_at,product_images(id,image_url,alt,thumbhash),family:product_families(${FAMILY}),cost:product_costs(cost)` as const

/** @returns null when there is no such product */
export async function fetchProduct(id: string): Promise<EditedProduct | null> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('products')
    .select(COLUMNS)
    .eq('id', id)
    .order('display_order', { referencedTable: 'product_images' })
    .order('id', { referencedTable: 'product_images' })
  // an address that is not a valid id has no product
  if (error?.code === '22P02') return null
  if (error) throw new Error(error.message, { cause: error })
  const [row] = data
  if (!row) return null
  const { product_images, image_url, image_thumbhash, pricing_tiers, cost, ...columns } = row
  return {
    ...columns,
    cost: cost?.cost ?? null,
    pricing_tiers: parseTiers(pricing_tiers).map(({ minQuantity, discountPercent }) => ({ min_quantity: minQuantity, discount_percent: discountPercent })),
    pictures: product_images.length > 0 || image_url === null ? product_images : [{ id: null, image_url, alt: null, thumbhash: image_thumbhash }],
  }
}

/** `shown`: null for a new product; `cost`: undefined and `pictures`: null when they did not change. */
export type ProductSave = {
  id: string
  shown: EditedProduct | null
  changes: Partial<ProductColumns> & { stock?: number }
  cost?: { was: number | null; now: number | null } | undefined
  pictures: StoredPicture[] | null
}
export type ProductSaved =
  | { ok: true }
  /** `by`: who changed it in the meantime; null when unknown. */
  | { ok: false; code: 'STALE'; current: EditedProduct; by: string | null }
  /** this form has already added it, but the response was lost */
  | { ok: false; code: 'ADDED_ALREADY' }
  | ProductRefusal
/** `MRP`: the price exceeds it, as the message says. */
export type ProductRefusal =
  { ok: false; code: 'GONE' | 'SKU_TAKEN' | 'BARCODE_TAKEN' | 'CATEGORY_GONE' | 'NO_PRICE' } | { ok: false; code: 'MRP' | 'REFUSED'; message: string }

/** Saves the changes over what was shown, in one transaction, then removes the files that no product uses any more. */
export async function saveProduct({ id, shown, changes, cost, pictures }: ProductSave): Promise<ProductSaved> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('save_product', {
    p_id: id,
    p_version: shown?.version ?? null,
    p_product: cost ? { ...changes, cost } : changes,
    p_pictures: pictures,
    p_pictures_shown: shown?.pictures.flatMap(({ id: picture, image_url, alt }) => (picture === null ? [] : [{ id: picture, image_url, alt }])) ?? null,
  })
  if (!error) {
    await removeProductFiles(data.unused)
    return { ok: true }
  }
  const { code } = detailOf(error.details)
  if (code === 'ADDED_ALREADY') return { ok: false, code }
  if (code !== 'STALE') return refusalOf(error, code)
  const current = await fetchProduct(id)
  if (!current) return { ok: false, code: 'GONE' }
  const [latest] = await fetchRowHistory(['products', 'product_images', 'product_costs'], id, null, 1).catch(() => [])
  return { ok: false, code: 'STALE', current, by: latest?.actor_name ?? null }
}

function refusalOf(error: { code: string; message: string }, code: unknown): ProductRefusal {
  if (code === 'GONE') return { ok: false, code }
  if (code === 'ABOVE_MRP') return { ok: false, code: 'MRP', message: error.message }
  if (/products_sku_key/.test(error.message)) return { ok: false, code: 'SKU_TAKEN' }
  if (/products_barcode_key/.test(error.message)) return { ok: false, code: 'BARCODE_TAKEN' }
  if (/products_active_has_price/.test(error.message)) return { ok: false, code: 'NO_PRICE' }
  if (error.code === '23503') return { ok: false, code: 'CATEGORY_GONE' }
  // a constraint's own message names tables and columns, which means nothing to the user of the form
  return { ok: false, code: 'REFUSED', message: /violates/.test(error.message) ? '' : error.message }
}

/** `orders`: how many orders contain it. */
export type ProductDeleted = { ok: true } | { ok: false; code: 'IN_ORDERS'; orders: number } | { ok: false; code: 'STALE' | 'GONE' | 'REFUSED' }

/** Deletes a product that was never ordered, then its files. */
export async function deleteProduct({ id, version }: Pick<EditedProduct, 'id' | 'version'>): Promise<ProductDeleted> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('delete_product', { p_id: id, p_version: version })
  if (!error) {
    await removeProductFiles(data)
    return { ok: true }
  }
  const { code, orders } = detailOf(error.details)
  if (code === 'IN_ORDERS') return { ok: false, code, orders: Number(orders) }
  return { ok: false, code: code === 'STALE' || code === 'GONE' ? code : 'REFUSED' }
}
