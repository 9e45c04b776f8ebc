import type { CheckedRow } from '#domain/product-import/validate-list.ts'
import type { CellError } from '#domain/product-import/read-row.ts'
import * as say from '#words/admin-import.ts'
import { csvLine, download } from '../../../data/admin/csv.ts'
import type { CsvValue } from '../../../data/admin/csv.ts'
import type { Refusal } from './run-import.ts'

export const expectedText = ({ code, limit = '' }: CellError): string => say.cellErrors[code](String(limit))
export const columnText = ({ field }: CellError): string => (field === null ? say.wholeRow : say.fields[field])

const HEADS = [say.row, say.fields.sku, say.product, say.column, say.found, say.expected]

/** One line per error: its place, the value found and what is expected. */
export function errorLines(rows: readonly CheckedRow[], refusals: readonly Refusal[]): string {
  const lines: CsvValue[][] = rows.flatMap(({ row, sku, name, errors }) =>
    errors.map((error) => [row, sku, name, columnText(error), error.found, expectedText(error)]),
  )
  lines.push(...refusals.map(({ row, sku, name, message }) => [row, sku, name, say.wholeRow, '', message]))
  return [HEADS, ...lines.toSorted((a, b) => Number(a[0]) - Number(b[0]))].map(csvLine).join('')
}

export function downloadErrors(rows: readonly CheckedRow[], refusals: readonly Refusal[], listName: string): void {
  const text = `\uFEFF${errorLines(
    rows.filter(({ outcome }) => outcome === 'refused'),
    refusals,
  )}`
  download(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${listName.replace(/\.[^.]*$/, '')}-errors`)
}
