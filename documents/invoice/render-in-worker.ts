import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { ShippingLabel } from '#domain/documents/shipping-label.ts'
import type { LabelForm } from '../labels/render.ts'
import type { PickListSheet } from '../pick-list/render.ts'
import type { PdfPart } from '../bundle/render.ts'
import { createPdfWorker } from '../pdf-worker/pdf-worker.ts'
import type { Turn } from '../pdf-worker/pdf-worker.ts'
import type { Copies } from './document-sheet.ts'
import type { Job } from './worker.ts'
import { createPdfCache } from './pdf-cache.ts'

/**
 * One PDF worker for the whole server: rendering is rare and fast (0.1 s for 15 lines, 0.8 s for 220), and a second process would
 * only compete with requests for the processor. The limit is forty waiting documents, because a request behind more would time out.
 */
const pdfWorker = createPdfWorker<Job>({ script: new URL('worker.ts', import.meta.url), limit: 40, idle: 30_000, patience: 30_000 })

/** Like `renderInvoicePdf`, but in the PDF worker, so that the server is not blocked. @throws PdfWorkerError, Error */
export function renderInvoiceInWorker(contents: readonly InvoiceContent[], copies: Copies, turn: Turn = 'first'): Promise<Uint8Array> {
  return pdfWorker.render({ contents, copies }, turn)
}

const cache = createPdfCache(32 * 1024 * 1024)

/**
 * Like `renderInvoiceInWorker`, but cached. For documents that are not records and may be requested repeatedly, such as a proforma: the
 * same content returns the same bytes.
 *
 * @param begin starts the rendering, or refuses it; not called when the file is already cached or being rendered
 */
export function renderCachedInvoice(
  contents: readonly InvoiceContent[],
  copies: Copies,
  begin: (render: (turn: Turn) => Promise<Uint8Array>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  return cache.get([contents, copies], () => begin((turn) => renderInvoiceInWorker(contents, copies, turn)))
}

/** Like `bundlePdfs`, but in the PDF worker. @throws PdfWorkerError, Error */
export function bundleInWorker(parts: readonly PdfPart[]): Promise<Uint8Array> {
  return pdfWorker.render({ parts })
}

/** Like `renderLabels`, but in the PDF worker. @throws PdfWorkerError, Error */
export function renderLabelsInWorker(labels: readonly ShippingLabel[], form: LabelForm): Promise<Uint8Array> {
  return pdfWorker.render({ labels, form })
}

/** Like `renderPickList`, but in the PDF worker. @throws PdfWorkerError, Error */
export function renderPickListInWorker(pickList: PickListSheet): Promise<Uint8Array> {
  return pdfWorker.render({ pickList })
}
