import { readFileSync } from 'node:fs'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import { compileTypst } from '../typst/compile.ts'
import { documentSheet } from './document-sheet.ts'
import type { Copies } from './document-sheet.ts'

let template: string | undefined

/**
 * Renders invoices, a proforma, bills of supply, credit notes or a packing slip as one tagged A4 PDF (docs/india.md#gst-documents): the
 * documents one after the other, each in its marked copies, each copy with page numbers of its own.
 * Synchronous, about 20 ms for 15 lines. Throws Error when Typst fails, RangeError without any document.
 */
export function renderInvoicePdf(contents: readonly InvoiceContent[], copies: Copies): Uint8Array {
  if (contents.length === 0) throw new RangeError('There is nothing to print')
  template ??= readFileSync(new URL('invoice.typ', import.meta.url), 'utf8')
  return compileTypst(template, { sheets: contents.map((content) => documentSheet(content, copies)) })
}
