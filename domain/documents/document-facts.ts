import { readFacts } from './frozen-charges.ts'
import type { DocumentFacts, DocumentForm, DocumentRow, EInvoiceRow, OrderItemRow, OrderRow, SellerRow } from './invoice-rows.ts'
import type { StoreSettings } from '../shop/settings.ts'

/** All data of a document. A proforma and a packing slip have no number and show the order's current state. */
export type Facts = Omit<DocumentFacts, 'version' | 'form' | 'serial' | 'issued_at'> & {
  form: DocumentForm | 'proforma' | 'packing_slip'
  serial: string | null
  issued_at: string | null
  /** registered since the document was issued, and not cancelled */
  einvoice?: EInvoiceRow | null
}

/** The facts of the invoices or credit notes that were issued last for an order, INV before BOS. */
export function issuedFacts(kind: 'invoice' | 'credit_note', order: OrderRow, items: readonly OrderItemRow[], settings: StoreSettings): Facts[] {
  const issued = latestFile(order.documents.filter((document) => document.kind === kind)).sort(byForm)
  return issued.map((document) => ({
    ...(document.content ? readFacts(document.content) : unfrozen(document, order, items, settings)),
    einvoice: document.e_invoices?.cancelled_at === null ? document.e_invoices : null,
  }))
}

/** The documents that were issued last, in one act. */
export function latestFile<Document extends Pick<DocumentRow, 'issued_at' | 'file_id'>>(documents: readonly Document[]): Document[] {
  const last = documents.reduce<Document | undefined>((best, one) => (best && new Date(best.issued_at) >= new Date(one.issued_at) ? best : one), undefined)
  return documents.filter(({ file_id }) => file_id === last?.file_id)
}

/** The facts of a document without a number, from the order's current state. */
export function draftFacts(form: 'proforma' | 'packing_slip', order: OrderRow, items: readonly OrderItemRow[], settings: StoreSettings): Facts {
  return { form, scope: 'all', serial: null, issued_at: null, seller: sellerRow(settings), order, items: [...items], reverses: null, reason: null }
}

/**
 * The documents that an accepted order gets (docs/india.md#gst-documents; the database's `private.issue_invoice` applies the same rule). A
 * seller who is not registered, or an order of nil-rated goods only, gets a bill of supply. Taxed and nil-rated goods together go on
 * one document for an unregistered buyer (rule 46A) and on two for a registered one.
 */
export function formsOf(
  seller: Pick<SellerRow, 'gstin'>,
  buyer: Pick<OrderRow, 'gstin'>,
  items: readonly OrderItemRow[],
): Exclude<DocumentForm, 'credit_note'>[] {
  const nilRated = items.some((item) => Number(item.rate) === 0)
  const taxed = items.some((item) => Number(item.rate) > 0)
  if (seller.gstin === null || !taxed) return ['bill_of_supply']
  if (!nilRated) return ['tax_invoice']
  return buyer.gstin === null ? ['invoice_cum_bill'] : ['tax_invoice', 'bill_of_supply']
}

/** A number that was read without its frozen facts: its document is drawn from the order's rows, which are frozen too. */
function unfrozen(document: DocumentRow, order: OrderRow, items: readonly OrderItemRow[], settings: StoreSettings): Facts {
  const invoice = order.documents.find(({ kind }) => kind === 'invoice')
  const [form = 'tax_invoice'] = formsOf({ gstin: settings.gstin }, order, items)
  return {
    ...draftFacts('proforma', order, items, settings),
    form: document.kind === 'credit_note' ? 'credit_note' : form,
    serial: document.serial,
    issued_at: document.issued_at,
    reverses: document.kind === 'credit_note' && invoice ? { form, serial: invoice.serial, issued_at: invoice.issued_at } : null,
  }
}

function sellerRow(settings: StoreSettings): SellerRow {
  const { storeName, legalName, address, city, pincode, gstin, email, phone, foundedYear, upiVpa } = settings
  return { store_name: storeName, legal_name: legalName, address, city, pincode, gstin, email, phone, founded_year: foundedYear, upi_vpa: upiVpa }
}

/** Sorts credit notes in the order of the documents that they reverse. */
function byForm(a: DocumentRow, b: DocumentRow): number {
  const [one, other] = [a, b].map((document) => document.content?.reverses?.serial ?? document.serial)
  if (one === undefined || other === undefined) return 0
  return Number(one.startsWith('BOS')) - Number(other.startsWith('BOS')) || (one < other ? -1 : 1)
}
