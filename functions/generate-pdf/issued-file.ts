import { drawInvoicePdf } from '#documents/invoice/draw.ts'
import type { Copies } from '#documents/invoice/document-sheet.ts'
import type { Turn } from '#documents/press/press.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { FunctionContext } from '../context.ts'
import type { PdfRequest } from './pdf-request.ts'

export type IssuedType = Exclude<PdfRequest['documentType'], 'packingSlip'>

/** What is being drawn for the first time in this process. */
const drawing = new Map<string, Promise<Files>>()

type Files = Record<Copies, Uint8Array>

/**
 * The bytes of an issued document, the same at every call: the first one makes the buyer's original and the set of all
 * marked copies, and both are kept. Two at once get the bytes of the one that was faster.
 *
 * The caller has shown before that this user may see the order: the desk asks no policies.
 *
 * @param begin begins the drawing, and may refuse it; without it the document is drawn before what customers ask for
 * @throws PressError when it cannot be drawn at this moment
 */
export async function issuedFile(
  { asOrderDesk }: Pick<FunctionContext, 'asOrderDesk'>,
  { orderId, documentType }: { orderId: string; documentType: IssuedType },
  copies: Copies,
  contents: readonly InvoiceContent[],
  begin: (draw: (turn: Turn) => Promise<Files>) => Promise<Files> = (draw) => draw('first'),
): Promise<Uint8Array> {
  const kept = await asOrderDesk((query) =>
    query<{ bytes: Uint8Array | null }>('select private.document_file($1, $2, $3) as bytes', [orderId, documentType, copies]),
  )
  if (kept[0]?.bytes) return kept[0].bytes
  const files = await drawOnce(`${orderId} ${documentType}`, () => begin((turn) => drawBoth(contents, turn)))
  const [made] = await asOrderDesk((query) =>
    query<{ bytes: Uint8Array }>('select private.keep_document_files($1, $2, $3, $4, $5) as bytes', [
      orderId,
      documentType,
      copies,
      Buffer.from(files.original),
      Buffer.from(files.all),
    ]),
  )
  if (!made) throw new Error(`The files of order ${orderId} were not kept`)
  return made.bytes
}

/** Ten who ask for one new document at the same moment wait for one drawing of it. */
function drawOnce(name: string, draw: () => Promise<Files>): Promise<Files> {
  const begun = drawing.get(name) ?? draw().finally(() => drawing.delete(name))
  drawing.set(name, begun)
  return begun
}

async function drawBoth(contents: readonly InvoiceContent[], turn: Turn): Promise<Files> {
  const [original, all] = await Promise.all([drawInvoicePdf(contents, 'original', turn), drawInvoicePdf(contents, 'all', turn)])
  return { original, all }
}
