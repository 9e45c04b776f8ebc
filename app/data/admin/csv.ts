/**
 * Lists as CSV files. They are read in keyset pages, so that a hundred thousand rows block neither the shop nor the browser, and
 * written so that a spreadsheet shows the values as they are and runs nothing.
 */
import type { Page } from './keyset.ts'

export type CsvValue = string | number | boolean | null | undefined
export type CsvColumn<Row> = { label: string; value: (row: Row) => CsvValue }

/** Rows per request: with the extra row that shows whether more follow, this is the most that a backend returns (1,000). */
export const CSV_PAGE = 999

/** A spreadsheet reads a text that begins like this as a formula, even after spaces. An apostrophe makes it a text again (OWASP, CSV injection). */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

/** One field. Numbers are written as they are: a negative amount is no formula. */
export function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\n\r;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvField).join(',')}\r\n`

/** `signal` cancels an export; what was read by then is discarded. */
export type ExportOptions<Row> = {
  columns: readonly CsvColumn<Row>[]
  /** One page of the list, `CSV_PAGE` rows, with the screen's filters and sort. */
  read: (cursor: string | null) => Promise<Page<Row>>
  onProgress?: (rows: number) => void
  signal?: AbortSignal
}

/** The whole file: UTF-8 with a byte order mark, because Excel reads anything else in its own code page. Throws what a read throws. */
export async function writeCsv<Row>({ columns, read, onProgress, signal }: ExportOptions<Row>): Promise<{ file: Blob; rows: number }> {
  const parts: string[] = [`\uFEFF${csvLine(columns.map(({ label }) => label))}`]
  let rows = 0
  let cursor: string | null = null
  do {
    signal?.throwIfAborted()
    const page: Page<Row> = await read(cursor)
    parts.push(page.rows.map((row) => csvLine(columns.map(({ value }) => value(row)))).join(''))
    rows += page.rows.length
    cursor = page.next
    onProgress?.(rows)
  } while (cursor !== null)
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows }
}

/** Saves a file through the browser's downloads. `name` without its extension. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.csv`
  link.click()
  // Safari reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
