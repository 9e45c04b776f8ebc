import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { categoryFinder } from '#domain/product-import/category-nodes.ts'
import type { CategoryNode } from '#domain/product-import/category-nodes.ts'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/admin-products.ts'
import { fetchCategoryNodes } from '../../data/admin/products/import.ts'
import { known } from '../../data/admin/known.ts'
import { fetchProductValues, MISSING, PRODUCT_STATES, STOCK_FILTERS } from '../../data/admin/products/products.ts'
import type { Missing, ProductList } from '../../data/admin/products/products.ts'
import { readList, withCursor } from '../ui/list-url.ts'
import type { Filter } from '../ui/list-url.ts'

/** The list's further names in the address: the family whose products it has, and whether families are one row. */
export const FAMILY = 'family'
const GROUP = 'group'
const BY_FAMILY = 'family'
export const SORTS = ['name', 'base_price', 'stock', 'units_sold', 'created_at']
const STATUS: Filter = { name: 'status', label: say.status, options: PRODUCT_STATES.map((value) => ({ value, label: say.states[value] })) }
const STOCK: Filter = { name: 'stock', label: say.stock, options: STOCK_FILTERS.map((value) => ({ value, label: say.stocks[value] })) }
const FEATURED: Filter = {
  name: 'featured',
  label: say.featured,
  options: [
    { value: 'yes', label: say.yes },
    { value: 'no', label: say.no },
  ],
}
const LACKS: Filter = {
  name: 'lacks',
  label: say.missing,
  options: (Object.keys(MISSING) as Missing[]).map((value) => ({ value, label: say.missings[value] })),
}
export const VIEWS = [
  { name: say.allProducts, search: '' },
  { name: say.onSale, search: 'status=active' },
  { name: say.runningOut, search: 'status=active&stock=short&sort=stock.asc' },
  { name: say.toReorder, search: 'status=active&stock=reorder&sort=stock.asc' },
  { name: say.featuredView, search: 'featured=yes' },
  { name: say.drafts, search: 'status=draft' },
  { name: say.incomplete, search: 'lacks=hsn%2Cpicture' },
]

/** The address of the other kind of list: with one row for each family, or with each product. */
export function withGroups(params: URLSearchParams, grouped: boolean): URLSearchParams {
  const next = withCursor(params, null)
  if (grouped) next.set(GROUP, BY_FAMILY)
  else next.delete(GROUP)
  return next
}

/** The address of the list with the products of one family, within the filters of this one. */
export function withFamily(params: URLSearchParams, id: string | null): URLSearchParams {
  const next = withGroups(params, false)
  if (id === null) next.delete(FAMILY)
  else next.set(FAMILY, id)
  return next
}

export type ProductListState = {
  list: Omit<ProductList, 'cursor' | 'size'>
  cursor: string | null
  /** one row for each family */
  grouped: boolean
  filters: Filter[]
  allCategories: CategoryNode[] | undefined
}

/** The list that the address describes. The valid values of brand, rate and category come from the shop; until they are loaded, the address is trusted. */
export function useProductList(): ProductListState {
  const [params] = useSearchParams()
  const allCategories = useQuery({ queryKey: ['admin-import-categories'], queryFn: fetchCategoryNodes })
  const values = useQuery({ queryKey: ['admin-products', 'values'], queryFn: fetchProductValues, staleTime: 60_000 })
  const filters = useMemo(() => {
    const asked = (name: string) => (params.get(name) ?? '').split(',').filter(Boolean)
    const believed = (name: string, options: Filter['options']): Filter['options'] => [
      ...options,
      ...asked(name)
        .filter((value) => !options.some((option) => option.value === value))
        .map((value) => ({ value, label: value })),
    ]
    const { pathText } = categoryFinder(allCategories.data ?? [])
    const categories = (allCategories.data ?? []).map(({ id }) => ({ value: id, label: pathText(id) })).toSorted((a, b) => a.label.localeCompare(b.label))
    const brands = (values.data?.brands ?? []).flatMap(({ value, count }) =>
      String(value).includes(',') ? [] : [{ value: String(value), label: String(value), count }],
    )
    const rates = (values.data?.rates ?? []).map(({ value, count }) => ({ value: String(value), label: say.rate(Number(value)), count }))
    return [
      STATUS,
      STOCK,
      { name: 'category', label: say.category, options: allCategories.data === undefined ? believed('category', []) : categories },
      { name: 'brand', label: say.brand, options: believed('brand', brands) },
      { name: 'gst', label: say.gst, options: values.data === undefined ? believed('gst', []) : rates },
      FEATURED,
      LACKS,
    ]
  }, [params, allCategories.data, values.data])
  const state = readList(params, filters, SORTS)
  const family = params.get(FAMILY)
  const chosen = (name: string) => state.filters[name] ?? []
  return {
    filters,
    cursor: state.cursor,
    grouped: params.get(GROUP) === BY_FAMILY,
    allCategories: allCategories.data,
    list: {
      search: state.search,
      states: known(chosen('status'), PRODUCT_STATES),
      stock: chosen('stock'),
      categories: withBelow(chosen('category'), allCategories.data ?? []),
      brands: chosen('brand'),
      rates: chosen('gst').flatMap((value) => (/^\d{1,3}(\.\d+)?$/.test(value) ? [Number(value)] : [])),
      featured: chosen('featured'),
      missing: chosen('lacks'),
      family: isUuid(family) ? family : null,
      sort: state.sort,
    },
  }
}

/** These categories and all their descendants. */
function withBelow(ids: readonly string[], allCategories: readonly CategoryNode[]): string[] {
  const all = new Set(ids)
  for (let size = -1; size !== all.size;) {
    size = all.size
    for (const { id, parent_id } of allCategories) if (parent_id !== null && all.has(parent_id)) all.add(id)
  }
  return [...all]
}
