/**
 * Pages of long lists without counting or skipping: the next page begins after the last row of this one (lists that count and skip get
 * slower with every page). The cursor is a text for the URL; a malicious or outdated one is ignored.
 */
export type SortKey = { column: string; ascending: boolean; /** whether the column may be null; nulls come last */ nullable?: boolean }
export type CursorValue = string | number | boolean | null
export type Cursor = { direction: 'after' | 'before'; values: CursorValue[] }
/** `next`, `previous`: cursors as texts, null at the ends. `count`: rows of the whole list, an estimate for long lists. */
export type Page<Row> = { rows: Row[]; next: string | null; previous: string | null; count: number | null }

export const encodeCursor = (cursor: Cursor): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify([cursor.direction === 'after' ? 1 : 0, ...cursor.values]))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '')

/** @param width number of values in the list's sort: a cursor of another sort is rejected */
export function decodeCursor(text: string | null, width: number): Cursor | null {
  if (!text || text.length > 2000) return null
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (!Array.isArray(parsed) || parsed.length !== width + 1 || (parsed[0] !== 0 && parsed[0] !== 1)) return null
    const values: unknown[] = parsed.slice(1)
    if (!values.every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value))) return null
    return { direction: parsed[0] === 1 ? 'after' : 'before', values: values as CursorValue[] }
  } catch {
    return null
  }
}

/** A value inside `or=(…)`: quoted, because commas, dots and brackets have a meaning there (docs/api.md#rest). */
const quoted = (value: CursorValue): string => `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/**
 * The condition for rows after the cursor, as the text of one `or` filter: the first column is further on, or it is equal and the
 * second column is further on, and so on. `reversed`: rows before the cursor instead.
 */
export function keysetFilter(sort: readonly SortKey[], values: readonly CursorValue[], reversed: boolean): string {
  const cases: string[] = []
  for (const [place, key] of sort.entries()) {
    const equal = sort.slice(0, place).map(({ column }, before) => same(column, values[before] ?? null))
    for (const further of furtherOn(key, values[place] ?? null, reversed)) {
      cases.push(equal.length === 0 ? further : `and(${[...equal, further].join(',')})`)
    }
  }
  return cases.join(',')
}

const same = (column: string, value: CursorValue): string => (value === null ? `${column}.is.null` : `${column}.eq.${quoted(value)}`)

/** Nulls come last in the order; read backwards they come first. */
function furtherOn({ column, ascending, nullable }: SortKey, value: CursorValue, reversed: boolean): string[] {
  if (value === null) return reversed ? [`${column}.not.is.null`] : []
  const operator = ascending === reversed ? 'lt' : 'gt'
  const cases = [`${column}.${operator}.${quoted(value)}`]
  return nullable === true && !reversed ? [...cases, `${column}.is.null`] : cases
}

/** The part of a query builder that paging needs; the builders of the official client have it. */
export type Pageable<Q> = {
  or(filters: string): Q
  filter(column: string, operator: string, value: unknown): Q
  order(column: string, options: { ascending: boolean; nullsFirst?: boolean }): Q
  limit(count: number): Q
}
export type Answered<Row> = PromiseLike<{ data: Row[] | null; error: { message: string; code: string } | null; count: number | null }>

/**
 * Reads one page. `query` has its columns and filters, and asks for `count: 'estimated'` where a count is shown; the last key of
 * `sort` must be unique (the id). It reads one row more than `size`, to know whether the list goes on.
 * @throws Error with the API's error as its cause
 */
export async function keysetPage<Row extends object, Q extends Pageable<Q> & Answered<Row>>(
  query: Q,
  { sort, cursor, size }: { sort: readonly SortKey[]; cursor: string | null; size: number },
): Promise<Page<Row>> {
  const from = decodeCursor(cursor, sort.length)
  const reversed = from?.direction === 'before'
  let paged = query
  if (from) {
    paged = paged.or(keysetFilter(sort, from.values, reversed))
    const [first] = sort
    const value = from.values[0] ?? null
    // The database cannot derive an index range from the alternatives above; this repeats the condition for the first column alone.
    if (first && first.nullable !== true && value !== null) paged = paged.filter(first.column, first.ascending === reversed ? 'lte' : 'gte', value)
  }
  // Only nullable columns say where nulls go: 'desc nulls last' does not match the order of an index created with 'desc'.
  for (const { column, ascending, nullable } of sort)
    paged = paged.order(column, { ascending: ascending !== reversed, ...(nullable === true ? { nullsFirst: reversed } : {}) })
  const { data, error, count } = await paged.limit(size + 1)
  if (error) throw new Error(error.message, { cause: error })
  // With a cursor the API counts the remaining rows, not the list.
  return pageOf(reversed ? (data ?? []).toReversed() : (data ?? []), { sort, from, size, count: from ? null : count })
}

/** Cuts the page from `read`: rows in the list's order, one more than `size` of them where the list goes on. */
export function pageOf<Row extends object>(
  read: Row[],
  { sort, from, size, count }: { sort: readonly SortKey[]; from: Cursor | null; size: number; count: number | null },
): Page<Row> {
  const reversed = from?.direction === 'before'
  const more = read.length > size
  const rows = reversed ? read.slice(-size) : read.slice(0, size)
  const at = (row: Row | undefined, direction: Cursor['direction']): string | null =>
    row === undefined ? null : encodeCursor({ direction, values: sort.map(({ column }) => (row as Record<string, CursorValue>)[column] ?? null) })
  return {
    rows,
    next: more || (reversed && from) ? at(rows.at(-1), 'after') : null,
    previous: from && (reversed ? more : true) ? at(rows[0], 'before') : null,
    count,
  }
}
