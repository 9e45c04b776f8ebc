/** The PDF worker process that documents/pdf-worker/pdf-worker.ts starts for invoices: renders one document at a time. */
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import { bundlePdfs } from '../bundle/render.ts'
import type { PdfPart } from '../bundle/render.ts'
import type { PdfWorkerAnswer } from '../pdf-worker/pdf-worker.ts'
import type { Copies } from './document-sheet.ts'
import { renderInvoicePdf } from './render.ts'

export type InvoiceJob = { contents: readonly InvoiceContent[]; copies: Copies }
/** PDFs that are already rendered and have to be joined. */
export type BundleJob = { parts: readonly PdfPart[] }

function run(job: InvoiceJob | BundleJob): PdfWorkerAnswer {
  try {
    return { pdf: 'parts' in job ? bundlePdfs(job.parts) : renderInvoicePdf(job.contents, job.copies) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

process.on('message', (job: InvoiceJob | BundleJob) => process.send?.(run(job)))
// The server has ended, so nothing waits for the result.
process.on('disconnect', () => process.exit())
