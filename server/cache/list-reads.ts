/**
 * On which columns of products the lists of a page depend, of products that the page does not show too: read out of the requests that
 * its loaders make. So no loader has to say it, and none can forget to. Whatever is not known here depends on every column
 * (docs/decisions/0129-columns-that-lists-depend-on.md).
 */
import { PUBLIC_TABLES } from './public-tables.ts'

/**
 * Those that an announcement of the database names (supabase/schemas/71_public_reads.sql), but for `words`: only the error-tolerant search
 * reads them, and a page that uses it depends on every column.
 */
export const COLUMNS = ['price', 'name', 'brand', 'country', 'category', 'moq', 'stock', 'featured', 'family'] as const
type Column = (typeof COLUMNS)[number]

/** The arguments of list_products and product_facets by which products are chosen. */
const FILTERS: Readonly<Record<string, Column | null>> = {
  p_query: 'name',
  p_min: 'price',
  p_max: 'price',
  p_stock: 'stock',
  p_brand: 'brand',
  p_country: 'country',
  p_moq: 'moq',
  p_category: 'category',
  p_featured: 'featured',
  p_without: null,
  p_from: null,
  p_limit: null,
}
/** A card of a family has the place of its first member in stock. */
const LIST: Readonly<Record<string, Column | null>> = { ...FILTERS, p_grouped: 'family' }
/** Popularity is announced by nothing: the ranking follows sales by a minute. */
const SORTS: Readonly<Record<string, Column | null>> = { created_at: null, popular: null, price_asc: 'price', price_desc: 'price' }
/** The counts of the filter panel. Its price range is on no screen. */
const COUNTED: readonly Column[] = ['brand', 'country', 'category', 'moq', 'stock']
const COUNTS: Readonly<Record<string, Column | null>> = { ...FILTERS, p_grouped: null }

/** Of products and families with these ids, which the page then shows. */
const BY_ID = /^\/rest\/v1\/(products|product_families)$/
/**
 * No lists of products. A change of product_images is announced with its product, whose pages are dropped; a change of what else is shown
 * is announced by its table and drops everything.
 */
const OTHER: ReadonlySet<string> = new Set([...PUBLIC_TABLES, 'deleted_products', 'rpc/delivery_at', 'rpc/sees_shop'].map((name) => `/rest/v1/${name}`))
/** What chooses no other products than the ids do. */
const BESIDE_ID = /^(id|status|select|(\w+\.)?(order|limit|offset))$/

function argumentsOf(body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'string') return null
  const value: unknown = JSON.parse(body)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

function chosenBy(known: Readonly<Record<string, Column | null>>, body: unknown): Column[] | null {
  const columns: Column[] = []
  for (const [name, value] of Object.entries(argumentsOf(body) ?? { unknown: true })) {
    if (value === null || value === false || value === '') continue
    const [columnsOfNames, key] = name === 'p_sort' ? [SORTS, String(value)] : [known, name]
    const column = Object.hasOwn(columnsOfNames, key) ? columnsOfNames[key] : undefined
    if (column === undefined) return null
    if (column !== null) columns.push(column)
  }
  return columns
}

/** The columns on which the answer to one request depends; null: all. `body`: of a POST. */
export function columnsOf(url: string, body: unknown): readonly string[] | null {
  const parsed = URL.parse(url)
  if (!parsed) return null
  const { pathname, searchParams } = parsed
  if (BY_ID.test(pathname)) return /^(eq|in)\./.test(searchParams.get('id') ?? '') && [...searchParams.keys()].every((name) => BESIDE_ID.test(name)) ? [] : null
  // rows of another table may embed products
  if (OTHER.has(pathname)) return /\bproducts\b/.test(searchParams.get('select') ?? '') ? null : []
  if (searchParams.size > 0) return null
  if (pathname === '/rest/v1/rpc/list_products') return chosenBy(LIST, body)
  const counts = pathname === '/rest/v1/rpc/product_facets' ? chosenBy(COUNTS, body) : null
  return counts && [...COUNTED, ...counts]
}

/** What the requests of one page depend on together. */
export class ListReads {
  /** null: all columns, or no request is noted. */
  columns: ReadonlySet<string> | null = null

  /** `fetch`, which notes each request. */
  noting(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    this.columns = new Set()
    return (input, init) => {
      const columns = columnsOf(input instanceof Request ? input.url : String(input), init?.body)
      this.columns = columns && this.columns && new Set([...this.columns, ...columns])
      return fetch(input, init)
    }
  }
}
