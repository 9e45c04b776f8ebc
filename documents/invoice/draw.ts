import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import { openPress } from '../press/press.ts'
import type { Turn } from '../press/press.ts'
import type { Copies } from './document-sheet.ts'
import type { BundleJob, InvoiceJob } from './drawer.ts'
import { createKeptDrawings } from './kept-drawings.ts'

/**
 * One process for the whole server: drawing is rare and quick (0.1 s for 15 lines, 0.8 s for 220), and a second one would
 * only take the processor from buyers. Behind forty waiting documents nobody would wait to the end.
 */
const press = openPress<InvoiceJob | BundleJob>({ script: new URL('drawer.ts', import.meta.url), limit: 40, idle: 30_000, patience: 30_000 })

/** The bytes of `renderInvoicePdf`, drawn beside the server instead of in its way. @throws PressError, Error */
export function drawInvoicePdf(contents: readonly InvoiceContent[], copies: Copies, turn: Turn = 'first'): Promise<Uint8Array> {
  return press.print({ contents, copies }, turn)
}

const kept = createKeptDrawings(32 * 1024 * 1024)

/**
 * The same for what is no record and may be asked for again and again, as a proforma: as long as it shows the same, the
 * bytes of the last time are answered.
 *
 * @param begin begins the drawing, and may refuse it: nobody waits for a turn to get what is there already
 */
export function drawKeptPdf(
  contents: readonly InvoiceContent[],
  copies: Copies,
  begin: (draw: (turn: Turn) => Promise<Uint8Array>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  return kept.get([contents, copies], () => begin((turn) => drawInvoicePdf(contents, copies, turn)))
}

/** The bytes of `bundlePdfs`, drawn beside the server. @throws PressError, Error */
export function drawBundle(files: readonly Uint8Array[]): Promise<Uint8Array> {
  return press.print({ files })
}
