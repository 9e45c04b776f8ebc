import { formatDay } from './dates.ts'
import { documentAmounts, lineAmounts } from './invoice-amounts.ts'
import type { DocumentAmounts, LineAmounts } from './invoice-amounts.ts'
import type { DocumentRow, OrderItemRow, OrderRow } from './invoice-rows.ts'
import { toPaise } from './money.ts'
import { paymentBadge } from './order-status.ts'
import type { StoreSettings } from './settings.ts'
import { findState } from './states.ts'
import { orderUpiLink } from './upi-link.ts'

export type DocumentType = 'invoice' | 'packingSlip' | 'creditNote'

export type Party = {
  name: string
  /** address and contact, ready to print one below the other */
  lines: string[]
  gstin: string | null
  state: PlaceOfSupply
}

export type PlaceOfSupply = { code: string; name: string }

/** A tax head to print: its rate is the line's rate × share. */
export type HeadColumn = { key: 'cgst' | 'sgst' | 'igst'; name: 'CGST' | 'SGST' | 'UTGST' | 'IGST'; share: 0.5 | 1 }

export type InvoiceLine = {
  number: number
  description: string
  sku: string | null
  hsn: string | null
  quantity: number
  unit: string
  /** null on a packing slip */
  amounts: LineAmounts | null
}

/** What both the PDF and the page /invoice/{id} show (india.md, CGST rules 46, 46A, 49 and 53). Money in paise, rates in percent. */
export type InvoiceContent = {
  documentType: DocumentType
  title: 'Proforma invoice' | 'Tax invoice' | 'Bill of supply' | 'Invoice-cum-bill of supply' | 'Packing slip' | 'Credit note'
  /** null before one is issued, and on packing slips */
  number: string | null
  /** 'Nov 5, 2026': of issue, or of the order */
  date: string
  /** a credit note names the invoice it reverses */
  against: { number: string; date: string } | null
  /** the marks of the copies, one print each */
  copies: string[]
  order: { id: string; label: string; date: string; status: string; courier: string | null; trackingNumber: string | null }
  supplier: Party
  recipient: Party
  placeOfSupply: PlaceOfSupply
  interState: boolean
  pricesIncludeGst: boolean
  heads: HeadColumn[]
  lines: InvoiceLine[]
  /** null on a packing slip */
  amounts: DocumentAmounts | null
  reverseCharge: 'No'
  payment: { method: string; state: string } | null
  /** a upi:// link for the QR code, while there is something to pay and the shop takes UPI */
  upi: string | null
  notes: string[]
}

/** Rule 48 marks three copies of an invoice for goods. */
export const COPY_MARKS = ['ORIGINAL FOR RECIPIENT', 'DUPLICATE FOR TRANSPORTER', 'TRIPLICATE FOR SUPPLIER']

const PAYMENT_METHODS: Record<string, string> = { cod: 'Cash on delivery', upi: 'UPI', razorpay: 'Razorpay', cash: 'Cash' }

/** States in which the buyer still owes the total; a payment being checked is not asked for twice. */
const UNPAID = new Set(['cod_pending', 'awaiting_payment', 'failed'])

/**
 * The document of an order, read from the frozen rows alone. Throws RangeError for a credit note that was never issued
 * and for amounts that are none: the database's constraints exclude both.
 */
export function invoiceContent(order: OrderRow, items: readonly OrderItemRow[], settings: StoreSettings, documentType: DocumentType): InvoiceContent {
  const interState = order.place_of_supply !== order.seller_state
  const priced = documentType !== 'packingSlip'
  const invoice = order.documents.find((document) => document.kind === 'invoice') ?? null
  const head = headOf(documentType, order, items, invoice)
  const place = placeOf(order.place_of_supply)
  return {
    documentType,
    ...head,
    order: {
      id: order.id,
      label: `#${order.id.slice(0, 8)}`,
      date: formatDay(order.created_at),
      status: order.status,
      courier: order.courier,
      trackingNumber: order.tracking_number,
    },
    supplier: supplierOf(order, settings),
    recipient: recipientOf(order),
    placeOfSupply: place,
    interState,
    pricesIncludeGst: order.prices_include_gst,
    heads: interState ? [{ key: 'igst', name: 'IGST', share: 1 }] : intraStateHeads(order.place_of_supply),
    lines: items.map((item, index) => ({
      number: index + 1,
      description: item.product_name,
      sku: item.sku,
      hsn: item.hsn,
      quantity: item.quantity,
      unit: item.unit ?? 'NOS',
      amounts: priced ? lineAmounts(item, order.prices_include_gst) : null,
    })),
    amounts: priced ? documentAmounts(order, items, interState) : null,
    reverseCharge: 'No',
    payment: priced ? { method: PAYMENT_METHODS[order.payment_method] ?? order.payment_method, state: paymentBadge(order.payment_state).text } : null,
    upi: documentType === 'invoice' ? upiToPay(order, settings) : null,
    notes: notesOf(head.title, settings),
  }
}

type Head = Pick<InvoiceContent, 'title' | 'number' | 'date' | 'against' | 'copies'>

function headOf(documentType: DocumentType, order: OrderRow, items: readonly OrderItemRow[], invoice: DocumentRow | null): Head {
  const plain = { number: null, date: formatDay(order.created_at), against: null, copies: [] }
  if (documentType === 'packingSlip') return { ...plain, title: 'Packing slip' }
  if (documentType === 'creditNote') {
    const note = order.documents.find((document) => document.kind === 'credit_note')
    if (!note || !invoice) throw new RangeError(`Order ${order.id} has no credit note`)
    return {
      ...plain,
      title: 'Credit note',
      number: note.serial,
      date: formatDay(note.issued_at),
      against: { number: invoice.serial, date: formatDay(invoice.issued_at) },
    }
  }
  if (!invoice) return { ...plain, title: 'Proforma invoice' }
  return { title: issuedTitle(order, items), number: invoice.serial, date: formatDay(invoice.issued_at), against: null, copies: COPY_MARKS }
}

/** Nil-rated goods go on a bill of supply; mixed with taxed ones, for an unregistered buyer, on one document (rule 46A). */
function issuedTitle(order: OrderRow, items: readonly OrderItemRow[]): InvoiceContent['title'] {
  const nilRated = items.filter((item) => Number(item.rate) === 0).length
  if (nilRated === 0) return 'Tax invoice'
  if (nilRated === items.length) return 'Bill of supply'
  return order.gstin === null ? 'Invoice-cum-bill of supply' : 'Tax invoice'
}

function supplierOf(order: OrderRow, settings: StoreSettings): Party {
  const state = placeOf(order.seller_state)
  const city = [settings.city, settings.pincode].filter((part) => part !== '').join(' ')
  const lines = [settings.address, city, `${state.name} (${state.code})`, settings.phone, settings.email]
  return { name: settings.legalName, lines: lines.filter((line) => line !== ''), gstin: settings.gstin, state }
}

function recipientOf(order: OrderRow): Party {
  const state = findState(order.state) ?? placeOf(order.place_of_supply)
  const lines = [
    order.company_name === null ? '' : order.full_name,
    order.address,
    `${order.city} ${order.pincode}`,
    `${state.name} (${state.code})`,
    order.phone,
    order.email,
  ]
  return {
    name: order.company_name ?? order.full_name,
    lines: lines.filter((line) => line !== ''),
    gstin: order.gstin,
    state: { code: state.code, name: state.name },
  }
}

function placeOf(code: string): PlaceOfSupply {
  const state = findState(code)
  if (!state) throw new RangeError(`Not an Indian State: ${code}`)
  return { code: state.code, name: state.name }
}

function intraStateHeads(code: string): HeadColumn[] {
  return [
    { key: 'cgst', name: 'CGST', share: 0.5 },
    { key: 'sgst', name: findState(code)?.union ? 'UTGST' : 'SGST', share: 0.5 },
  ]
}

function upiToPay(order: OrderRow, settings: StoreSettings): string | null {
  if (settings.upiVpa === null || order.status === 'cancelled' || !UNPAID.has(order.payment_state)) return null
  return orderUpiLink({ id: order.id, total: toPaise(order.total_amount) }, { vpa: settings.upiVpa, payee: settings.storeName })
}

function notesOf(title: InvoiceContent['title'], settings: StoreSettings): string[] {
  if (title === 'Packing slip') return []
  return [
    ...(title === 'Proforma invoice' ? ['This is not a tax invoice. The invoice is issued when the shop accepts the order.'] : []),
    ...(settings.gstin === null ? ['The supplier has no GSTIN on record.'] : []),
    'This is an electronic document and needs no signature.',
  ]
}
