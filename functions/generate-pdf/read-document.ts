import { latestFile } from '#domain/documents/document-facts.ts'
import { invoiceContents, withBrand } from '#domain/documents/invoice-content.ts'
import type { DocumentLogo, InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { DocumentRow, OrderItemRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import { isNoLongerKept } from '#domain/documents/retention.ts'
import { readSettings, settingsColumns } from '#domain/shop/settings.ts'
import { ORDER_COLUMNS } from '#domain/orders/order-columns.ts'
import type { FunctionContext } from '../context.ts'
import { may } from '../permission.ts'
import { DOCUMENT_LOGO } from './document-logo.ts'
import type { PdfRequest } from './pdf-request.ts'

/** `fileId`: of the issued documents; null for a proforma and a packing slip. */
export type ReadDocument = { ok: true; contents: InvoiceContent[]; fileId: string | null; isAdmin: boolean } | { ok: false; status: 403 | 404; error: string }

const ORDER = `select ${ORDER_COLUMNS.onDocuments.join(', ')} from public.orders where id = $1`
const ITEMS = `select product_name, sku, hsn, unit, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total
  from public.order_items where order_id = $1 order by product_name, id`
const DOCUMENTS = 'select kind, form, serial, issued_at, content, file_id from public.documents where order_id = $1'
const SETTINGS = `select ${settingsColumns().join(', ')} from public.settings`

/**
 * Reads the data of a document in one round trip under the caller's policies: customers see their own orders, staff all. For a
 * customer, another customer's order does not exist.
 */
export async function readDocument(context: FunctionContext, { orderId, documentType, fileId }: PdfRequest): Promise<ReadDocument> {
  const [isAdmin, orders, items, documents, settings, logos] = await context.asUser((query) =>
    Promise.all([
      may(query, 'orders.read'),
      query<Omit<OrderRow, 'documents'>>(ORDER, [orderId]),
      query<OrderItemRow>(ITEMS, [orderId]),
      query<DocumentRow>(DOCUMENTS, [orderId]),
      query<Record<string, unknown>>(SETTINGS),
      query<DocumentLogo>(DOCUMENT_LOGO),
    ]),
  )
  if (documentType === 'packingSlip' && !isAdmin) return { ok: false, status: 403, error: 'Packing slips are for the staff' }
  const [order] = orders
  if (!order) return { ok: false, status: 404, error: 'Order not found' }
  if (documentType === 'creditNote' && !documents.some(({ kind }) => kind === 'credit_note')) {
    return { ok: false, status: 404, error: 'No credit note was issued for this order' }
  }
  if (documentType === 'invoice' && isNoLongerKept({ ...order, documents })) {
    return { ok: false, status: 404, error: 'The documents of this order are no longer kept' }
  }
  const kind = documentType === 'creditNote' ? 'credit_note' : documentType
  const asked = documents.filter((document) => document.kind === kind && (fileId === null || document.file_id === fileId))
  if (fileId !== null && asked.length === 0) return { ok: false, status: 404, error: 'This order has no such document' }
  const shop = readSettings(settings[0] ?? {})
  const contents = withBrand(invoiceContents({ ...order, documents: asked }, items, shop, documentType), logos[0] ?? null, shop)
  return { ok: true, contents, fileId: latestFile(asked)[0]?.file_id ?? null, isAdmin }
}
