import { idsWithin, type CategoryNode } from '../../data/shop/categories.ts'
import { loadCategories } from '../../data/shop/categories.ts'
import type { ShopContext } from '../../data/api/context.ts'
import { nearProducts } from '../../data/shop/product-suggestions.ts'
import { countProducts, everything, listProducts, type ListedProduct, type ProductFacets } from '../../data/shop/products.ts'
import { type Filters, SEARCH_STEP, selectionOf } from './filters.ts'

const PAGE_SIZE = 12
const PHONE_PAGE_SIZE = 6

export type Listing = {
  ok: true
  products: ListedProduct[]
  total: number
  page: number
  pages: number
  facets: ProductFacets
  /** Near matches when no product contains the text (docs/rules.md#search). */
  near: { close: boolean; products: ListedProduct[] }
}

/** One page of the listing, with the counts of its filters. A page number beyond the last returns the last page. */
export async function loadListing({ db, isPhone }: Pick<ShopContext, 'db' | 'isPhone'>, filters: Filters, within: string[] | null = null): Promise<Listing> {
  const tree = filters.category.length > 0 ? flat(await loadCategories(db)) : []
  const asked = selectionOf(filters, (slug) => tree.filter((node) => node.slug === slug || node.name.toLowerCase() === slug).flatMap(idsWithin))
  const selection =
    within === null ? asked : { ...asked, categoryIds: asked.categoryIds === null ? within : asked.categoryIds.filter((id) => within.includes(id)) }

  const searching = filters.query !== ''
  const size = searching ? SEARCH_STEP : isPhone ? PHONE_PAGE_SIZE : PAGE_SIZE
  const from = searching ? 0 : (filters.page - 1) * size
  const [facets, first] = await Promise.all([countProducts(db, selection), listProducts(db, selection, from, searching ? filters.show : size)])
  const pages = searching ? 1 : Math.max(1, Math.ceil(facets.total / size))
  const page = Math.min(filters.page, pages)
  const products = first !== null && (first.length > 0 || page === filters.page) ? first : await listProducts(db, selection, (page - 1) * size, size)
  const near = searching && facets.total === 0 ? await comesClose(db, filters.query) : { close: false, products: [] }
  return { ok: true, products: products ?? [], total: facets.total, page, pages, facets, near }
}

const NEAR = 4

async function comesClose(db: ShopContext['db'], query: string): Promise<Listing['near']> {
  const close = await nearProducts(db, query, NEAR)
  if (close.length > 0) return { close: true, products: close }
  return { close: false, products: (await listProducts(db, { ...everything, sort: 'popular' }, 0, NEAR)) ?? [] }
}

export function flat(tree: CategoryNode[]): CategoryNode[] {
  return tree.flatMap((node) => [node, ...flat(node.subcategories)])
}
