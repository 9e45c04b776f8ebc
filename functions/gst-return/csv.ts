import Papa from 'papaparse'
import type { Sheet } from '#domain/gstr1/sheets.ts'

/** What a spreadsheet would run as a formula; a negative amount is none. */
const FORMULA = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r\n]/

/** A sheet as Excel opens it by a double click: UTF-8 with its mark, and a quote before what would be a formula (a company may be called so). */
export function csvOf({ headings, rows }: Sheet): string {
  return `\uFEFF${Papa.unparse([headings, ...rows], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`
}
