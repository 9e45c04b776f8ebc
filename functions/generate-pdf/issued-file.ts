import { drawInvoicePdf } from '#documents/invoice/draw.ts'
import type { Copies } from '#documents/invoice/document-sheet.ts'
import type { InvoiceContent } from '#domain/invoice-content.ts'
import type { FunctionContext } from '../context.ts'
import type { PdfRequest } from './pdf-request.ts'

export type IssuedType = Exclude<PdfRequest['documentType'], 'packingSlip'>

/** What is being drawn for the first time in this process. */
const drawing = new Map<string, Promise<Record<Copies, Uint8Array>>>()

/**
 * The bytes of an issued document, the same at every call: the first one makes the buyer's original and the set of all
 * marked copies, and both are kept. Two at once get the bytes of the one that was faster.
 *
 * The caller has shown before that this user may see the order: the desk asks no policies.
 *
 * @throws PressError when it cannot be drawn at this moment
 */
export async function issuedFile(
  { asOrderDesk }: Pick<FunctionContext, 'asOrderDesk'>,
  { orderId, documentType }: { orderId: string; documentType: IssuedType },
  copies: Copies,
  contents: readonly InvoiceContent[],
): Promise<Uint8Array> {
  const kept = await asOrderDesk((query) =>
    query<{ bytes: Uint8Array | null }>('select private.document_file($1, $2, $3) as bytes', [orderId, documentType, copies]),
  )
  if (kept[0]?.bytes) return kept[0].bytes
  const files = await drawOnce(`${orderId} ${documentType}`, contents)
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
function drawOnce(name: string, contents: readonly InvoiceContent[]): Promise<Record<Copies, Uint8Array>> {
  const under = drawing.get(name)
  if (under) return under
  const begun = Promise.all([drawInvoicePdf(contents, 'original'), drawInvoicePdf(contents, 'all')])
    .then(([original, all]) => ({ original, all }))
    .finally(() => drawing.delete(name))
  drawing.set(name, begun)
  return begun
}
