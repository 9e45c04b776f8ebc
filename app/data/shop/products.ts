import type { ReadClient } from '../api/client.ts'
import { STOCK_STATUS_BOUNDS, type StockStatus } from '#domain/products/stock.ts'
import { isUuid } from '#domain/text/uuid.ts'
import type { CardProduct } from '../../ui/product-card.tsx'
import { orThrow } from '../api/read.ts'

export type ListedProduct = CardProduct & { gst_percent: number }

export type ProductDetails = ListedProduct & {
  sku: string
  description: string | null
  hsn: string | null
  unit: string
  category_id: string | null
  net_quantity: string | null
  country_of_origin: string | null
  manufacturer: string | null
  generic_name: string | null
  best_before: string | null
  licence: string | null
  batch: string | null
  ingredients: string | null
  how_to_use: string | null
  product_images: { id: string; image_url: string; alt: string | null; thumbhash: string | null }[]
}

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

/** How many products each further choice would show; keys are category ids, names, stock statuses and minimum orders. */
export type ProductFacets = {
  total: number
  category: Record<string, number>
  brand: Record<string, number>
  country: Record<string, number>
  stock: Partial<Record<StockStatus, number>>
  moq: Record<string, number>
}

export const CARD_COLUMNS = 'id,name,brand,image_url,image_thumbhash,price,retail_price,mrp,gst_percent,pricing_tiers,min_order_quantity,stock'
/** Rows of a function can only be sorted by selected columns. */
const SEARCH_COLUMNS = `${CARD_COLUMNS},base_price,popularity,created_at` as const
const DETAIL_COLUMNS =
  `${CARD_COLUMNS},sku,description,hsn,unit,category_id,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,ingredients,how_to_use,product_images(id,image_url,alt,thumbhash)` as const
/** The response of a function call, whose columns the client cannot know. */
export type Rows<T> = { data: T[] | null; error: { message: string; code: string } | null; status: number }
/** An offset beyond the last row. */
const RANGE_NOT_SATISFIABLE = 'PGRST103'

/** `limit` products from `from` on; null when that is beyond the last one. */
export async function listProducts(db: ReadClient, selection: ProductSelection, from: number, limit: number): Promise<ListedProduct[] | null> {
  const { query, categoryIds, min, max, stock, moq, brand, country, sort } = selection
  // The function finds "name contains" with an index that a visitor's own query may not use (supabase/migrations, search_products).
  const source = query === '' ? db.from('products').select(CARD_COLUMNS) : db.rpc('search_products', { p_query: query }, { get: true }).select(SEARCH_COLUMNS)
  let request = source.eq('status', 'active')
  if (categoryIds !== null) request = request.in('category_id', categoryIds)
  if (min !== null) request = request.gte('base_price', min)
  if (max !== null) request = request.lte('base_price', max)
  if (stock.length > 0) request = request.or(stock.map(stockCondition).join(','))
  if (moq !== null) request = request.lte('min_order_quantity', moq)
  if (brand.length > 0) request = request.in('brand', brand)
  if (country.length > 0) request = request.in('country_of_origin', country)

  if (sort === 'price_asc') request = request.order('base_price', { ascending: true })
  else if (sort === 'price_desc') request = request.order('base_price', { ascending: false })
  else if (sort === 'popular') request = request.order('popularity', { ascending: false })
  else request = request.order('created_at', { ascending: false })

  const answer = await request.order('id').range(from, from + limit - 1)
  if (answer.error?.code === RANGE_NOT_SATISFIABLE) return null
  return orThrow(answer as Rows<ListedProduct>)
}

export async function countProducts(db: ReadClient, selection: Omit<ProductSelection, 'sort'>): Promise<ProductFacets> {
  const { query, categoryIds, min, max, stock, moq, brand, country } = selection
  const answer = await db.rpc('product_facets', {
    p_category: categoryIds,
    p_query: query === '' ? null : query,
    p_min: min,
    p_max: max,
    p_stock: stock.length > 0 ? stock : null,
    p_brand: brand.length > 0 ? brand : null,
    p_country: country.length > 0 ? country : null,
    p_moq: moq,
  })
  return orThrow(answer as { data: ProductFacets | null; error: typeof answer.error; status: number })
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

export async function featuredProducts(db: ReadClient): Promise<ListedProduct[]> {
  return orThrow(
    await db
      .from('products')
      .select(CARD_COLUMNS)
      .eq('status', 'active')
      .eq('is_featured', true)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(FEATURED_LIMIT),
  )
}

/** Best sellers of the same category first, then of its family (`familyIds`: the sibling categories), without the product itself. */
export async function relatedProducts(
  db: ReadClient,
  product: { id: string; category_id: string | null },
  familyIds: string[],
  limit = 4,
): Promise<ListedProduct[]> {
  if (product.category_id === null) return []
  const sisters = familyIds.filter((id) => id !== product.category_id)
  const [same, family] = await Promise.all([
    bestSellers(db, [product.category_id], product.id, limit),
    sisters.length === 0 ? [] : bestSellers(db, sisters, product.id, limit),
  ])
  return [...same, ...family].slice(0, limit)
}

async function bestSellers(db: ReadClient, categoryIds: string[], without: string, limit: number): Promise<ListedProduct[]> {
  return orThrow(
    await db
      .from('products')
      .select(CARD_COLUMNS)
      .eq('status', 'active')
      .in('category_id', categoryIds)
      .neq('id', without)
      .order('popularity', { ascending: false })
      .order('id')
      .limit(limit),
  )
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

function stockCondition(status: StockStatus): string {
  const { from, to } = STOCK_STATUS_BOUNDS[status]
  return to === null ? `stock.gte.${from}` : `and(stock.gte.${from},stock.lte.${to})`
}

/** The active ones among these products, in the given order. */
export async function productsByIds(db: ReadClient, ids: string[]): Promise<ListedProduct[]> {
  const found = orThrow(await db.from('products').select(CARD_COLUMNS).eq('status', 'active').in('id', ids))
  return ids.flatMap((id) => found.find((product) => product.id === id) ?? [])
}
