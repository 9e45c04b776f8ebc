/** numeric(12,2) in rupees, as REST (number) or a database driver (text) returns it. */
export type Amount = number | string

/** An entry of `orders.charges`, in rupees, as frozen when the order was placed. */
export type ChargeRow = { kind: string; label: string; cost: Amount; amount: Amount; taxable: Amount; gst: Amount; rate: number | null }

/** An order as frozen when it was placed, with its documents: `select=*,documents(kind,serial,issued_at)`. */
export type OrderRow = {
  id: string
  /** absent in documents issued before orders had numbers */
  order_number?: number
  created_at: string
  status: string
  full_name: string
  company_name: string | null
  gstin: string | null
  address: string
  city: string
  state: string
  pincode: string
  email: string
  phone: string
  /** GST codes */
  place_of_supply: string
  seller_state: string
  prices_include_gst: boolean
  discount_total: Amount
  coupon_code: string | null
  /** which discount took off how much (domain/discounts/discount.ts); absent in documents older than offers */
  offers?: unknown
  subtotal_base: Amount
  total_gst: Amount
  cgst: Amount
  sgst: Amount
  igst: Amount
  /** what was paid in addition to the goods */
  charges: readonly ChargeRow[]
  total_amount: Amount
  /** what of it was paid with store credit; absent in documents older than that */
  store_credit?: Amount
  payment_method: string
  payment_state: string
  /** each parcel has its own invoice; absent in documents that are older */
  invoice_per_parcel?: boolean
  courier: string | null
  tracking_number: string | null
  documents: DocumentRow[]
  /** as they are now; not in the facts of a document */
  payments?: readonly { state: string; method: string; amount: Amount }[]
}

export type OrderItemRow = {
  /** the id of the order's line; absent in documents before version 3 */
  line?: string
  product_name: string
  sku: string | null
  hsn: string | null
  unit: string | null
  quantity: number
  unit_price: Amount
  discount: Amount
  taxable: Amount
  /** percent */
  rate: Amount
  cgst: Amount
  sgst: Amount
  igst: Amount
  /** what was paid for the line */
  total: Amount
}

/** An issued number with the facts frozen under it; `content` is absent only if a reader did not select it. */
export type DocumentRow = {
  id?: string
  kind: string
  serial: string
  issued_at: string
  form?: string
  /** shared by the documents that were issued in one act and are printed as one file */
  file_id?: string
  /** the id of the invoice that a credit note reverses */
  reverses?: string | null
  content?: DocumentFacts | DocumentFactsV1 | null
  /** absent only if a reader did not select it */
  e_invoices?: EInvoiceRow | null
}

/** What the invoice registration portal answered for a document (docs/decisions/0095-e-invoices-and-e-way-bills.md). */
export type EInvoiceRow = { irn: string; ack_no: string; ack_at: string; signed_qr: string; cancelled_at: string | null }

/** Its columns in a query of the API, as a part of `documents`. */
export const E_INVOICE = 'e_invoices(irn,ack_no,ack_at,signed_qr,cancelled_at)'

/** The legal kind of a document: CGST rules 46, 49, 46A and 53. */
export type DocumentForm = 'tax_invoice' | 'bill_of_supply' | 'invoice_cum_bill' | 'credit_note'

/** The seller's columns of `settings`, as they were at issue. */
export type SellerRow = {
  store_name: string
  legal_name: string
  address: string
  city: string
  pincode: string
  gstin: string | null
  email: string
  phone: string
  founded_year: number | null
  upi_vpa: string | null
}

/** `documents.content`: what `private.number_document` froze. Every sum of an issued document comes from it. */
export type DocumentFacts = {
  /** 3 adds the lines' ids and credit notes of a part; both are read alike */
  version: 2 | 3
  form: DocumentForm
  /** A registered buyer's nil-rated goods have a document of their own (rule 46A); both documents hold all rows of the order. */
  scope: 'all' | 'taxed' | 'nil'
  serial: string
  issued_at: string
  seller: SellerRow
  order: Omit<OrderRow, 'documents'>
  items: OrderItemRow[]
  /** on a credit note: what it reverses, and why */
  reverses: { form: DocumentForm; serial: string; issued_at: string } | null
  reason: string | null
  /** On a credit note for a part: what the invoice came to, goods by HSN, unit and rate. Absent where everything is taken back. */
  invoiced?: Invoiced
  /** The number of the parcel that the invoice is for. */
  parcel?: number
  /** On the invoice of one parcel with charges: the goods of the whole order by HSN, unit and rate, by which the charges are taxed. */
  ordered?: InvoicedGoods[]
}

export type InvoicedGoods = Pick<OrderItemRow, 'hsn' | 'unit' | 'rate' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'>
export type Invoiced = { goods: InvoicedGoods[]; charges: ChargeRow[] }

/** The frozen facts before charges were a list: delivery had columns of its own. */
export type DocumentFactsV1 = Omit<DocumentFacts, 'version' | 'order'> & {
  version: 1
  order: Omit<DocumentFacts['order'], 'charges'> & { shipping_cost: Amount; shipping_taxable: Amount; shipping_gst: Amount }
}
