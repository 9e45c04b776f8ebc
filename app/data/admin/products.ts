/** The back office's list of products: read by keyset, edited in place (docs/rules.md#back-office-edits). */
import { STOCK_STATUS_BOUNDS } from '#domain/products/stock.ts'
import { decodeCursor, keysetPage, pageOf } from './keyset.ts'
import type { Page, SortKey } from './keyset.ts'
import { moveRows } from './save.ts'
import { loadSupabase } from '../api/supabase.ts'

export const PRODUCT_STATES = ['active', 'draft', 'archived'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]
export const STOCK_FILTERS = ['out', 'low', 'in'] as const
export type StockFilter = (typeof STOCK_FILTERS)[number]

/** Prices in rupees as the API has them. `base_price` is the price of the first unit before tiers (docs/rules.md#base-price-and-tiers). */
export type AdminProduct = {
  id: string
  sku: string
  name: string
  brand: string | null
  image_url: string | null
  image_thumbhash: string | null
  price: number
  retail_price: number | null
  base_price: number
  mrp: number | null
  gst_percent: number
  hsn: string | null
  stock: number
  units_sold: number
  min_order_quantity: number
  pricing_tiers: unknown
  is_featured: boolean
  unit: string
  net_quantity: string | null
  country_of_origin: string | null
  status: ProductState
  created_at: string
  category_id: string | null
  category: { name: string } | null
}
/** Additional columns of the export: the long texts. */
export type ExportedProduct = AdminProduct & {
  description: string | null
  generic_name: string | null
  manufacturer: string | null
  best_before: string | null
  ingredients: string | null
  how_to_use: string | null
}
export type ProductSort = 'name' | 'base_price' | 'stock' | 'units_sold'
export type ProductList = {
  search: string
  states: readonly string[]
  stock: readonly string[]
  /** ids of categories, including those below them */
  categories: readonly string[]
  brands: readonly string[]
  rates: readonly string[]
  featured: readonly string[]
  missing: readonly string[]
  sort: { by: string; ascending: boolean } | null
  cursor: string | null
  size: number
}

const COLUMNS =
  'id,sku,name,brand,image_url,image_thumbhash,price,retail_price,base_price,mrp,gst_percent,hsn,stock,units_sold,min_order_quantity,pricing_tiers,is_featured,unit,net_quantity,country_of_origin,status,created_at,category_id,category:categories(name)'
const EXPORTED = `${COLUMNS},description,generic_name,manufacturer,best_before,ingredients,how_to_use`
/** What a product may lack, and the column that shows it. */
export const MISSING = { hsn: 'hsn', picture: 'image_url', category: 'category_id', mrp: 'mrp', brand: 'brand' } as const
export type Missing = keyof typeof MISSING
const BOUNDS: Record<StockFilter, { from: number; to: number | null }> = {
  out: STOCK_STATUS_BOUNDS.out_of_stock,
  low: STOCK_STATUS_BOUNDS.low_stock,
  in: STOCK_STATUS_BOUNDS.in_stock,
}

/** A page of products, newest first unless sorted. The search covers name, SKU, brand and HSN. */
export const fetchAdminProducts = (list: ProductList): Promise<Page<AdminProduct>> => fetchProducts<AdminProduct>(list, COLUMNS)
export const fetchExportedProducts = (list: ProductList): Promise<Page<ExportedProduct>> => fetchProducts<ExportedProduct>(list, EXPORTED)

async function fetchProducts<Row extends AdminProduct>(list: ProductList, columns: string): Promise<Page<Row>> {
  const { search, states, stock, categories, brands, rates, featured, missing, sort, cursor, size } = list
  const first: SortKey = sort ? { column: sort.by, ascending: sort.ascending } : { column: 'created_at', ascending: false }
  const keys: SortKey[] = [first, { column: 'id', ascending: true }]
  const lacking = missing.flatMap((value) => (value in MISSING ? [MISSING[value as Missing]] : []))
  const bounds = stock.flatMap((value) => (value in BOUNDS ? [BOUNDS[value as StockFilter]] : []))
  const client = await loadSupabase()
  if (search !== '') {
    const from = decodeCursor(cursor, keys.length)
    const backwards = from?.direction === 'before'
    // The index for a text search cannot be used by a query behind row policies: the function filters and pages.
    const { data, error } = await client
      .rpc('admin_products', {
        p_search: search,
        p_filters: {
          ...(states.length > 0 && { status: states }),
          ...(categories.length > 0 && { category: categories }),
          ...(brands.length > 0 && { brand: brands }),
          ...(rates.length > 0 && { gst: rates }),
          ...(featured.length === 1 && { featured: featured[0] === 'yes' }),
          ...(lacking.length > 0 && { missing: lacking }),
          ...(bounds.length > 0 && { stock: bounds.map(({ from: least, to }) => [least, to]) }),
        },
        p_sort: first.column,
        p_ascending: first.ascending,
        p_cursor: from?.values ?? null,
        p_backwards: backwards,
        p_limit: size + 1,
      })
      .select(columns)
      .order(first.column, { ascending: first.ascending })
      .order('id')
    if (error) throw new Error(error.message, { cause: error })
    // The client has no types for a function's rows: they are those of the requested columns.
    return pageOf(data as unknown as Row[], { sort: keys, from, size, count: null })
  }
  let query = client.from('products').select<string, Row>(columns, { count: 'estimated' })
  if (states.length > 0) query = query.in('status', states)
  if (categories.length > 0) query = query.in('category_id', categories)
  if (brands.length > 0) query = query.in('brand', brands)
  if (rates.length > 0) query = query.in('gst_percent', rates)
  if (featured.length === 1) query = query.is('is_featured', featured[0] === 'yes')
  if (lacking.length > 0) query = query.or(lacking.map((column) => `${column}.is.null`).join())
  if (bounds.length > 0) query = query.or(bounds.map(({ from, to }) => (to === null ? `stock.gte.${from}` : `and(stock.gte.${from},stock.lte.${to})`)).join())
  return keysetPage<Row, typeof query>(query, { sort: keys, cursor, size })
}

type Counted = { value: string | number; count: number }
/** All brands and GST rates, each with its number of products. */
export async function fetchProductValues(): Promise<{ brands: Counted[]; rates: Counted[] }> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('product_values')
  if (error) throw new Error(error.message, { cause: error })
  return data as { brands: Counted[]; rates: Counted[] }
}

/** A value changed in place, and the value it was shown with. */
export type InPlace = { column: 'price' | 'retail_price' | 'stock'; was: number; now: number }

/** Which column the shown price comes from: the retail price where there is one (docs/rules.md#base-price-and-tiers). */
export const priceColumn = ({ retail_price }: Pick<AdminProduct, 'retail_price'>): 'price' | 'retail_price' =>
  retail_price !== null && retail_price > 0 ? 'retail_price' : 'price'

/**
 * Writes the value if it still is the one that was shown. An order that sold some in the meantime makes a stock stale too: the admin
 * counted from another number.
 * @returns false when it was stale
 * @throws Error with the database's sentence, for example of the MRP guard
 */
export async function changeInPlace(id: string, { column, was, now }: InPlace): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('products')
    .update({ [column]: now })
    .eq('id', id)
    .eq(column, was)
    .select('id')
  if (error) throw new Error(error.message, { cause: error })
  return data.length > 0
}
/** @returns the ids that were changed; someone else has already moved the others */
export const moveProducts = (ids: readonly string[], from: ProductState, to: ProductState): Promise<string[]> => moveRows('products', ids, from, to)
