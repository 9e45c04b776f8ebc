import { guessFields } from '#domain/product-import/fields.ts'
import type { ImportField } from '#domain/product-import/fields.ts'
import * as say from '#words/admin-import.ts'
import { decode, readTable, sourceOf } from './read-file.ts'
import type { Table } from './read-file.ts'
import { recall } from './remembered.ts'
import type { Options } from './options.ts'

export type Remark = 'sure' | 'likely' | 'remembered' | 'oneValue' | 'allEmpty' | null
/** A file that was read, and the detected fields of its columns. */
export type Loaded = Table & { name: string; encoding: string; samples: string[][]; remarks: Remark[] }
export type Begun = { loaded: Loaded; fields: (ImportField | null)[]; options: Partial<Options> }

const LARGEST = 60 * 1024 * 1024
const SHOWN_SAMPLES = 2

/** @throws Error with a message for the admin */
export async function loadFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Begun> {
  if (file.size > LARGEST) throw new Error(say.tooLarge)
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new Error(say.unreadable)
    }),
  )
  // An Excel workbook is a ZIP archive, an old one a compound file.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)) throw new Error(say.notCsv)
  const { text, encoding } = decode(bytes)
  const table = await readTable(text, onProgress, signal)
  if (table.rows.length === 0) throw new Error(say.emptyFile)
  const kept = recall(table.headings)
  const guesses = guessFields(table.headings)
  const columns = table.headings.map((_, place) => valuesOf(table, place))
  const remarks = table.headings.map((_, place): Remark => {
    const values = columns[place]
    if (values?.length === 0) return 'allEmpty'
    if (kept) return kept.fields[place] ? 'remembered' : null
    if (guesses[place]?.field) return guesses[place].sure ? 'sure' : 'likely'
    return values?.length === 1 && table.rows.length > 1 ? 'oneValue' : null
  })
  return {
    loaded: { ...table, name: file.name, encoding, samples: columns.map((values) => values.slice(0, SHOWN_SAMPLES)), remarks },
    fields: kept?.fields ?? guesses.map(({ field }) => field),
    options: { source: sourceOf(file.name), ...kept?.options },
  }
}

/** The first distinct values of a column: enough to see whether it has one or several. */
function valuesOf({ rows }: Table, place: number): string[] {
  const values: string[] = []
  for (const { cells } of rows) {
    const value = (cells[place] ?? '').trim()
    if (value !== '' && !values.includes(value)) values.push(value)
    if (values.length === SHOWN_SAMPLES) break
  }
  return values
}
