import { renderInvoiceInWorker } from '#documents/invoice/render-in-worker.ts'
import type { Copies } from '#documents/invoice/document-sheet.ts'
import type { Turn } from '#documents/pdf-worker/pdf-worker.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { FunctionContext } from '../context.ts'

/** The part of a select that reads what the portal answered for the document `d`. */
export const E_INVOICE_OF_DOCUMENT = `(select jsonb_build_object('irn', e.irn, 'ack_no', e.ack_no, 'ack_at', e.ack_at, 'signed_qr', e.signed_qr, 'cancelled_at', e.cancelled_at)
    from public.e_invoices e where e.document_id = d.id) as e_invoices`

/** Documents being rendered for the first time in this process. */
const pending = new Map<string, Promise<Files>>()

type Files = Record<Copies, Uint8Array>

/**
 * The bytes of an issued document, identical at every call: the first call renders and stores the customer's original and the
 * set of all marked copies. Once the document has an IRN, a second rendition with it is rendered and stored beside the first. Of two concurrent calls both get the bytes of the faster one.
 *
 * The caller must have checked that this user may see the order: the order service bypasses policies.
 *
 * @param begin starts the rendering and may refuse it; by default it is rendered before customers' requests
 * @throws PdfWorkerError if it cannot be rendered at the moment
 */
export async function issuedFile(
  { asOrderService }: Pick<FunctionContext, 'asOrderService'>,
  fileId: string,
  copies: Copies,
  contents: readonly InvoiceContent[],
  begin: (render: (turn: Turn) => Promise<Files>) => Promise<Files> = (render) => render('first'),
): Promise<Uint8Array> {
  const irns = irnsOf(contents)
  const stored = await asOrderService((query) =>
    query<{ bytes: Uint8Array | null }>('select private.document_file($1, $2, $3) as bytes', [fileId, copies, irns]),
  )
  if (stored[0]?.bytes) return stored[0].bytes
  const files = await renderOnce(`${fileId} ${irns}`, () => begin((turn) => renderBoth(contents, turn)))
  const [made] = await asOrderService((query) =>
    query<{ bytes: Uint8Array }>('select private.keep_document_files($1, $2, $3, $4, $5) as bytes', [
      fileId,
      copies,
      Buffer.from(files.original),
      Buffer.from(files.all),
      irns,
    ]),
  )
  if (!made) throw new Error(`The file ${fileId} was not stored`)
  return made.bytes
}

/** As `private.file_irns` names the rendition: '' as issued. */
const irnsOf = (contents: readonly InvoiceContent[]): string =>
  contents
    .flatMap(({ einvoice }) => (einvoice ? [einvoice.irn] : []))
    .sort()
    .join(',')

/** Concurrent requests for one new document share one rendering. */
function renderOnce(name: string, render: () => Promise<Files>): Promise<Files> {
  const begun = pending.get(name) ?? render().finally(() => pending.delete(name))
  pending.set(name, begun)
  return begun
}

async function renderBoth(contents: readonly InvoiceContent[], turn: Turn): Promise<Files> {
  const [original, all] = await Promise.all([renderInvoiceInWorker(contents, 'original', turn), renderInvoiceInWorker(contents, 'all', turn)])
  return { original, all }
}
