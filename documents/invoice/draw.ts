import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import { openPress } from '../press/press.ts'
import type { Turn } from '../press/press.ts'
import type { Copies } from './document-sheet.ts'
import type { BundleJob, InvoiceJob } from './drawer.ts'
import { createKeptDrawings } from './kept-drawings.ts'

/**
 * One PDF worker for the whole server: rendering is rare and fast (0.1 s for 15 lines, 0.8 s for 220), and a second process would
 * only compete with requests for the processor. The limit is forty waiting documents, because nobody would wait for more to finish.
 */
const press = openPress<InvoiceJob | BundleJob>({ script: new URL('drawer.ts', import.meta.url), limit: 40, idle: 30_000, patience: 30_000 })

/** Like `renderInvoicePdf`, but in the PDF worker, so that the server is not blocked. @throws PressError, Error */
export function drawInvoicePdf(contents: readonly InvoiceContent[], copies: Copies, turn: Turn = 'first'): Promise<Uint8Array> {
  return press.print({ contents, copies }, turn)
}

const kept = createKeptDrawings(32 * 1024 * 1024)

/**
 * Like `drawInvoicePdf`, but cached. For documents that are not records and may be requested repeatedly, such as a proforma: the
 * same content returns the same bytes.
 *
 * @param begin starts the rendering, or refuses it; not called when the file is already cached or being rendered
 */
export function drawKeptPdf(
  contents: readonly InvoiceContent[],
  copies: Copies,
  begin: (draw: (turn: Turn) => Promise<Uint8Array>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  return kept.get([contents, copies], () => begin((turn) => drawInvoicePdf(contents, copies, turn)))
}

/** Like `bundlePdfs`, but in the PDF worker. @throws PressError, Error */
export function drawBundle(files: readonly Uint8Array[]): Promise<Uint8Array> {
  return press.print({ files })
}
