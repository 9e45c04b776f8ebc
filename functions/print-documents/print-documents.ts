import * as v from 'valibot'
import { bundleInWorker, renderInvoiceInWorker } from '#documents/invoice/render-in-worker.ts'
import type { PdfPart } from '#documents/bundle/render.ts'
import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { PRINTED_COPIES } from '../generate-pdf/pdf-request.ts'
import type { PrintedCopies } from '../generate-pdf/pdf-request.ts'
import { printedPart } from '../generate-pdf/printed-copies.ts'
import { printLabels, printPickList } from './packing-documents.ts'
import type { Missing, PrintedFile } from './packing-documents.ts'
import { readDocument } from '../generate-pdf/read-document.ts'
import { checkBody, fieldsOf, uuid } from '../check-body.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { readJsonObject } from '../request-body.ts'

/** More would block the renderer for customers: rendering fifty new invoices of three copies takes about ten seconds. */
export const MOST_ORDERS = 50
const TYPES = ['packingSlip', 'invoice', 'label', 'pickList'] as const
type Request = v.InferOutput<typeof REQUEST>
const IDS = 'orderIds must be a list of ids of orders'
const REQUEST = fieldsOf({
  documentType: v.picklist(TYPES, "documentType must be 'packingSlip', 'invoice', 'label' or 'pickList'"),
  /** Of invoices; by default all. */
  copies: v.nullish(v.picklist(PRINTED_COPIES, "copies must be 'original', 'pair' or 'all'"), 'all'),
  /** Of labels; by default one on a page of 4×6 in. */
  labels: v.nullish(v.picklist(['thermal', 'a4'], "labels must be 'thermal' or 'a4'"), 'thermal'),
  orderIds: v.pipe(v.array(uuid(IDS), IDS), v.minLength(1, IDS), v.maxLength(MOST_ORDERS, `At most ${MOST_ORDERS} orders in one file`)),
})

const refuse = (status: number, error: string) => jsonAnswer(status, { success: false, error })

/**
 * POST /functions/v1/print-documents `{ orderIds, documentType, copies, labels }`: the packing slips, issued invoices or shipping labels of
 * up to fifty orders in one PDF, in the requested order, or the pick list of all of them. Staff only. Invoices are the stored files, concatenated and not rendered again
 * (docs/decisions/0015-documents.md).
 *
 * @returns 200 `{ success, pdf, missing }`, pdf as base64 or null if no order has such a document · 400, 401, 403, 405, 503 `{ success: false, error }`
 */
export const printDocuments: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { success: false, error: 'Use POST' }, { allow: 'POST' })
  if (!context.user) return refuse(401, 'User not authenticated')
  const checked = checkBody(REQUEST, await readJsonObject(request))
  if (!checked.ok) return refuse(400, Object.values(checked.fields)[0] ?? '')
  const ids = [...new Set(checked.body.orderIds.map((id) => id.toLowerCase()))]
  if (!(await callerMay(context, 'orders.read'))) return refuse(403, 'Documents in bulk are for the staff')

  try {
    const { pdf, missing } = await print(context, ids, checked.body)
    return jsonAnswer(200, { success: true, pdf: pdf === null ? null : Buffer.from(pdf).toString('base64'), missing })
  } catch (error) {
    if (!(error instanceof PdfWorkerError)) throw error
    context.log('warn', 'print-documents: Failed to render documents', { orders: ids.length, reason: error.message })
    return jsonAnswer(503, { success: false, error: error.message }, { 'retry-after': String(error.retryAfter) })
  }
}

function print(context: FunctionContext, ids: readonly string[], { documentType, copies, labels }: Request): Promise<PrintedFile> {
  if (documentType === 'label') return printLabels(context, ids, labels)
  if (documentType === 'pickList') return printPickList(context, ids)
  return bundle(context, ids, documentType, copies)
}

/** One order after another: the renderer processes one document at a time anyway, and its queue of forty is shared by all. */
async function bundle(
  context: FunctionContext,
  orderIds: readonly string[],
  documentType: 'packingSlip' | 'invoice',
  copies: PrintedCopies,
): Promise<PrintedFile> {
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
