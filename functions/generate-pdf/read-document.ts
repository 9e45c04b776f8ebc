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
import { E_INVOICE_OF_DOCUMENT } from './issued-file.ts'
import type { PdfRequest } from './pdf-request.ts'

/** `fileId`: of the issued documents; null for a proforma and a packing slip. */
export type ReadDocument = { ok: true; contents: InvoiceContent[]; fileId: string | null; isAdmin: boolean } | { ok: false; status: 403 | 404; error: string }

/** `shipmentId`: the packing slip or the invoice of one parcel of the order. */
type Asked = PdfRequest & { shipmentId?: string | null }
type ParcelRow = { number: number; courier: string | null; tracking_number: string | null; invoice_file: string | null }

const ORDER = `select ${ORDER_COLUMNS.onDocuments.join(', ')},
  (select coalesce(jsonb_agg(jsonb_build_object('state', p.state, 'method', p.method, 'amount', p.amount)), '[]') from public.payments p where p.order_id = orders.id) as payments
  from public.orders where id = $1`
const ITEMS = `select i.product_name, i.sku, i.hsn, i.unit, coalesce(l.quantity, i.quantity - case when $3 then i.cancelled_quantity else 0 end) as quantity, i.unit_price, i.discount, i.taxable, i.rate, i.cgst,
    i.sgst, i.igst, i.total
  from public.order_items i left join public.shipment_lines l on l.order_item_id = i.id and l.shipment_id = $2
  where i.order_id = $1 and ($2::uuid is null or l.quantity is not null) and not ($3 and $2::uuid is null and i.quantity = i.cancelled_quantity) order by i.product_name, i.id`
const PARCEL = 'select number, courier, tracking_number, invoice_file from public.shipments where id = $2 and order_id = $1'
const DOCUMENTS = `select d.kind, d.form, d.serial, d.issued_at, d.content, d.file_id, ${E_INVOICE_OF_DOCUMENT} from public.documents d where d.order_id = $1`
const SETTINGS = `select ${settingsColumns().join(', ')} from public.settings`

/**
 * Reads the data of a document in one round trip under the caller's policies: customers see their own orders, staff all. For a
 * customer, another customer's order does not exist.
 */
export async function readDocument(context: FunctionContext, { orderId, documentType, fileId, shipmentId = null }: Asked): Promise<ReadDocument> {
  const [isAdmin, orders, parcels, items, documents, settings, logos] = await context.asUser((query) =>
    Promise.all([
      may(query, 'orders.read'),
      query<Omit<OrderRow, 'documents'>>(ORDER, [orderId]),
      query<ParcelRow>(PARCEL, [orderId, shipmentId]),
      query<OrderItemRow>(ITEMS, [orderId, documentType === 'packingSlip' ? shipmentId : null, documentType === 'packingSlip']),
      query<DocumentRow>(DOCUMENTS, [orderId]),
      query<Record<string, unknown>>(SETTINGS),
      query<DocumentLogo>(DOCUMENT_LOGO),
    ]),
  )
  if (documentType === 'packingSlip' && !isAdmin) return { ok: false, status: 403, error: 'Packing slips are for the staff' }
  const [order] = orders
  if (!order) return { ok: false, status: 404, error: 'Order not found' }
  const [parcel] = parcels
  if (shipmentId !== null && !parcel) return { ok: false, status: 404, error: 'This order has no such parcel' }
  if (documentType === 'invoice' && parcel?.invoice_file === null) return { ok: false, status: 404, error: 'This parcel has no invoice of its own' }
  const file = documentType === 'invoice' ? (parcel?.invoice_file ?? fileId) : fileId
  if (documentType === 'creditNote' && !documents.some(({ kind }) => kind === 'credit_note')) {
    return { ok: false, status: 404, error: 'No credit note was issued for this order' }
  }
  if (documentType === 'invoice' && isNoLongerKept({ ...order, documents })) {
    return { ok: false, status: 404, error: 'The documents of this order are no longer kept' }
  }
  const kind = documentType === 'creditNote' ? 'credit_note' : documentType
  const asked = documents.filter((document) => document.kind === kind && (file === null || document.file_id === file))
  if (file !== null && asked.length === 0) return { ok: false, status: 404, error: 'This order has no such document' }
  const shop = readSettings(settings[0] ?? {})
  const { courier, tracking_number } = parcel ?? order
  const drawn = invoiceContents({ ...order, courier, tracking_number, documents: asked }, items, shop, documentType)
  const named =
    parcel && documentType === 'packingSlip'
      ? drawn.map((content) => ({ ...content, order: { ...content.order, label: `${content.order.label} · parcel ${parcel.number}` } }))
      : drawn
  const contents = withBrand(named, logos[0] ?? null, shop)
  return { ok: true, contents, fileId: latestFile(asked)[0]?.file_id ?? null, isAdmin }
}
