import type { Database, SelectedRow } from '#supabase/database.ts'
import type { CardFamily, ProductFacets } from '#supabase/results/products.ts'
import type { ReadClient } from '../api/client.ts'
import type { StockStatus } from '#domain/products/stock.ts'
import { isUuid } from '#domain/text/uuid.ts'
import { orThrow } from '../api/read.ts'

export type { CardFamily, ProductFacets } from '#supabase/results/products.ts'

export const CARD_COLUMNS = 'id,name,brand,image_url,image_thumbhash,price,retail_price,mrp,gst_percent,pricing_tiers,tier_group,min_order_quantity,stock'
/** `family`: of a card that is one for several products. */
export type ListedProduct = SelectedRow<'products', typeof CARD_COLUMNS> & { family?: CardFamily | null }
const DETAIL_COLUMNS =
  `${CARD_COLUMNS},sku,description,hsn,unit,category_id,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,ingredients,how_to_use,family_id,value_1,value_2,value_3,product_images(id,image_url,alt,thumbhash)` as const
export type ProductDetails = SelectedRow<'products', typeof DETAIL_COLUMNS>

export type ProductSort = 'created_at' | 'price_asc' | 'price_desc' | 'popular'

/** The filters and sort of a list. `categoryIds` null: all. Prices in rupees, both ends included. */
export type ProductSelection = {
  query: string
  categoryIds: string[] | null
  min: number | null
  max: number | null
  stock: StockStatus[]
  moq: number | null
  brand: string[]
  country: string[]
  sort: ProductSort
}

/** Cards are grouped: one for each family (docs/rules.md#families). Rows of the trade list are single products. */
export type Grouping = { grouped: boolean }

/** `limit` products from `from` on. */
export function listProducts(db: ReadClient, selection: ProductSelection, { grouped }: Grouping, from: number, limit: number): Promise<ListedProduct[]> {
  return callList(db, { ...asked(selection), p_sort: selection.sort, p_grouped: grouped, p_from: from, p_limit: limit })
}

export async function countProducts(db: ReadClient, selection: Omit<ProductSelection, 'sort'>, { grouped }: Grouping): Promise<ProductFacets> {
  return orThrow(await db.rpc('product_facets', { ...asked(selection), p_grouped: grouped }))
}

function asked({ query, categoryIds, min, max, stock, moq, brand, country }: Omit<ProductSelection, 'sort'>) {
  return {
    p_category: categoryIds,
    p_query: query === '' ? null : query,
    p_min: min,
    p_max: max,
    p_stock: stock.length > 0 ? stock : null,
    p_brand: brand.length > 0 ? brand : null,
    p_country: country.length > 0 ? country : null,
    p_moq: moq,
  }
}

async function callList(db: ReadClient, args: Database['public']['Functions']['list_products']['Args']): Promise<ListedProduct[]> {
  const rows = orThrow(await db.rpc('list_products', args))
  return rows.map(({ product, family }) => ({ ...product, family }))
}

export const everything: ProductSelection = {
  query: '',
  categoryIds: null,
  min: null,
  max: null,
  stock: [],
  moq: null,
  brand: [],
  country: [],
  sort: 'created_at',
}

const FEATURED_LIMIT = 8

export function featuredProducts(db: ReadClient): Promise<ListedProduct[]> {
  return callList(db, { p_featured: true, p_grouped: true, p_limit: FEATURED_LIMIT })
}

/** Best sellers of the same category first, then of the sibling categories, without the product itself and its own family. */
export async function relatedProducts(
  db: ReadClient,
  product: { id: string; category_id: string | null },
  siblingIds: string[],
  limit = 4,
): Promise<ListedProduct[]> {
  if (product.category_id === null) return []
  const others = siblingIds.filter((id) => id !== product.category_id)
  const bestSellers = (categories: string[]) =>
    callList(db, { p_category: categories, p_without: product.id, p_sort: 'popular', p_grouped: true, p_limit: limit })
  const [same, near] = await Promise.all([bestSellers([product.category_id]), others.length === 0 ? [] : bestSellers(others)])
  return [...same, ...near].slice(0, limit)
}

export type ProductAnswer = { found: 'product'; product: ProductDetails } | { found: 'deleted' | 'nothing' }

/** One product; a deleted one is distinguished from one that never existed (docs/rules.md#product-addresses). */
export async function findProduct(db: ReadClient, id: string): Promise<ProductAnswer> {
  if (!isUuid(id)) return { found: 'nothing' }
  const product = orThrow(
    await db
      .from('products')
      .select(DETAIL_COLUMNS)
      .eq('id', id)
      .eq('status', 'active')
      .order('display_order', { referencedTable: 'product_images' })
      .maybeSingle(),
  )
  if (product) return { found: 'product', product }
  const tombstone = orThrow(await db.from('deleted_products').select('id').eq('id', id).maybeSingle())
  return { found: tombstone ? 'deleted' : 'nothing' }
}

/** The active ones among these products, in the given order. */
export async function productsByIds(db: Pick<ReadClient, 'from'>, ids: string[]): Promise<ListedProduct[]> {
  const found = orThrow(await db.from('products').select(CARD_COLUMNS).eq('status', 'active').in('id', ids))
  return ids.flatMap((id) => found.find((product) => product.id === id) ?? [])
}
