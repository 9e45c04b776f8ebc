import Papa from 'papaparse'
import type { Sheet } from '#domain/gstr1/sheets.ts'

/** Text that a spreadsheet would execute as a formula, except negative amounts. */
const FORMULA = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r\n]/

/** A sheet as CSV for Excel: UTF-8 with a byte order mark, and formulas (such as a company name) escaped with a quote. */
export function csvOf({ headings, rows }: Sheet): string {
  return `\uFEFF${Papa.unparse([headings, ...rows], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`
}
