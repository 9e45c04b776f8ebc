/** The back office's list of products: read by keyset, edited in place (docs/rules.md#back-office-edits). */
import type { FunctionRow, SelectedRow, TableUpdate } from '#supabase/database.ts'
import type { ProductValues } from '#supabase/results/products.ts'
import { STOCK_STATUS_BOUNDS } from '#domain/products/stock.ts'
import { decodeCursor, keysetPage, pageOf } from '../keyset.ts'
import type { Answered, Page, Pageable, SortKey } from '../keyset.ts'
import { moveRows } from '../save.ts'
import { readByIds } from '../../api/by-ids.ts'
import { fetchCosts } from './costs.ts'
import { loadSupabase } from '../../api/supabase.ts'
import type { SupabaseClient } from '../../api/supabase.ts'

export const PRODUCT_STATES = ['active', 'draft', 'archived'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]
/** By the labels of the shop; `short`: at the reorder level or below ten; `reorder`: at a reorder level. */
export const STOCK_FILTERS = ['out', 'low', 'in', 'short', 'reorder'] as const
export type StockFilter = (typeof STOCK_FILTERS)[number]

const COLUMNS =
  'id,sku,name,brand,image_url,image_thumbhash,price,retail_price,base_price,mrp,gst_percent,hsn,stock,units_sold,min_order_quantity,pricing_tiers,is_featured,unit,net_quantity,weight_grams,reorder_level,running_out,country_of_origin,status,created_at,category_id,category:categories(name),family_id,family:product_families(name,options,category_id,gst_percent,hsn)'
/** Additional columns of the export: the long texts. */
const EXPORTED = `${COLUMNS},value_1,value_2,value_3,description,generic_name,manufacturer,best_before,barcode,ingredients,how_to_use` as const
/** Prices in rupees as the API has them. `base_price` is the price of the first unit before tiers (docs/rules.md#base-price-and-tiers). */
export type AdminProduct = SelectedRow<'products', typeof COLUMNS>
/** `values`: the names of its values in its family, in the order of the family's options; `cost`: rupees for one unit excluding GST. */
type StoredExport = SelectedRow<'products', typeof EXPORTED>
export type ExportedProduct = StoredExport & { values: string[]; cost: number | null }
/** A row of the grouped list: a single product, or a family with the sums of its products. Prices in rupees. */
export type ProductGroup = FunctionRow<'admin_product_groups'>
export type ProductSort = 'name' | 'base_price' | 'stock' | 'units_sold'
export type ProductList = {
  search: string
  states: readonly ProductState[]
  stock: readonly string[]
  /** ids of categories, including those below them */
  categories: readonly string[]
  brands: readonly string[]
  /** percent */
  rates: readonly number[]
  featured: readonly string[]
  missing: readonly string[]
  /** id of a family: only its products */
  family: string | null
  sort: { by: string; ascending: boolean } | null
  cursor: string | null
  size: number
}

/** What a product may lack, and the column that shows it. */
export const MISSING = { hsn: 'hsn', picture: 'image_url', category: 'category_id', mrp: 'mrp', brand: 'brand' } as const
export type Missing = keyof typeof MISSING
const BOUNDS: Record<Exclude<StockFilter, 'short' | 'reorder'>, { from: number; to: number | null }> = {
  out: STOCK_STATUS_BOUNDS.out_of_stock,
  low: STOCK_STATUS_BOUNDS.low_stock,
  in: STOCK_STATUS_BOUNDS.in_stock,
}

const ESTIMATED = { count: 'estimated' } as const

/** A page of products, newest first unless sorted. The search covers name, SKU, brand, HSN and barcode. */
export async function fetchAdminProducts(list: ProductList): Promise<Page<AdminProduct>> {
  const client = await loadSupabase()
  const find = async (): Promise<Page<AdminProduct>> => foundPage(list, await searched(client, list).select(COLUMNS))
  if (list.search !== '') return find()
  if (asksForLow(list)) {
    const [page, count] = await Promise.all([find(), list.cursor === null ? countAsked(client, list) : null])
    return { ...page, count }
  }
  return listedPage(list, client.from('products').select(COLUMNS, ESTIMATED))
}
/** @param withCosts whether the caller may read costs */
export async function fetchExportedProducts(list: ProductList, withCosts: boolean): Promise<Page<ExportedProduct>> {
  const client = await loadSupabase()
  const page: Page<StoredExport> =
    list.search === ''
      ? await listedPage(list, client.from('products').select(EXPORTED, ESTIMATED))
      : foundPage(list, await searched(client, list).select(EXPORTED))
  const idsOf = ({ value_1, value_2, value_3 }: StoredExport) => [value_1, value_2, value_3].filter((id) => id !== null)
  const values = await readByIds([...new Set(page.rows.flatMap(idsOf))], async (ids) => {
    const { data, error } = await client.from('product_family_values').select('id,name').in('id', ids)
    if (error) throw new Error(error.message, { cause: error })
    return data
  })
  const names = new Map(values.map(({ id, name }) => [id, name]))
  const costs = withCosts ? await fetchCosts(page.rows.map(({ id }) => id)) : new Map<string, number>()
  return { ...page, rows: page.rows.map((row) => ({ ...row, values: idsOf(row).map((id) => names.get(id) ?? ''), cost: costs.get(row.id) ?? null })) }
}

function pagingOf({ sort, cursor, size }: ProductList): { sort: [SortKey, SortKey]; cursor: string | null; size: number } {
  const first: SortKey = sort ? { column: sort.by, ascending: sort.ascending } : { column: 'created_at', ascending: false }
  return { sort: [first, { column: 'id', ascending: true }], cursor, size }
}
const lackingOf = ({ missing }: ProductList) => missing.flatMap((value) => (value in MISSING ? [MISSING[value as Missing]] : []))
/** As conditions of a request. */
const RUNNING = { short: 'running_out.is.true', reorder: 'and(running_out.is.true,reorder_level.not.is.null)' } as const
const runningOf = ({ stock }: ProductList) => stock.flatMap((value) => (value in RUNNING ? [value as keyof typeof RUNNING] : []))
const boundsOf = ({ stock }: ProductList) => stock.flatMap((value) => (value in BOUNDS ? [BOUNDS[value as keyof typeof BOUNDS]] : []))

/** Stock is in no index: what is running out is read from a list of it, by the functions (supabase/schemas/23_search_products_of_staff.sql). */
const asksForLow = ({ stock }: ProductList) => stock.length > 0 && stock.every((value) => value !== 'in' && (value in RUNNING || value in BOUNDS))

/** What the functions of the list are asked: the list's filters, its sort and the row to go on from. */
function askedOf(list: ProductList) {
  const { search, states, categories, brands, rates, featured, family, size } = list
  const { sort, cursor } = pagingOf(list)
  const [first] = sort
  const from = decodeCursor(cursor, sort.length)
  const lacking = lackingOf(list)
  const bounds = boundsOf(list)
  const running = runningOf(list)
  return {
    p_search: search,
    p_filters: {
      ...(states.length > 0 && { status: states }),
      ...(categories.length > 0 && { category: categories }),
      ...(brands.length > 0 && { brand: brands }),
      ...(rates.length > 0 && { gst: rates }),
      ...(family !== null && { family: [family] }),
      ...(featured.length === 1 && { featured: featured[0] === 'yes' }),
      ...(lacking.length > 0 && { missing: lacking }),
      ...(bounds.length > 0 && { stock: bounds.map(({ from: least, to }) => [least, to]) }),
      ...(running.length > 0 && { running }),
    },
    p_sort: first.column,
    p_ascending: first.ascending,
    p_cursor: from?.values ?? null,
    p_backwards: from?.direction === 'before',
    p_limit: size + 1,
  }
}

/** The index for a text search cannot be used by a query behind row policies: the function filters and pages. */
function searched(client: SupabaseClient, list: ProductList) {
  const asked = askedOf(list)
  return client.rpc('admin_products', asked).order(asked.p_sort, { ascending: asked.p_ascending }).order('id')
}

/** Rows of the whole list, exact up to 100,000. */
async function countAsked(client: SupabaseClient, list: ProductList): Promise<number> {
  const { p_search, p_filters } = askedOf(list)
  const { data, error } = await client.rpc('admin_product_count', { p_search, p_filters })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

function foundPage<Row extends object>(
  list: ProductList,
  { data, error }: { data: Row[] | null; error: { message: string } | null },
  count: number | null = null,
): Page<Row> {
  if (error) throw new Error(error.message, { cause: error })
  const { sort, cursor, size } = pagingOf(list)
  return pageOf(data ?? [], { sort, from: decodeCursor(cursor, sort.length), size, count })
}

/** A page of the list with one row for each family. `count`: rows of the whole list, exact. */
export async function fetchProductGroups(list: ProductList): Promise<Page<ProductGroup>> {
  const client = await loadSupabase()
  const asked = askedOf(list)
  const answer = await client.rpc('admin_product_groups', asked).order(asked.p_sort, { ascending: asked.p_ascending }).order('id')
  return foundPage(list, answer, answer.data?.[0]?.total ?? 0)
}

/** The part of a query builder that the filters need; the builders of the official client have it. */
type Filterable<Q> = { in(column: string, values: readonly (string | number)[]): Q; is(column: string, value: boolean): Q; or(filters: string): Q }

function listedPage<Row extends object, Q extends Filterable<Q> & Pageable<Q> & Answered<Row>>(list: ProductList, all: Q): Promise<Page<Row>> {
  const { states, categories, brands, rates, featured, family } = list
  const lacking = lackingOf(list)
  const bounds = boundsOf(list)
  const running = runningOf(list)
  let query = all
  if (states.length > 0) query = query.in('status', states)
  if (categories.length > 0) query = query.in('category_id', categories)
  if (brands.length > 0) query = query.in('brand', brands)
  if (rates.length > 0) query = query.in('gst_percent', rates)
  if (family !== null) query = query.in('family_id', [family])
  if (featured.length === 1) query = query.is('is_featured', featured[0] === 'yes')
  if (lacking.length > 0) query = query.or(lacking.map((column) => `${column}.is.null`).join())
  if (bounds.length + running.length > 0) {
    const within = bounds.map(({ from, to }) => (to === null ? `stock.gte.${from}` : `and(stock.gte.${from},stock.lte.${to})`))
    query = query.or([...within, ...running.map((one) => RUNNING[one])].join())
  }
  return keysetPage<Row, Q>(query, pagingOf(list))
}

/** All brands and GST rates, each with its number of products. */
export async function fetchProductValues(): Promise<ProductValues> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('product_values')
  if (error) throw new Error(error.message, { cause: error })
  return data
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
  const changes: TableUpdate<'products'> = { [column]: now }
  const { data, error } = await client.from('products').update(changes).eq('id', id).eq(column, was).select('id')
  if (error) throw new Error(error.message, { cause: error })
  return data.length > 0
}
/** @returns the ids that were changed; someone else has already moved the others */
export const moveProducts = (ids: readonly string[], from: ProductState, to: ProductState): Promise<string[]> =>
  moveRows(ids, from, (client) => client.from('products').update({ status: to }).select('id'))
