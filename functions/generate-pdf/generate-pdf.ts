import { bundleInWorker, renderCachedInvoice } from '#documents/invoice/render-in-worker.ts'
import { PdfWorkerError, type Turn } from '#documents/pdf-worker/pdf-worker.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readJsonObject } from '../request-body.ts'
import { checkPdfRequest } from './pdf-request.ts'
import type { PdfRequest, PrintedCopies } from './pdf-request.ts'
import { printedPart, storedCopies } from './printed-copies.ts'
import { readDocument } from './read-document.ts'

/** Long enough to open it, too short to pass on (docs/rules.md#documents-of-an-order). */
const URL_SECONDS = 60

const refuse = (status: number, error: string, headers: Record<string, string> = {}) => jsonAnswer(status, { success: false, error }, headers)

/**
 * POST /functions/v1/generate-pdf (docs/rules.md#documents-of-an-order).
 *
 * @returns `download`: 200 base64 as text/plain · `store`: 200 `{ success, url, error: null }` with a signed URL ·
 * else `{ success: false, error }` with 400, 401, 403, 404, 405, or 503 if it cannot be rendered at the moment
 */
export const generatePdf: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { success: false, error: 'Use POST' }, { allow: 'POST' })
  if (!context.user) return refuse(401, 'User not authenticated')
  const checked = checkPdfRequest(await readJsonObject(request))
  if (!checked.ok) return refuse(400, checked.error)
  const read = await readDocument(context, checked.request)
  if (!read.ok) return refuse(read.status, read.error)
  // the copies for transporter and supplier are for the shop only
  const copies = checked.request.copies ?? (read.isAdmin ? 'all' : 'original')
  if (copies !== 'original' && !read.isAdmin) return refuse(403, 'The copies for transporter and supplier are for admins')
  const pdf = await pdfOf(context, copies, read).catch((error: unknown) => {
    if (error instanceof PdfWorkerError) return error
    throw error
  })
  if (pdf instanceof PdfWorkerError) {
    context.log('warn', 'generate-pdf: Failed to render a document', { orderId: checked.request.orderId, reason: pdf.message })
    return refuse(503, pdf.message, { 'retry-after': String(pdf.retryAfter) })
  }
  return checked.request.type === 'store' ? storeDocument(context, checked.request, copies, pdf) : downloadAnswer(pdf)
}

/**
 * Proformas and packing slips show the current order; issued documents come from the stored facts. Customers' documents are
 * rendered with fair queueing, after those for mails and staff.
 */
async function pdfOf(
  context: FunctionContext,
  copies: PrintedCopies,
  { contents, fileId, isAdmin }: { contents: InvoiceContent[]; fileId: string | null; isAdmin: boolean },
): Promise<Uint8Array> {
  const begin = <Files>(render: (turn: Turn) => Promise<Files>): Promise<Files> => (isAdmin ? render('first') : context.inDocumentShare(() => render('later')))
  if (fileId === null) return renderCachedInvoice(contents, storedCopies(copies), begin)
  const part = await printedPart(context, fileId, copies, contents, begin)
  return part.pages ? bundleInWorker([part]) : part.file
}

const SUFFIX: Record<PrintedCopies, string> = { original: '', pair: '-pair', all: '-copies' }

async function storeDocument(
  { storage }: FunctionContext,
  { orderId, documentType, fileId }: PdfRequest,
  copies: PrintedCopies,
  pdf: Uint8Array,
): Promise<Response> {
  // The shop's version has more copies: it must not replace the customer's file behind a URL already handed out.
  const key = `${orderId}/${documentType}${fileId === null ? '' : `-${fileId}`}${SUFFIX[copies]}.pdf`
  await storage.put('documents', key, pdf, 'application/pdf')
  return jsonAnswer(200, { success: true, url: await storage.signedUrl('documents', key, URL_SECONDS), error: null })
}

/** Base64 as text, not application/pdf: the client would return a Blob, but the app expects a string. */
function downloadAnswer(pdf: Uint8Array): Response {
  return new Response(Buffer.from(pdf).toString('base64'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
