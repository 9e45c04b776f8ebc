import { isStockStatus, type StockStatus } from '#domain/products/stock.ts'
import * as say from '#words/products.tsx'
import type { ProductSelection, ProductSort } from '../../data/shop/products.ts'

/** The complete state of the listing; it exists only in the address. */
export type Filters = {
  query: string
  /** Slugs of categories and sub-categories. */
  category: string[]
  /** Rupees. null: the slider is at its end (docs/rules.md#filters-and-sorting). */
  min: number | null
  max: number | null
  stock: StockStatus[]
  moq: number | null
  brand: string[]
  country: string[]
  sort: ProductSort
  page: number
  /** How many products are shown: results of a search in the grid (docs/rules.md#search), rows of the trade list from its page on. */
  show: number
  /** The trade list instead of the grid (docs/decisions/0057-trade-list.md). */
  list: boolean
}

export const PRICE_FLOOR = 0
export const PRICE_CEILING = 1000
export const PRICE_STEP = 10
export const SEARCH_STEP = 20
const SEARCH_MOST = 200
/** A page of the trade list, on every device: a row needs a fifth of a card's height. */
export const LIST_STEP = 36
/** So many pages may be below each other; then the list goes on at another address. */
export const LIST_MOST = 5

export const sorts: { value: ProductSort; label: string }[] = [
  { value: 'created_at', label: say.newest },
  { value: 'price_asc', label: say.priceLowToHigh },
  { value: 'price_desc', label: say.priceHighToLow },
  { value: 'popular', label: say.mostPopular },
]
export const stockChoices: { value: StockStatus; label: string }[] = [
  { value: 'in_stock', label: say.inStock },
  { value: 'low_stock', label: say.lowStock },
  { value: 'out_of_stock', label: say.outOfStock },
]
export const moqChoices = [
  { value: 1, label: say.oneUnit },
  { value: 6, label: say.upTo6Units },
  { value: 12, label: say.upTo12Units },
]

/** Parses any address, including hand-written ones; invalid values are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const [min, max] = inOrder(price(params.get('min')), price(params.get('max')))
  const sort = sorts.find(({ value }) => value === params.getAll('sort').at(-1))?.value ?? 'created_at'
  const moq = moqChoices.find(({ value }) => String(value) === params.get('moq'))?.value ?? null
  return {
    query: (params.get('q') ?? '').trim().slice(0, 100),
    category: [...new Set(list(params, 'category').map((slug) => slug.toLowerCase()))],
    min: min !== null && min > PRICE_FLOOR ? min : null,
    max: max !== null && max < PRICE_CEILING ? max : null,
    stock: list(params, 'stock').filter(isStockStatus),
    moq,
    brand: list(params, 'brand'),
    country: list(params, 'country'),
    sort,
    page: Math.max(1, whole(params.get('page')) ?? 1),
    show: Math.min(SEARCH_MOST, Math.max(SEARCH_STEP, whole(params.get('show')) ?? SEARCH_STEP)),
    list: params.get('view') === 'list',
  }
}

/** How many pages of the trade list are shown below each other. */
export const pagesShown = ({ show }: Pick<Filters, 'show'>): number => Math.min(LIST_MOST, Math.max(1, Math.floor(show / LIST_STEP)))

/** The grid without search, sort or filter except one category: a list that search engines may index. */
export function isWhole({ query, category, min, max, stock, moq, brand, country, sort, list }: Filters): boolean {
  const filtered = min !== null || max !== null || moq !== null || stock.length + brand.length + country.length > 0
  return !list && query === '' && category.length <= 1 && !filtered && sort === 'created_at'
}

/** The shortest address of a state. */
export function filtersPath(filters: Partial<Filters>, path = '/products'): string {
  const params = new URLSearchParams()
  if (filters.list) params.set('view', 'list')
  if (filters.query) params.set('q', filters.query)
  for (const name of ['category', 'stock', 'brand', 'country'] as const) for (const value of filters[name] ?? []) params.append(name, value)
  if (filters.min != null) params.set('min', String(filters.min))
  if (filters.max != null) params.set('max', String(filters.max))
  if (filters.moq != null) params.set('moq', String(filters.moq))
  if (filters.sort && filters.sort !== 'created_at') params.set('sort', filters.sort)
  if (filters.page && filters.page > 1) params.set('page', String(filters.page))
  if (filters.show && filters.show > SEARCH_STEP) params.set('show', String(filters.show))
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The same search and sort order without any filters. */
export function cleared(filters: Filters): Filters {
  return { ...filters, category: [], min: null, max: null, stock: [], moq: null, brand: [], country: [], page: 1, show: SEARCH_STEP }
}

export type Chip = { label: string; without: Filters }

/** One chip per choice, each with the state without it. `nameOf` returns a category's name for its slug. */
export function chipsOf(filters: Filters, nameOf: (slug: string) => string): Chip[] {
  const first = { ...filters, page: 1, show: SEARCH_STEP }
  const oneLess = (name: 'category' | 'brand' | 'country', label: (value: string) => string): Chip[] =>
    filters[name].map((value) => ({ label: label(value), without: { ...first, [name]: filters[name].filter((other) => other !== value) } }))
  const chips = oneLess('category', nameOf)
  if (filters.min !== null || filters.max !== null) chips.push({ label: priceLabel(filters.min, filters.max), without: { ...first, min: null, max: null } })
  for (const value of filters.stock) {
    chips.push({
      label: stockChoices.find((choice) => choice.value === value)?.label ?? value,
      without: { ...first, stock: filters.stock.filter((other) => other !== value) },
    })
  }
  if (filters.moq !== null) {
    chips.push({
      label: say.minimumOrderOf(moqChoices.find(({ value }) => value === filters.moq)?.label ?? String(filters.moq)),
      without: { ...first, moq: null },
    })
  }
  return [...chips, ...oneLess('brand', String), ...oneLess('country', String)]
}

function priceLabel(min: number | null, max: number | null): string {
  if (min === null) return max === null ? '' : say.upTo(max)
  return max === null ? say.andAbove(min) : say.fromTo(min, max)
}

/** The database query of a state. Unknown slugs select nothing, rather than everything. */
export function selectionOf(filters: Filters, idsOf: (slug: string) => string[]): ProductSelection {
  const { query, category, min, max, stock, moq, brand, country, sort } = filters
  return { query, categoryIds: category.length > 0 ? [...new Set(category.flatMap(idsOf))] : null, min, max, stock, moq, brand, country, sort }
}

/** 700 to 100 means 100 to 700. */
function inOrder(min: number | null, max: number | null): [number | null, number | null] {
  return min !== null && max !== null && min > max ? [max, min] : [min, max]
}

function list(params: URLSearchParams, name: string): string[] {
  return [
    ...new Set(
      params
        .getAll(name)
        .map((value) => value.trim())
        .filter((value) => value !== ''),
    ),
  ].slice(0, 50)
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** Parses an amount as typed, '₹1,250' or '99.5', to rupees. */
function price(text: string | null): number | null {
  const digits = (text ?? '').replace(/[₹,\s]/g, '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(digits) ? Number(digits) : null
}
