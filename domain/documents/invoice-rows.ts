import type { ChargeRow } from './frozen-charges.ts'

/** numeric(12,2) as REST (number) or a database driver (text) returns it, in rupees. */
export type Amount = number | string

/** An order as frozen when it was placed, with its documents: `select=*,documents(kind,serial,issued_at)`. */
export type OrderRow = {
  id: string
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
  /** what was taken off by which discount (domain/discounts/discount.ts); absent in documents of before there were offers */
  offers?: unknown
  subtotal_base: Amount
  total_gst: Amount
  cgst: Amount
  sgst: Amount
  igst: Amount
  /** what was paid beside the goods */
  charges: readonly ChargeRow[]
  total_amount: Amount
  payment_method: string
  payment_state: string
  courier: string | null
  tracking_number: string | null
  documents: DocumentRow[]
}

export type OrderItemRow = {
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

/** A number that was issued, with the facts frozen under it; `content` is absent only where a reader did not select it. */
export type DocumentRow = { kind: string; serial: string; issued_at: string; form?: string; content?: DocumentFacts | DocumentFactsV1 | null }

/** What the law calls the paper: CGST rules 46, 49, 46A and 53. */
export type DocumentForm = 'tax_invoice' | 'bill_of_supply' | 'invoice_cum_bill' | 'credit_note'

/** The seller's columns of `settings`, as they stood. */
export type SellerRow = {
  store_name: string
  legal_name: string
  address: string
  city: string
  pincode: string
  gstin: string | null
  email: string
  phone: string
  founded_year: number
  upi_vpa: string | null
}

/** `documents.content`: what `private.number_document` froze, and so every sum an issued document shows. */
export type DocumentFacts = {
  version: 2
  form: DocumentForm
  /** A registered buyer's nil-rated goods stand on a paper of their own (rule 46A); both hold the whole order's rows. */
  scope: 'all' | 'taxed' | 'nil'
  serial: string
  issued_at: string
  seller: SellerRow
  order: Omit<OrderRow, 'documents'>
  items: OrderItemRow[]
  /** of a credit note: what it takes back, and why */
  reverses: { form: DocumentForm; serial: string; issued_at: string } | null
  reason: string | null
}

/** What was frozen before charges were a list: delivery stood in columns of its own. */
export type DocumentFactsV1 = Omit<DocumentFacts, 'version' | 'order'> & {
  version: 1
  order: Omit<DocumentFacts['order'], 'charges'> & { shipping_cost: Amount; shipping_taxable: Amount; shipping_gst: Amount }
}
