import { isBarcode } from '#domain/products/barcode.ts'
import { flat, idsWithin, loadCategories } from '../../data/shop/categories.ts'
import type { ShopContext } from '../../data/api/context.ts'
import { orThrow } from '../../data/api/read.ts'
import { nearProducts } from '../../data/shop/product-suggestions.ts'
import { countProducts, everything, listProducts, type ListedProduct, type ProductFacets } from '../../data/shop/products.ts'
import { type Filters, LIST_STEP, pagesShown, SEARCH_STEP, selectionOf } from './filters.ts'

const PAGE_SIZE = 12
const PHONE_PAGE_SIZE = 6

export type Listing = {
  ok: true
  products: ListedProduct[]
  total: number
  /** `total` is the least there are. */
  more: boolean
  page: number
  pages: number
  facets: ProductFacets
  /** Near matches when no product contains the text (docs/rules.md#search). */
  near: { close: boolean; products: ListedProduct[] }
}

/** What a loader of the listing returns. `stale`: the chosen list could not be fetched, this is the previous one. */
export type LoadedListing = { listing: Listing | { ok: false; message: string }; filters: Filters; stale?: boolean }

/** One page of the listing, with the counts of its filters. A page number beyond the last returns the last page. */
export async function loadListing({ db, isPhone }: Pick<ShopContext, 'db' | 'isPhone'>, filters: Filters, within: string[] | null = null): Promise<Listing> {
  const tree = filters.category.length > 0 ? flat(await loadCategories(db)) : []
  const asked = selectionOf(filters, (slug) => tree.filter((node) => node.slug === slug || node.name.toLowerCase() === slug).flatMap(idsWithin))
  const selection =
    within === null ? asked : { ...asked, categoryIds: asked.categoryIds === null ? within : asked.categoryIds.filter((id) => within.includes(id)) }

  const searching = filters.query !== ''
  // Search results in the grid grow on one page; the trade list grows by whole pages, from any page on.
  const growing = searching && !filters.list
  const size = filters.list ? LIST_STEP : searching ? SEARCH_STEP : isPhone ? PHONE_PAGE_SIZE : PAGE_SIZE
  const from = growing ? 0 : (filters.page - 1) * size
  const grouping = { grouped: !filters.list }
  const [facets, first] = await Promise.all([
    countProducts(db, selection, grouping),
    listProducts(db, selection, grouping, from, growing ? filters.show : filters.list ? size * pagesShown(filters) : size),
  ])
  const pages = growing ? 1 : Math.max(1, Math.ceil(facets.total / size))
  const page = Math.min(filters.page, pages)
  const products = first.length > 0 || page === filters.page ? first : await listProducts(db, selection, grouping, (page - 1) * size, size)
  if (searching && facets.total === 0 && (filters.list || isBarcode(filters.query))) {
    const named = await productsWithNumber(db, filters.query)
    if (named.length > 0)
      return { ok: true, products: named, total: named.length, more: false, page: 1, pages: 1, facets, near: { close: false, products: [] } }
  }
  const near = searching && facets.total === 0 ? await comesClose(db, filters.query) : { close: false, products: [] }
  return { ok: true, products, total: facets.total, more: facets.more?.total ?? false, page, pages, facets, near }
}

/** What a scanner reads or a shopkeeper types from a label: the whole SKU, or the barcode. */
async function productsWithNumber(db: ShopContext['db'], number: string): Promise<ListedProduct[]> {
  const found = orThrow(await db.rpc('match_order_lines', { p_terms: [number] }))
  return found.filter(({ matched }) => matched === 'sku' || matched === 'barcode').map(({ product }) => product)
}

const NEAR = 4

async function comesClose(db: ShopContext['db'], query: string): Promise<Listing['near']> {
  const close = await nearProducts(db, query, NEAR)
  if (close.length > 0) return { close: true, products: close }
  return { close: false, products: await listProducts(db, { ...everything, sort: 'popular' }, { grouped: true }, 0, NEAR) }
}
