import { renderInvoicePdf } from '#documents/invoice/render.ts'
import type { Copies } from '#documents/invoice/document-sheet.ts'
import type { InvoiceContent } from '#domain/invoice-content.ts'
import type { FunctionContext } from '../context.ts'
import type { PdfRequest } from './pdf-request.ts'

type IssuedType = Exclude<PdfRequest['documentType'], 'packingSlip'>

/**
 * The bytes of an issued document, the same at every call: the first one makes the buyer's original and the set of all
 * marked copies, and both are kept. Two at once get the bytes of the one that was faster.
 *
 * The caller has shown before that this user may see the order: the desk asks no policies.
 */
export async function issuedFile(
  context: FunctionContext,
  { orderId, documentType }: { orderId: string; documentType: IssuedType },
  copies: Copies,
  contents: readonly InvoiceContent[],
): Promise<Uint8Array> {
  const kept = await context.asOrderDesk((query) =>
    query<{ bytes: Uint8Array | null }>('select private.document_file($1, $2, $3) as bytes', [orderId, documentType, copies]),
  )
  if (kept[0]?.bytes) return kept[0].bytes
  const [original, all] = [renderInvoicePdf(contents, 'original'), renderInvoicePdf(contents, 'all')]
  const [made] = await context.asOrderDesk((query) =>
    query<{ bytes: Uint8Array }>('select private.keep_document_files($1, $2, $3, $4, $5) as bytes', [
      orderId,
      documentType,
      copies,
      Buffer.from(original),
      Buffer.from(all),
    ]),
  )
  if (!made) throw new Error(`The files of order ${orderId} were not kept`)
  return made.bytes
}
