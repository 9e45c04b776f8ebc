/**
 * Reads a price list saved by a spreadsheet program, in any of the usual encodings and separators. It is read in slices, so that the screen stays responsive.
 */
import Papa from 'papaparse'
import { findHeading } from '#domain/product-import/heading-row.ts'
import * as say from '#words/admin-import.ts'
import { MOST_CELL, MOST_COLUMNS, MOST_ROWS } from './limits.ts'

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'
export type TableRow = { /** numbered like in a spreadsheet: the first line is row 1 */ row: number; cells: string[] }
export type Records = { records: TableRow[]; delimiter: string }

/**
 * Decodes bytes to text. A byte order mark decides; without one, zero bytes between letters mean UTF-16, and anything that is not valid UTF-8 is read as the
 * Windows code page that Excel still writes.
 */
export function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  const sample = bytes.subarray(0, 2000)
  const zeros = (odd: number) => sample.filter((byte, place) => byte === 0 && place % 2 === odd).length
  if (zeros(1) > sample.length / 4) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (zeros(0) > sample.length / 4) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

const SLICE = 128 * 1024 // characters: a few ms per slice

/**
 * Parses text into the records that have a value; empty lines are skipped, but counted in row numbers.
 *
 * @throws Error with a message for the admin when the list is too large; AbortError when the signal aborts
 */
export function readRecords(text: string, onProgress: (share: number) => void = () => undefined, signal?: AbortSignal): Promise<Records> {
  return new Promise((resolve, reject) => {
    const records: TableRow[] = []
    let line = 0
    const source = text.replace(/^\ufeff/, '')
    const delimiter = delimiterOf(source)
    const config: Papa.ParseLocalConfig<string[], Papa.LocalFile> = {
      delimiter,
      chunkSize: SLICE,
      chunk({ data, meta }, parser) {
        for (const cells of data) {
          line += 1
          if (cells.every((cell) => cell.trim() === '')) continue
          const reason = tooMuch(cells, records.length, line)
          if (reason !== null) {
            reject(new Error(reason))
            return parser.abort()
          }
          records.push({ row: line, cells })
        }
        onProgress(text.length === 0 ? 1 : Math.min(1, meta.cursor / text.length))
        if (signal?.aborted) return parser.abort()
        parser.pause()
        setTimeout(() => parser.resume())
      },
      complete() {
        if (signal?.aborted) reject(new DOMException('The file was left', 'AbortError'))
        else resolve({ records, delimiter })
      },
      error: reject,
    }
    // Its types allow slicing only for files, but it slices strings as well.
    Papa.parse<string[]>(source as unknown as File, config)
  })
}

function tooMuch(cells: readonly string[], before: number, line: number): string | null {
  if (before >= MOST_ROWS) return say.tooManyRows(MOST_ROWS)
  if (cells.length > MOST_COLUMNS && cells.findLastIndex((cell) => cell.trim() !== '') >= MOST_COLUMNS) return say.tooManyColumns(MOST_COLUMNS)
  return cells.some((cell) => cell.length > MOST_CELL) ? say.cellTooLong(line) : null
}

/**
 * The separator of the cells: the one with which the file has most known headings, and then the one that splits most of the first lines
 * into the same number of cells. A title line has one cell with any of them, and a description may contain each of them.
 */
function delimiterOf(text: string): string {
  const beginning = text.slice(0, 20_000)
  const scores = [',', ';', '\t', '|'].map((delimiter) => {
    const { data } = Papa.parse<string[]>(beginning, { delimiter, preview: 20, skipEmptyLines: 'greedy' })
    const widths = Map.groupBy(data, (cells) => cells.length)
    const even = Math.max(0, ...[...widths].map(([width, lines]) => (width - 1) * lines.length))
    return { delimiter, known: findHeading(data).known, even }
  })
  return scores.toSorted((a, b) => b.known - a.known || b.even - a.even)[0]?.delimiter ?? ','
}

/** Spreadsheets end rows with commas for empty columns; those are not cells. */
export function fitted(cells: readonly string[], width: number): string[] {
  const extra = cells.slice(width)
  return extra.every((cell) => cell.trim() === '') ? cells.slice(0, width) : [...cells]
}

/** 'Beauty India (final).csv' → 'beauty-india-final': the name of the list in generated SKUs. */
export const sourceOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'list'

/** Yields to the browser when the work has taken longer than a frame; `budget` in ms. */
export function yielder(budget = 12): () => Promise<void> | null {
  let since = performance.now()
  return () => {
    if (performance.now() - since < budget) return null
    return new Promise((resolve) =>
      setTimeout(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}
