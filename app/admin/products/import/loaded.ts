import type { Dialect } from '#domain/product-import/dialects.ts'
import { dialectOf, guessFields } from '#domain/product-import/guess-fields.ts'
import type { ImportField } from '#domain/product-import/fields.ts'
import { findHeading, tableFrom } from '#domain/product-import/heading-row.ts'
import * as say from '#words/admin-import.ts'
import { LARGEST_CSV, LARGEST_WORKBOOK } from './limits.ts'
import type { Options } from './options.ts'
import { decode, fitted, readRecords, sourceOf } from './read-file.ts'
import type { TableRow } from './read-file.ts'
import { recall } from './remembered.ts'
import { readWorkbook } from './workbook/read-workbook.ts'
import { WorkbookError } from './workbook/workbook-error.ts'

export type Remark = 'sure' | 'likely' | 'remembered' | 'oneValue' | 'allEmpty' | null
/** A file that was read. `format`: its encoding, or that it is a workbook; `sheets` is empty for a text file. */
export type FileRecords = { file: File; format: string; sheets: string[]; sheet: number; records: TableRow[] }
/** The list in a file, and the detected fields of its columns. `heading`: the place of its headings among the records. */
export type Loaded = FileRecords & {
  name: string
  heading: number
  headings: string[]
  rows: TableRow[]
  above: number
  below: number
  /** the system whose export it is */
  dialect: Dialect | null
  samples: string[][]
  remarks: Remark[]
}
export type Begun = { loaded: Loaded; fields: (ImportField | null)[]; options: Partial<Options> }

const SHOWN_SAMPLES = 2

/**
 * @param sheet the place of the sheet of a workbook; null: the one with the best known headings
 * @throws Error with a message for the admin
 */
export async function loadFile(file: File, onProgress: (share: number) => void, signal: AbortSignal, sheet: number | null = null): Promise<Begun> {
  const read = await recordsOf(file, onProgress, signal, sheet)
  const begun = listFrom(read, findHeading(read.records.map(({ cells }) => cells)).at)
  // One sheet of several may be empty: then the admin chooses another.
  if (begun.loaded.rows.length === 0 && read.sheets.length < 2) throw new Error(say.emptyFile)
  return begun
}

/** The rows of a CSV file or workbook. @throws Error with a message for the admin */
export async function recordsOf(file: File, onProgress: (share: number) => void, signal: AbortSignal, sheet: number | null): Promise<FileRecords> {
  if (file.size > LARGEST_CSV) throw new Error(say.tooLarge)
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new Error(say.unreadable)
    }),
  )
  // A workbook is a ZIP archive; an old or a protected one is a compound file.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new Error(say.workbookErrors.protected)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    if (file.size > LARGEST_WORKBOOK) throw new Error(say.workbookErrors.size)
    const {
      rows,
      sheets,
      sheet: chosen,
    } = await readWorkbook(bytes, sheet, signal).catch((error: unknown) => {
      if (!(error instanceof WorkbookError)) throw error
      throw new Error(error.reason === 'cell' ? say.cellTooLong(error.row ?? 0) : say.workbookErrors[error.reason])
    })
    return { file, format: say.workbook, sheets, sheet: chosen, records: rows }
  }
  const { text, encoding } = decode(bytes)
  const { records, delimiter } = await readRecords(text, onProgress, signal)
  return { file, format: say.textFormat(encoding, delimiter), sheets: [], sheet: 0, records }
}

/** @param heading the place of the headings among the records */
export function listFrom(read: FileRecords, heading: number): Begun {
  const table = tableFrom(read.records, heading)
  const width = table.headings.length
  const rows = table.rows.map(({ row, cells }) => ({ row, cells: fitted(read.sheets.length > 0 ? padded(cells, width) : cells, width) }))
  const kept = recall(table.headings)
  const columns = table.headings.map((_, place) => valuesOf(rows, place))
  const guesses = guessFields(table.headings, (place) => columns[place]?.length === 0)
  const remarks = table.headings.map((_, place): Remark => {
    const values = columns[place]
    if (values?.length === 0) return 'allEmpty'
    if (kept) return kept.fields[place] ? 'remembered' : null
    if (guesses[place]?.field) return guesses[place].sure ? 'sure' : 'likely'
    return values?.length === 1 && rows.length > 1 ? 'oneValue' : null
  })
  return {
    loaded: {
      ...read,
      ...table,
      rows,
      heading,
      dialect: dialectOf(table.headings),
      name: read.file.name,
      samples: columns.map((values) => values.slice(0, SHOWN_SAMPLES)),
      remarks,
    },
    fields: kept?.fields ?? guesses.map(({ field }) => field),
    options: { source: sourceOf(read.file.name), ...kept?.options },
  }
}

/** For staff who may not read costs: a column of costs is not imported. */
export const withoutCosts = (begun: Begun): Begun => ({
  ...begun,
  loaded: { ...begun.loaded, remarks: begun.loaded.remarks.map((remark, place) => (begun.fields[place] === 'cost' ? null : remark)) },
  fields: begun.fields.map((field) => (field === 'cost' ? null : field)),
})

/** A sheet has no short rows: what is missing at the end of one is empty. */
const padded = (cells: readonly string[], width: number): string[] => [...cells, ...Array.from({ length: Math.max(0, width - cells.length) }, () => '')]

/** The first distinct values of a column: enough to see whether it has one or several. */
function valuesOf(rows: readonly TableRow[], place: number): string[] {
  const values: string[] = []
  for (const { cells } of rows) {
    const value = (cells[place] ?? '').trim()
    if (value !== '' && !values.includes(value)) values.push(value)
    if (values.length === SHOWN_SAMPLES) break
  }
  return values
}
