import { ApiError } from '../../core/errors.ts'

/** A page: rows from `offset`, at most `limit` (null: all). */
export type Page = { readonly limit: number | null; readonly offset: number }

function outOfRange(details: string): ApiError {
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', { details })
}

/** Parses `Range: 0-9` (items, not bytes); null if absent or in another unit. Throws 416 PGRST103. */
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

/** Intersects limit/offset of the query, the Range header and the server's row limit. Throws 416 PGRST103. */
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
  if (end < start) throw outOfRange('The Range header and limit/offset do not overlap.')
  return { offset: start, limit: end - start }
}

/** `0-11/100`; `*` for an empty page or an unknown total. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows > 0 ? `${offset}-${offset + rows - 1}` : '*'
  return `${range}/${total ?? '*'}`
}

/** 206 if the total is known and larger than the page. Throws 416 for an offset beyond a known total. */
export function rangeStatus(offset: number, rows: number, total: number | null): 200 | 206 {
  if (total === null) return 200
  if (offset > total) throw outOfRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  return rows < total ? 206 : 200
}
