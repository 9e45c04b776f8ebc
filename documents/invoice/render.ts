import { readFileSync } from 'node:fs'
import type { InvoiceContent } from '#domain/invoice-content.ts'
import { compileTypst } from '../typst/compile.ts'
import { documentSheet } from './document-sheet.ts'
import type { Look } from './document-sheet.ts'

let template: string | undefined

/**
 * Invoice, proforma, bill of supply, credit note or packing slip as a tagged A4 PDF (india.md).
 * Synchronous, about 20 ms for 15 lines. Throws Error when Typst refuses.
 */
export function renderInvoicePdf(content: InvoiceContent, look: Look): Uint8Array {
  template ??= readFileSync(new URL('invoice.typ', import.meta.url), 'utf8')
  return compileTypst(template, documentSheet(content, look))
}
