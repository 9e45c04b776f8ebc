import * as v from 'valibot'
import { bundleInWorker, renderInvoiceInWorker } from '#documents/invoice/render-in-worker.ts'
import type { PdfPart } from '#documents/bundle/render.ts'
import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { PRINTED_COPIES, printedPart } from '../generate-pdf/printed-copies.ts'
import type { PrintedCopies } from '../generate-pdf/printed-copies.ts'
import { readDocument } from '../generate-pdf/read-document.ts'
import { checkBody, fieldsOf, uuid } from '../check-body.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { readJsonObject } from '../request-body.ts'

/** More would block the renderer for customers: rendering fifty new invoices of three copies takes about ten seconds. */
export const MOST_ORDERS = 50
const TYPES = ['packingSlip', 'invoice'] as const
type PaperType = (typeof TYPES)[number]
const IDS = 'orderIds must be a list of ids of orders'
const REQUEST = fieldsOf({
  documentType: v.picklist(TYPES, "documentType must be 'packingSlip' or 'invoice'"),
  /** Of invoices; by default all. */
  copies: v.nullish(v.picklist(PRINTED_COPIES, "copies must be 'original', 'pair' or 'all'"), 'all'),
  orderIds: v.pipe(v.array(uuid(IDS), IDS), v.minLength(1, IDS), v.maxLength(MOST_ORDERS, `At most ${MOST_ORDERS} orders in one file`)),
})
type Missing = { orderId: string; reason: string }

const refuse = (status: number, error: string) => jsonAnswer(status, { success: false, error })

/**
 * POST /functions/v1/print-documents `{ orderIds, documentType, copies }`: the packing slips or the issued invoices of up to fifty orders in
 * one PDF, in the requested order. Staff only. Invoices are the stored files, concatenated and not rendered again
 * (docs/decisions/0015-documents.md).
 *
 * @returns 200 `{ success, pdf, missing }`, pdf as base64 or null if no order has such a document · 400, 401, 403, 405, 503 `{ success: false, error }`
 */
export const printDocuments: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { success: false, error: 'Use POST' }, { allow: 'POST' })
  if (!context.user) return refuse(401, 'User not authenticated')
  const checked = checkBody(REQUEST, await readJsonObject(request))
  if (!checked.ok) return refuse(400, Object.values(checked.fields)[0] ?? '')
  const { documentType, copies, orderIds: ids } = checked.body
  if (!(await callerMay(context, 'orders.read'))) return refuse(403, 'Documents in bulk are for the staff')

  try {
    const { pdf, missing } = await bundle(context, [...new Set(ids)], documentType, copies)
    return jsonAnswer(200, { success: true, pdf: pdf === null ? null : Buffer.from(pdf).toString('base64'), missing })
  } catch (error) {
    if (!(error instanceof PdfWorkerError)) throw error
    context.log('warn', 'print-documents: Failed to render documents', { orders: ids.length, reason: error.message })
    return jsonAnswer(503, { success: false, error: error.message }, { 'retry-after': String(error.retryAfter) })
  }
}

/** One order after another: the renderer processes one document at a time anyway, and its queue of forty is shared by all. */
async function bundle(
  context: FunctionContext,
  orderIds: readonly string[],
  documentType: PaperType,
  copies: PrintedCopies,
): Promise<{ pdf: Uint8Array | null; missing: Missing[] }> {
  const missing: Missing[] = []
  const slips: InvoiceContent[] = []
  const files: PdfPart[] = []
  for (const orderId of orderIds) {
    const read = await readDocument(context, { type: 'download', orderId, documentType, copies: 'all' })
    if (!read.ok) missing.push({ orderId, reason: read.error })
    else if (documentType === 'packingSlip') slips.push(...read.contents)
    else if (!read.issued) missing.push({ orderId, reason: 'No invoice yet: it is issued when the order is accepted' })
    else files.push(await printedPart(context, { orderId, documentType }, copies, read.contents))
  }
  if (documentType === 'packingSlip') return { pdf: slips.length === 0 ? null : await renderInvoiceInWorker(slips, 'all'), missing }
  return { pdf: files.length === 0 ? null : await bundleInWorker(files), missing }
}
