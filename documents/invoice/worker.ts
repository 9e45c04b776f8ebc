/** The PDF worker process that documents/pdf-worker/pdf-worker.ts starts: renders one document at a time. */
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { ShippingLabel } from '#domain/documents/shipping-label.ts'
import { bundlePdfs } from '../bundle/render.ts'
import type { PdfPart } from '../bundle/render.ts'
import type { PdfWorkerAnswer } from '../pdf-worker/pdf-worker.ts'
import type { Copies } from './document-sheet.ts'
import { renderLabels } from '../labels/render.ts'
import type { LabelForm } from '../labels/render.ts'
import { renderPickList } from '../pick-list/render.ts'
import type { PickListSheet } from '../pick-list/render.ts'
import { renderInvoicePdf } from './render.ts'

export type InvoiceJob = { contents: readonly InvoiceContent[]; copies: Copies }
export type LabelJob = { labels: readonly ShippingLabel[]; form: LabelForm }
export type PickListJob = { pickList: PickListSheet }
/** PDFs that are already rendered and have to be joined. */
export type BundleJob = { parts: readonly PdfPart[] }

export type Job = InvoiceJob | LabelJob | PickListJob | BundleJob

function render(job: Job): Uint8Array {
  if ('parts' in job) return bundlePdfs(job.parts)
  if ('labels' in job) return renderLabels(job.labels, job.form)
  if ('pickList' in job) return renderPickList(job.pickList)
  return renderInvoicePdf(job.contents, job.copies)
}

function run(job: Job): PdfWorkerAnswer {
  try {
    return { pdf: render(job) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

process.on('message', (job: Job) => process.send?.(run(job)))
// The server has ended, so nothing waits for the result.
process.on('disconnect', () => process.exit())
