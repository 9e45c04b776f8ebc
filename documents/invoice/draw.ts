import type { InvoiceContent } from '#domain/invoice-content.ts'
import { openPress } from '../press/press.ts'
import type { Copies } from './document-sheet.ts'
import type { BundleJob, InvoiceJob } from './drawer.ts'

/**
 * One process for the whole server: drawing is rare and quick (0.1 s for 15 lines, 0.8 s for 220), and a second one would
 * only take the processor from buyers. Behind forty waiting documents somebody would wait longer than he will.
 */
const press = openPress<InvoiceJob | BundleJob>({ script: new URL('drawer.ts', import.meta.url), limit: 40, idle: 30_000, patience: 30_000 })

/** The bytes of `renderInvoicePdf`, drawn beside the server instead of in its way. @throws PressError, Error */
export function drawInvoicePdf(contents: readonly InvoiceContent[], copies: Copies): Promise<Uint8Array> {
  return press.print({ contents, copies })
}

/** The bytes of `bundlePdfs`, drawn beside the server. @throws PressError, Error */
export function drawBundle(files: readonly Uint8Array[]): Promise<Uint8Array> {
  return press.print({ files })
}
