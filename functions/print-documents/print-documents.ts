import * as v from 'valibot'
import { bundleInWorker, renderCachedInvoice } from '#documents/invoice/render-in-worker.ts'
import type { PdfPart } from '#documents/bundle/render.ts'
import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'
import type { Turn } from '#documents/pdf-worker/pdf-worker.ts'
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

/** One morning's parcels. Joining their pages takes about 5 ms and 0.3 MB of memory a page. */
export const MOST_ORDERS = 500
/** Invoices with several copies each have as many pages as 500 with one. */
export const MOST_WITH_COPIES = 150
/** Documents that one request renders, each in about 0.2 s. A longer list is prepared in several requests, so that other requests get their turn. */
export const MOST_NEW = 50

class TooManyNew extends Error {}

const TYPES = ['packingSlip', 'invoice', 'label', 'pickList'] as const
type Request = v.InferOutput<typeof REQUEST>
const IDS = 'orderIds must be a list of ids of orders'
const REQUEST = fieldsOf({
  documentType: v.picklist(TYPES, "documentType must be 'packingSlip', 'invoice', 'label' or 'pickList'"),
  /** Of invoices; by default all. */
  copies: v.nullish(v.picklist(PRINTED_COPIES, "copies must be 'original', 'pair' or 'all'"), 'all'),
  /** Of labels; by default one on a page of 4×6 in. */
  labels: v.nullish(v.picklist(['thermal', 'a4'], "labels must be 'thermal' or 'a4'"), 'thermal'),
  /** true: packing slips or invoices are only rendered, for a request that joins them later. */
  prepare: v.nullish(v.boolean('prepare must be true or false'), false),
  /** The packing slip, label or invoice of one parcel, with the one order that it belongs to; without it of all parcels. */
  shipmentId: v.nullish(v.pipe(uuid('shipmentId must be the id of a parcel'), v.toLowerCase()), null),
  orderIds: v.pipe(v.array(uuid(IDS), IDS), v.minLength(1, IDS), v.maxLength(MOST_ORDERS, `At most ${MOST_ORDERS} orders in one file`)),
})

const refuse = (status: number, error: string) => jsonAnswer(status, { success: false, error })

/**
 * POST /functions/v1/print-documents `{ orderIds, documentType, copies, labels, prepare, shipmentId }`: the packing slips, issued invoices or shipping
 * labels of up to 500 orders in one PDF, in the requested order, or the pick list of all of them. Staff only. Invoices are the stored
 * files, concatenated and not rendered again. At most fifty documents are rendered in one request: more are prepared before, in
 * parts (docs/decisions/0088-print-jobs.md).
 *
 * @returns 200 `{ success, pdf, missing }`, pdf as base64 or null if no order has such a document or they were only prepared ·
 * 400, 401, 403, 405, 503 `{ success: false, error }`, and 409 if too many documents are not prepared
 */
export const printDocuments: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { success: false, error: 'Use POST' }, { allow: 'POST' })
  if (!context.user) return refuse(401, 'User not authenticated')
  const checked = checkBody(REQUEST, await readJsonObject(request))
  if (!checked.ok) return refuse(400, Object.values(checked.fields)[0] ?? '')
  const ids = [...new Set(checked.body.orderIds.map((id) => id.toLowerCase()))]
  const { documentType, copies, shipmentId } = checked.body
  if (shipmentId !== null && (ids.length > 1 || documentType === 'pickList')) {
    return refuse(400, 'A parcel of one order has a packing slip, a label and perhaps an invoice')
  }
  if (documentType === 'invoice' && copies !== 'original' && ids.length > MOST_WITH_COPIES) {
    return refuse(400, `At most ${MOST_WITH_COPIES} invoices with copies in one file`)
  }
  if (!(await callerMay(context, 'orders.read'))) return refuse(403, 'Documents in bulk are for the staff')

  try {
    const { pdf, missing } = await print(context, ids, checked.body)
    return jsonAnswer(200, { success: true, pdf: pdf === null ? null : Buffer.from(pdf).toString('base64'), missing })
  } catch (error) {
    if (error instanceof TooManyNew) return refuse(409, `More than ${MOST_NEW} of these documents are not prepared`)
    if (!(error instanceof PdfWorkerError)) throw error
    context.log('warn', 'print-documents: Failed to render documents', { orders: ids.length, reason: error.message })
    return jsonAnswer(503, { success: false, error: error.message }, { 'retry-after': String(error.retryAfter) })
  }
}

async function print(context: FunctionContext, ids: readonly string[], { documentType, copies, labels, prepare, shipmentId }: Request): Promise<PrintedFile> {
  if (documentType === 'label') return printLabels(context, ids, labels, shipmentId)
  if (documentType === 'pickList') return printPickList(context, ids)
  const { parts, missing } = await partsOf(context, ids, { documentType, copies, shipmentId })
  return { pdf: prepare || parts.length === 0 ? null : await bundleInWorker(parts), missing }
}

/** One order after another: the renderer processes one document at a time anyway, and its queue of forty is shared by all. */
async function partsOf(
  context: FunctionContext,
  orderIds: readonly string[],
  { documentType, copies, shipmentId }: { documentType: 'packingSlip' | 'invoice'; copies: PrintedCopies; shipmentId: string | null },
): Promise<{ parts: PdfPart[]; missing: Missing[] }> {
  const missing: Missing[] = []
  const parts: PdfPart[] = []
  let made = 0
  const begin = <Files>(render: (turn: Turn) => Promise<Files>): Promise<Files> => {
    made += 1
    if (made > MOST_NEW) throw new TooManyNew()
    return render('first')
  }
  const invoiced = documentType === 'invoice' && shipmentId === null ? await invoicedParcels(context, orderIds) : new Map<string, string[]>()
  for (const orderId of orderIds) {
    for (const parcel of invoiced.get(orderId) ?? [shipmentId]) {
      const read = await readDocument(context, { type: 'download', orderId, documentType, copies: 'all', fileId: null, shipmentId: parcel })
      if (!read.ok) missing.push({ orderId, reason: read.error })
      else if (documentType === 'packingSlip') parts.push({ file: await renderCachedInvoice(read.contents, 'all', begin) })
      else if (read.fileId === null) missing.push({ orderId, reason: 'No invoice yet: it is issued when the order is accepted, or with each parcel' })
      else parts.push(await printedPart(context, read.fileId, copies, read.contents, begin))
    }
  }
  return { parts, missing }
}

const INVOICED = `select s.order_id, s.id, s.state in ('packed', 'shipped') as open from public.shipments s
  where s.order_id = any ($1) and s.invoice_file is not null order by s.order_id, s.number`

/** The parcels with invoices of their own: those that are packed or under way, or all of an order that has none of these. */
async function invoicedParcels(context: FunctionContext, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await context.asUser((query) => query<{ order_id: string; id: string; open: boolean }>(INVOICED, [orderIds]))
  return new Map([...Map.groupBy(rows, ({ order_id }) => order_id)].map(([order, all]) => [order, chosen(all)]))
}

function chosen(parcels: readonly { id: string; open: boolean }[]): string[] {
  const open = parcels.filter((parcel) => parcel.open)
  return (open.length > 0 ? open : parcels).map(({ id }) => id)
}
