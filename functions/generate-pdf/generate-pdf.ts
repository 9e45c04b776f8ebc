import type { Copies } from '#documents/invoice/document-sheet.ts'
import { drawInvoicePdf } from '#documents/invoice/draw.ts'
import { PressError } from '#documents/press/press.ts'
import type { InvoiceContent } from '#domain/invoice-content.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readJsonObject } from '../request-body.ts'
import { checkPdfRequest } from './pdf-request.ts'
import type { PdfRequest } from './pdf-request.ts'
import { issuedFile } from './issued-file.ts'
import { readDocument } from './read-document.ts'

/** Ruling 15: long enough to open it, too short to pass on. */
const URL_SECONDS = 60

const refuse = (status: number, error: string) => jsonAnswer(status, { success: false, error })

/**
 * POST /functions/v1/generate-pdf (specification 7, ruling 15).
 *
 * @returns `download`: 200 base64 as text/plain · `store`: 200 `{ success, url, error: null }` with a signed URL ·
 * else `{ success: false, error }` with 400, 401, 403, 404, 405, or 503 when it cannot be drawn at this moment
 */
export const generatePdf: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { success: false, error: 'Use POST' }, { allow: 'POST' })
  if (!context.user) return refuse(401, 'User not authenticated')
  const checked = checkPdfRequest(await readJsonObject(request))
  if (!checked.ok) return refuse(400, checked.error)
  const read = await readDocument(context, context.user.id, checked.request)
  if (!read.ok) return refuse(read.status, read.error)
  // the copies for transporter and supplier are the shop's own
  const copies = checked.request.copies ?? (read.isAdmin ? 'all' : 'original')
  if (copies === 'all' && !read.isAdmin) return refuse(403, 'The copies for transporter and supplier are for admins')
  const pdf = await pdfOf(context, checked.request, copies, read).catch((error: unknown) => {
    if (error instanceof PressError) return error
    throw error
  })
  if (pdf instanceof PressError) {
    context.log('warn', 'a document was not drawn', { orderId: checked.request.orderId, reason: pdf.message })
    return refuse(503, pdf.message)
  }
  return checked.request.type === 'store' ? storeDocument(context, checked.request, copies, pdf) : downloadAnswer(pdf)
}

/** A proforma and a packing slip show the order as it stands and are made anew; what was issued comes from the records. */
function pdfOf(
  context: FunctionContext,
  { orderId, documentType }: PdfRequest,
  copies: Copies,
  { contents, issued }: { contents: InvoiceContent[]; issued: boolean },
): Promise<Uint8Array> {
  if (documentType === 'packingSlip' || !issued) return drawInvoicePdf(contents, copies)
  return issuedFile(context, { orderId, documentType }, copies, contents)
}

async function storeDocument({ storage }: FunctionContext, { orderId, documentType }: PdfRequest, copies: Copies, pdf: Uint8Array): Promise<Response> {
  // The shop's print has more copies: it must not replace the customer's under a URL already handed out.
  const key = `${orderId}/${documentType}${copies === 'all' ? '-copies' : ''}.pdf`
  await storage.put('documents', key, pdf, 'application/pdf')
  return jsonAnswer(200, { success: true, url: await storage.signedUrl('documents', key, URL_SECONDS), error: null })
}

/** Base64 as text, not application/pdf: the client would hand that on as a Blob, and the specification reads a string. */
function downloadAnswer(pdf: Uint8Array): Response {
  return new Response(Buffer.from(pdf).toString('base64'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
