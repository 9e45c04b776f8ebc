import Papa from 'papaparse'

export const COLUMNS = ['product', 'category', 'sub_category', 'brand', 'sale_price', 'market_price', 'type', 'rating'] as const
type Column = (typeof COLUMNS)[number]

/** One record of the list as written; `row` counts records from 1, without the header. */
export type RawRow = { row: number; cells: Record<Column, string> }
export type Refused = { row: number; name: string; reason: string }
export type ReadList = { rows: RawRow[]; refused: Refused[] }

/** Reads the CSV text. Throws an error with a sentence if it is not this list; rejects broken records and keeps the others. */
export function readList(text: string): ReadList {
  const parsed = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' })
  const [heading = [], ...records] = parsed.data
  const missing = COLUMNS.filter((column) => !heading.includes(column))
  if (missing.length > 0)
    throw new Error(`The list has no column ${missing.map((column) => `"${column}"`).join(', ')}; its heading is: ${heading.join(', ') || 'empty'}`)
  const places = COLUMNS.map((column) => [column, heading.indexOf(column)] as const)
  const rows: RawRow[] = []
  const refused: Refused[] = []
  for (const [k, record] of records.entries()) {
    if (record.length === heading.length) {
      rows.push({ row: k + 1, cells: Object.fromEntries(places.map(([column, place]) => [column, record[place] ?? ''])) as RawRow['cells'] })
    } else {
      refused.push({ row: k + 1, name: record[0] ?? '', reason: `has ${record.length} cells where the heading has ${heading.length}` })
    }
  }
  return { rows, refused }
}
