import { guessColumns, headingPlace } from '#domain/remittances/columns.ts'
import type { RemittanceField } from '#domain/remittances/columns.ts'
import { MOST_ROWS } from '#domain/remittances/read-rows.ts'
import { tidyText } from '#domain/product-import/tidy-text.ts'
import * as say from '#words/admin-remittances.ts'
import { decode, readRecords } from '../../../products/import/read-file.ts'
import type { TableRow } from '../../../products/import/read-file.ts'

/** Five thousand rows of twenty columns have less than a megabyte: a larger file is another one. */
const LARGEST = 5 * 1024 * 1024

/** A courier's file: its headings, the rows below them, and the guessed columns. */
export type LoadedFile = { name: string; headings: string[]; lines: TableRow[]; columns: (RemittanceField | null)[] }

/** @throws Error with a sentence for staff */
export async function loadFile(file: File): Promise<LoadedFile> {
  if (file.size > LARGEST) throw new Error(say.tooLarge)
  const { text } = decode(new Uint8Array(await file.arrayBuffer()))
  const { records } = await readRecords(text)
  const at = headingPlace(records)
  const headings = (records[at]?.cells ?? []).map((cell) => tidyText(cell).slice(0, 80))
  const lines = records.slice(at + 1)
  if (lines.length === 0) throw new Error(say.emptyFile)
  if (lines.length > MOST_ROWS) throw new Error(say.tooManyRows)
  return { name: file.name, headings, lines, columns: guessColumns(headings) }
}
