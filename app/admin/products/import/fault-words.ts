import type { JudgedRow } from '#domain/product-import/judge-list.ts'
import type { Fault } from '#domain/product-import/read-row.ts'
import * as say from '#words/admin-import.ts'
import { csvLine, download } from '../../../data/admin/csv.ts'
import type { CsvValue } from '../../../data/admin/csv.ts'
import type { Refusal } from './run-import.ts'

export const expectedText = ({ code, limit = '' }: Fault): string => say.faults[code](String(limit))
export const columnText = ({ field }: Fault): string => (field === null ? say.wholeRow : say.fields[field])

const HEADS = [say.row, say.fields.sku, say.product, say.column, say.found, say.expected]

/** One line per error: its place, the value found and what is expected. */
export function faultLines(rows: readonly JudgedRow[], refusals: readonly Refusal[]): string {
  const lines: CsvValue[][] = rows.flatMap(({ row, sku, name, faults }) =>
    faults.map((fault) => [row, sku, name, columnText(fault), fault.found, expectedText(fault)]),
  )
  lines.push(...refusals.map(({ row, sku, name, message }) => [row, sku, name, say.wholeRow, '', message]))
  return [HEADS, ...lines.toSorted((a, b) => Number(a[0]) - Number(b[0]))].map(csvLine).join('')
}

export function downloadFaults(rows: readonly JudgedRow[], refusals: readonly Refusal[], listName: string): void {
  const text = `\uFEFF${faultLines(
    rows.filter(({ outcome }) => outcome === 'refused'),
    refusals,
  )}`
  download(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${listName.replace(/\.[^.]*$/, '')}-faulty-rows`)
}
