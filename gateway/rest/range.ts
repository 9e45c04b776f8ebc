import { ApiError } from '../core/errors.ts'

/** A page: rows from `offset`, at most `limit` (null: all). */
export type Page = { readonly limit: number | null; readonly offset: number }

function outOfRange(details: string): ApiError {
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', { details })
}

/** `Range: 0-9` (items, not bytes) as a page; null when there is none or it is of another unit. */
export function parseRangeHeader(range: string | null): Page | null {
  const found = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(range?.trim() ?? '')
  if (!found) return null
  const first = Number(found[1])
  if (found[2] === undefined) return { offset: first, limit: null }
  const last = Number(found[2])
  if (last < first) throw outOfRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  return { offset: first, limit: last - first + 1 }
}

export function atLeastZero(what: 'Limit' | 'Offset', value: number): number {
  if (value < 0) throw outOfRange(`${what} should be greater than or equal to zero.`)
  return value
}

/** limit/offset of the query, intersected with the Range header and the server's own most. */
export function intersect(query: { limit: number | null; offset: number }, header: Page | null, maxRows: number | null): Page {
  const { limit, offset } = query
  const start = Math.max(offset, header?.offset ?? 0)
  const ends = [
    limit === null ? Infinity : offset + limit,
    header?.limit == null ? Infinity : header.offset + header.limit,
    maxRows === null ? Infinity : start + maxRows,
  ]
  const end = Math.min(...ends)
  if (end === Infinity) return { offset: start, limit: null }
  if (end < start) throw outOfRange('The Range header and limit/offset have no row in common.')
  return { offset: start, limit: end - start }
}

/** `0-11/100`; `*` for an empty page or an unknown total. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows > 0 ? `${offset}-${offset + rows - 1}` : '*'
  return `${range}/${total ?? '*'}`
}

/** 206 only when the total is known and larger than the page; an offset past a known total is refused. */
export function rangeStatus(offset: number, rows: number, total: number | null): 200 | 206 {
  if (total === null) return 200
  if (offset > total) throw outOfRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  return rows < total ? 206 : 200
}
