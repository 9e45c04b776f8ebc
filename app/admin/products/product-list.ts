import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { categoryFinder } from '#domain/product-import/category-nodes.ts'
import type { CategoryNode } from '#domain/product-import/category-nodes.ts'
import * as say from '#words/admin-products.ts'
import { fetchCategoryNodes } from '../../data/admin/import.ts'
import { fetchProductValues, MISSING, PRODUCT_STATES, STOCK_FILTERS } from '../../data/admin/products.ts'
import type { Missing, ProductList } from '../../data/admin/products.ts'
import { readList } from '../ui/list-url.ts'
import type { Filter } from '../ui/list-url.ts'

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
  { name: say.runningOut, search: 'status=active&stock=out%2Clow&sort=stock.asc' },
  { name: say.featuredView, search: 'featured=yes' },
  { name: say.drafts, search: 'status=draft' },
  { name: say.incomplete, search: 'lacks=hsn%2Cpicture' },
]

export type ProductListState = {
  list: Omit<ProductList, 'cursor' | 'size'>
  cursor: string | null
  filters: Filter[]
  allCategories: CategoryNode[] | undefined
}

/** The list that the address describes. The valid values of brand, rate and category come from the shop; until they are loaded, the address is trusted. */
export function useProductList(): ProductListState {
  const [params] = useSearchParams()
  const allCategories = useQuery({ queryKey: ['admin-import-shelves'], queryFn: fetchCategoryNodes })
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
  const chosen = (name: string) => state.filters[name] ?? []
  return {
    filters,
    cursor: state.cursor,
    allCategories: allCategories.data,
    list: {
      search: state.search,
      states: chosen('status'),
      stock: chosen('stock'),
      categories: withBelow(chosen('category'), allCategories.data ?? []),
      brands: chosen('brand'),
      rates: chosen('gst').filter((value) => /^\d{1,3}(\.\d+)?$/.test(value)),
      featured: chosen('featured'),
      missing: chosen('lacks'),
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
