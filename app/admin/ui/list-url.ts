/** The state of a list in its address: search, filters, sort and page survive Back, a reload and sharing the link. */
export type Filter = { name: string; label: string; options: readonly { value: string; label: string; /** how many rows have it */ count?: number }[] }
export type Sort = { by: string; ascending: boolean }
export type ListState = { search: string; filters: Record<string, string[]>; sort: Sort | null; cursor: string | null }

const CURSOR = 'page'
const SEARCH = 'q'
const SORT = 'sort'
const MAX_SEARCH = 120

/** Parses the address; invalid values are ignored. `sorts`: the sortable columns. */
export function readList(params: URLSearchParams, filters: readonly Filter[], sorts: readonly string[]): ListState {
  const [by = '', direction] = (params.get(SORT) ?? '').split('.')
  const chosen = filters.map(({ name, options }): [string, string[]] => {
    const values = (params.get(name) ?? '').split(',').filter((value) => options.some((option) => option.value === value))
    return [name, [...new Set(values)]]
  })
  return {
    search: (params.get(SEARCH) ?? '').trim().slice(0, MAX_SEARCH),
    filters: Object.fromEntries(chosen.filter(([, values]) => values.length > 0)),
    sort: sorts.includes(by) ? { by, ascending: direction !== 'desc' } : null,
    cursor: params.get(CURSOR),
  }
}

/** The address after a change; a changed list starts at its first page. */
function changed(params: URLSearchParams, change: (next: URLSearchParams) => void): URLSearchParams {
  const next = new URLSearchParams(params)
  change(next)
  next.delete(CURSOR)
  return next
}

const put = (next: URLSearchParams, name: string, value: string): void => (value === '' ? next.delete(name) : next.set(name, value))

export const withSearch = (params: URLSearchParams, search: string): URLSearchParams =>
  changed(params, (next) => put(next, SEARCH, search.trim().slice(0, MAX_SEARCH)))

export const withFilter = (params: URLSearchParams, name: string, values: readonly string[]): URLSearchParams =>
  changed(params, (next) => put(next, name, values.join(',')))

export const withSort = (params: URLSearchParams, sort: Sort | null): URLSearchParams =>
  changed(params, (next) => put(next, SORT, sort ? `${sort.by}.${sort.ascending ? 'asc' : 'desc'}` : ''))

/** Without search and filters; the sort order stays. `more`: names of the list's further filters. */
export const withoutFilters = (params: URLSearchParams, filters: readonly Filter[], more: readonly string[] = []): URLSearchParams =>
  changed(params, (next) => {
    for (const name of [SEARCH, ...filters.map((filter) => filter.name), ...more]) next.delete(name)
  })

export function withCursor(params: URLSearchParams, cursor: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  put(next, CURSOR, cursor ?? '')
  return next
}

/** The part of an address that a saved view contains: everything except the page. */
export const viewOf = (params: URLSearchParams): string => changed(params, () => undefined).toString()

/** A click on a column's heading: first its default order, then the reverse, then the list's own order. */
export function nextSort(current: Sort | null, by: string, firstAscending: boolean): Sort | null {
  if (current?.by !== by) return { by, ascending: firstAscending }
  return current.ascending === firstAscending ? { by, ascending: !firstAscending } : null
}
