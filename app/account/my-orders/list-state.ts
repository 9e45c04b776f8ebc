import type { SetURLSearchParams } from 'react-router'

/** Search, order and page of the list. They are in the URL, so that Back from an order returns to the same list. */
export type ListState = { text: string; newestFirst: boolean; page: number }

export function readListState(params: URLSearchParams): ListState {
  const page = Number(params.get('page'))
  return { text: params.get('q') ?? '', newestFirst: params.get('sort') !== 'oldest', page: Number.isInteger(page) && page > 1 ? page : 1 }
}

/** The query of the URL, without defaults. */
export function listQuery({ text, newestFirst, page }: ListState): string {
  const params = new URLSearchParams()
  if (text !== '') params.set('q', text)
  if (!newestFirst) params.set('sort', 'oldest')
  if (page > 1) params.set('page', String(page))
  return params.size === 0 ? '' : `?${params}`
}

export function writeListState(set: SetURLSearchParams, state: ListState): void {
  set(listQuery(state), { replace: true, preventScrollReset: true })
}

/** @returns the rows of one page; `page` counts from 1 and is limited to the existing pages */
export function pageOf<T>(rows: readonly T[], page: number, size: number): { rows: T[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(Math.max(1, page), pages)
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages }
}
