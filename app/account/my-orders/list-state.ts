import type { SetURLSearchParams } from 'react-router'

/** What of the list is shown. It lives in the address, so that Back from an order finds the list as it was left. */
export type ListState = { text: string; newestFirst: boolean; page: number }

export function readListState(params: URLSearchParams): ListState {
  const page = Number(params.get('page'))
  return { text: params.get('q') ?? '', newestFirst: params.get('sort') !== 'oldest', page: Number.isInteger(page) && page > 1 ? page : 1 }
}

/** The query of an address, with what is usual left out. */
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

/** @returns the rows of one page; pages count from 1 and stay between the first and the last */
export function pageOf<T>(rows: readonly T[], page: number, size: number): { rows: T[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(Math.max(1, page), pages)
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages }
}
