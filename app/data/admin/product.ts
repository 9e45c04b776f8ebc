/** One product in the back office: read completely, saved in one transaction, its stock moved with a reason (docs/rules.md#stock). */
import { parseTiers } from '#domain/prices/price-tiers.ts'
import { fetchRowHistory } from './audit.ts'
import type { ProductState } from './products.ts'
import { detailOf } from '../api/error-detail.ts'
import { removeProductFiles } from './product-picture-files.ts'
import { loadSupabase } from '../api/supabase.ts'

export type TierRow = { min_quantity: number; discount_percent: number }
/** What the form writes. Prices in rupees as the API has them, GST in percent. */
export type ProductColumns = {
  sku: string
  name: string
  description: string | null
  brand: string | null
  price: number
  retail_price: number | null
  mrp: number | null
  gst_percent: number
  hsn: string | null
  unit: string
  category_id: string | null
  is_featured: boolean
  min_order_quantity: number
  pricing_tiers: TierRow[]
  status: ProductState
  net_quantity: string | null
  country_of_origin: string | null
  manufacturer: string | null
  generic_name: string | null
  best_before: string | null
  licence: string | null
  batch: string | null
  ingredients: string | null
  how_to_use: string | null
}
/** `id` null: a picture that an import put on the product itself. */
export type StoredPicture = { id: string | null; image_url: string; alt: string | null; thumbhash: string | null }
export type EditedProduct = ProductColumns & { id: string; version: number; stock: number; units_sold: number; updated_at: string; pictures: StoredPicture[] }

const COLUMNS =
  'id,version,sku,name,description,brand,image_url,image_thumbhash,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,ingredients,how_to_use,stock,units_sold,updated_at,product_images(id,image_url,alt,thumbhash)'

type Row = Omit<EditedProduct, 'pictures' | 'pricing_tiers'> & {
  image_url: string | null
  image_thumbhash: string | null
  pricing_tiers: unknown
  product_images: (StoredPicture & { id: string })[]
}

/** @returns null when there is no such product */
export async function fetchProduct(id: string): Promise<EditedProduct | null> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('products')
    .select(COLUMNS)
    .eq('id', id)
    .order('display_order', { referencedTable: 'product_images' })
    .order('id', { referencedTable: 'product_images' })
    .overrideTypes<Row[], { merge: false }>()
  // an address that is not a valid id has no product
  if (error?.code === '22P02') return null
  if (error) throw new Error(error.message, { cause: error })
  const [row] = data
  if (!row) return null
  const { product_images, image_url, image_thumbhash, pricing_tiers, ...columns } = row
  return {
    ...columns,
    pricing_tiers: parseTiers(pricing_tiers).map(({ minQuantity, discountPercent }) => ({ min_quantity: minQuantity, discount_percent: discountPercent })),
    pictures: product_images.length > 0 || image_url === null ? product_images : [{ id: null, image_url, alt: null, thumbhash: image_thumbhash }],
  }
}

/** `shown`: null for a new product; `pictures`: null when they did not change. */
export type ProductSave = {
  id: string
  shown: EditedProduct | null
  changes: Partial<ProductColumns> & { stock?: number }
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
export type ProductRefusal = { ok: false; code: 'GONE' | 'SKU_TAKEN' | 'CATEGORY_GONE' | 'NO_PRICE' } | { ok: false; code: 'MRP' | 'REFUSED'; message: string }

/** Saves the changes over what was shown, in one transaction, then removes the files that no product uses any more. */
export async function saveProduct({ id, shown, changes, pictures }: ProductSave): Promise<ProductSaved> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('save_product', {
    p_id: id,
    p_version: shown?.version ?? null,
    p_product: changes,
    p_pictures: pictures,
    p_pictures_shown: shown?.pictures.flatMap(({ id: picture, image_url, alt }) => (picture === null ? [] : [{ id: picture, image_url, alt }])) ?? null,
  })
  if (!error) {
    await removeProductFiles((data as { unused: string[] }).unused)
    return { ok: true }
  }
  const { code } = detailOf(error.details)
  if (code === 'ADDED_ALREADY') return { ok: false, code }
  if (code !== 'STALE') return refusalOf(error, code)
  const current = await fetchProduct(id)
  if (!current) return { ok: false, code: 'GONE' }
  const [latest] = await fetchRowHistory(['products', 'product_images'], id, null, 1).catch(() => [])
  return { ok: false, code: 'STALE', current, by: latest?.actor_name ?? null }
}

function refusalOf(error: { code: string; message: string }, code: unknown): ProductRefusal {
  if (code === 'GONE') return { ok: false, code }
  if (code === 'ABOVE_MRP') return { ok: false, code: 'MRP', message: error.message }
  if (/products_sku_key/.test(error.message)) return { ok: false, code: 'SKU_TAKEN' }
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
    await removeProductFiles(data as string[])
    return { ok: true }
  }
  const { code, orders } = detailOf(error.details)
  if (code === 'IN_ORDERS') return { ok: false, code, orders: Number(orders) }
  return { ok: false, code: code === 'STALE' || code === 'GONE' ? code : 'REFUSED' }
}
