import { formatDocumentDay } from '../time/dates.ts'
import { draftFacts, formsOf, issuedFacts } from './document-facts.ts'
import type { Facts } from './document-facts.ts'
import { documentNotes } from './document-notes.ts'
import { documentAmounts, inScope, lineAmounts, termsOf } from './invoice-amounts.ts'
import type { DocumentAmounts, LineAmounts } from './invoice-amounts.ts'
import type { OrderItemRow, OrderRow } from './invoice-rows.ts'
import { toPaise } from '../money/money.ts'
import { formatOrderNumber, shortOrderId } from '../orders/order-number.ts'
import { isNeverPaid, isOwed, paymentBadge } from '../orders/order-status.ts'
import { paymentMethodName } from '../orders/payment-methods.ts'
import type { StoreSettings } from '../shop/settings.ts'
import { findState } from '../addresses/states.ts'
import { toPay } from '../orders/to-pay.ts'
import { orderUpiLink } from '../orders/upi-link.ts'
import { taxHeads } from '../tax/tax-heads.ts'
import type { HeadColumn } from '../tax/tax-heads.ts'

export type DocumentType = 'invoice' | 'packingSlip' | 'creditNote'

export type Party = {
  name: string
  /** address and contact, one printed line each */
  lines: string[]
  gstin: string | null
  state: PlaceOfSupply
}

export type PlaceOfSupply = { code: string; name: string }

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

export type DocumentTitle = 'Proforma invoice' | 'Tax invoice' | 'Bill of supply' | 'Invoice-cum-bill of supply' | 'Packing slip' | 'Credit note'

/** PNG in base64, sizes in pixels. */
export type DocumentLogo = { png: string; width: number; height: number }
/** How the shop looks when the document is rendered. It says nothing about the order, so it is not frozen with it. */
export type DocumentBrand = { logo: DocumentLogo | null; accent: string | null; secondColour: string | null }

/** The content of both the PDF and the page /invoice/{id} (docs/india.md#gst-documents). Money in paise, rates in percent. */
export type InvoiceContent = {
  documentType: DocumentType
  title: DocumentTitle
  /** null before a document is issued, and on packing slips */
  number: string | null
  /** '5 Nov 2026': the date of issue, or of the order when nothing is issued */
  date: string
  /** ISO; null until it is issued. The file names it as the time of its making, so that the same facts are always the same bytes */
  issuedAt: string | null
  /** the document that a credit note reverses; `reason` says why */
  against: { title: DocumentTitle; number: string; date: string } | null
  reason: string | null
  /** the marks of the copies, one printed copy each */
  copies: string[]
  order: {
    id: string
    label: string
    /** '482-715' */ number: string | null
    date: string
    status: string
    courier: string | null
    trackingNumber: string | null
  }
  /** the shop's name at the top of the document; the legal supplier is below */
  seller: { storeName: string; foundedYear: number | null; brand?: DocumentBrand }
  supplier: Party
  recipient: Party
  placeOfSupply: PlaceOfSupply
  interState: boolean
  pricesIncludeGst: boolean
  /** none on a bill of supply, which shows no tax */
  heads: HeadColumn[]
  lines: InvoiceLine[]
  /** null on a packing slip */
  amounts: DocumentAmounts | null
  reverseCharge: 'No'
  /** of a document that is registered with the portal; the QR code holds `signedQr` */
  einvoice: { irn: string; ackNo: string; ackDate: string; signedQr: string } | null
  /** on an issued invoice: 'Paid', or the method again; later payments are not frozen. On a packing slip only while it is not paid */
  payment: { method: string; state: string } | null
  /** a upi:// link for the QR code with the amount due, not for cash on delivery, which would be paid twice; on an issued invoice, the amount due when it was issued */
  upi: string | null
  notes: string[]
}

/** Rule 48 requires three marked copies of an invoice for goods. */
export const COPY_MARKS = ['ORIGINAL FOR RECIPIENT', 'DUPLICATE FOR TRANSPORTER', 'TRIPLICATE FOR SUPPLIER']

const TITLES: Record<Facts['form'], DocumentTitle> = {
  proforma: 'Proforma invoice',
  packing_slip: 'Packing slip',
  tax_invoice: 'Tax invoice',
  bill_of_supply: 'Bill of supply',
  invoice_cum_bill: 'Invoice-cum-bill of supply',
  credit_note: 'Credit note',
}

/**
 * The documents of one type that an order has: one, or two if a registered buyer has both nil-rated and taxed goods
 * (rule 46A), each with a credit note of its own. Issued documents are drawn from the facts frozen under their
 * numbers, so current settings affect only a proforma and a packing slip. Throws RangeError for a credit note that was never
 * issued and for invalid amounts: the database's constraints exclude both.
 */
export function invoiceContents(order: OrderRow, items: readonly OrderItemRow[], settings: StoreSettings, documentType: DocumentType): InvoiceContent[] {
  return factsOf(order, items, settings, documentType).map((facts, index) => contentOf(facts, documentType, index === 0))
}

/** The first of the documents: almost every order has only one. */
export function invoiceContent(order: OrderRow, items: readonly OrderItemRow[], settings: StoreSettings, documentType: DocumentType): InvoiceContent {
  const [first] = invoiceContents(order, items, settings, documentType)
  if (!first) throw new RangeError(`Order ${order.id} has no ${documentType}`)
  return first
}

function factsOf(order: OrderRow, items: readonly OrderItemRow[], settings: StoreSettings, documentType: DocumentType): Facts[] {
  if (documentType === 'packingSlip') return [draftFacts('packing_slip', order, items, settings)]
  const issued = issuedFacts(documentType === 'invoice' ? 'invoice' : 'credit_note', order, items, settings)
  if (issued.length > 0) return issued
  if (documentType === 'creditNote') throw new RangeError(`Order ${order.id} has no credit note`)
  return [draftFacts('proforma', order, items, settings)]
}

function contentOf(facts: Facts, documentType: DocumentType, first: boolean): InvoiceContent {
  const { form, order, seller, serial, reverses } = facts
  const interState = order.place_of_supply !== order.seller_state
  const priced = form !== 'packing_slip'
  const terms = termsOf(facts)
  const { registered } = terms
  return {
    documentType,
    title: TITLES[form],
    number: serial,
    date: formatDocumentDay(facts.issued_at ?? order.created_at),
    issuedAt: facts.issued_at === null ? null : new Date(facts.issued_at).toISOString(),
    against: reverses && { title: TITLES[reverses.form], number: reverses.serial, date: formatDocumentDay(reverses.issued_at) },
    reason: facts.reason,
    copies: serial === null || form === 'credit_note' ? [] : COPY_MARKS,
    order: {
      id: order.id,
      label: `${shortOrderId(order.id)}${facts.parcel === undefined ? '' : ` · parcel ${facts.parcel}`}`,
      number: order.order_number === undefined ? null : formatOrderNumber(order.order_number),
      date: formatDocumentDay(order.created_at),
      status: order.status,
      courier: order.courier,
      trackingNumber: order.tracking_number,
    },
    seller: { storeName: seller.store_name, foundedYear: seller.founded_year },
    supplier: supplierOf(facts),
    recipient: recipientOf(order),
    placeOfSupply: placeOf(order.place_of_supply),
    interState,
    pricesIncludeGst: order.prices_include_gst,
    heads: headsOf(facts, interState),
    lines: facts.items
      .filter((item) => inScope(Number(item.rate), facts.scope))
      .map((item, index) => ({
        number: index + 1,
        description: item.product_name,
        sku: item.sku,
        hsn: item.hsn,
        quantity: item.quantity,
        unit: item.unit ?? 'NOS',
        amounts: priced ? lineAmounts(item, order.prices_include_gst, registered) : null,
      })),
    amounts: priced ? documentAmounts(order, facts.items, terms) : null,
    reverseCharge: 'No',
    einvoice: einvoiceOf(facts),
    payment: paymentOf(facts),
    upi: documentType === 'invoice' && first && !isPartPaid(facts) ? upiToPay(facts) : null,
    notes: documentNotes(facts),
  }
}

function einvoiceOf({ einvoice }: Facts): InvoiceContent['einvoice'] {
  return einvoice ? { irn: einvoice.irn, ackNo: einvoice.ack_no, ackDate: formatDocumentDay(einvoice.ack_at), signedQr: einvoice.signed_qr } : null
}

/** CGST and SGST within the State, IGST to another; none if the document is, or will be, a bill of supply. */
function headsOf({ form, scope, seller, order, items, reverses }: Facts, interState: boolean): HeadColumn[] {
  const [expected] = formsOf(seller, order, items)
  const bill = scope === 'nil' || (reverses?.form ?? (form === 'proforma' ? expected : form)) === 'bill_of_supply'
  if (bill) return []
  return taxHeads(interState, findState(order.place_of_supply)?.union === true)
}

/** A part was paid: the code would ask for the total again. */
const isPartPaid = ({ order }: Facts): boolean =>
  order.payments?.some(({ state, method, amount }) => state === 'paid' && method !== 'credit' && toPaise(amount) > 0) === true

function supplierOf({ seller, order }: Facts): Party {
  const state = placeOf(order.seller_state)
  const city = [seller.city, seller.pincode].filter((part) => part !== '').join(' ')
  const lines = [seller.address, city, `${state.name} (${state.code})`, seller.phone, seller.email]
  return { name: seller.legal_name || seller.store_name, lines: lines.filter((line) => line !== ''), gstin: seller.gstin, state }
}

function recipientOf(order: Facts['order']): Party {
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

function paymentOf({ form, order }: Facts): InvoiceContent['payment'] {
  if (form === 'credit_note') return null
  const method = [
    paymentMethodName(order.payment_method),
    ...(order.payment_method !== 'credit' && toPaise(order.store_credit ?? 0) > 0 ? [paymentMethodName('credit')] : []),
  ].join(' and ')
  // who packs an order that is not paid sees it; a slip has no amounts
  if (form === 'packing_slip')
    return isOwed(order.payment_state) || order.payment_state === 'awaiting_verification' ? { method, state: paymentBadge(order.payment_state).text } : null
  if (form === 'proforma' && isNeverPaid(order)) return { method, state: 'Nothing was paid' }
  return { method, state: form === 'proforma' || order.payment_state === 'paid' ? paymentBadge(order.payment_state).text : method }
}

/** None for an order that is paid through Razorpay, where a direct transfer would not appear, or to the courier; nor for a part of an order. */
function upiToPay({ seller, order, parcel }: Facts): string | null {
  if (
    parcel !== undefined ||
    seller.upi_vpa === null ||
    order.status === 'cancelled' ||
    ['razorpay', 'cod'].includes(order.payment_method) ||
    !isOwed(order.payment_state)
  )
    return null
  return orderUpiLink({ id: order.id, total: toPay(order) }, { vpa: seller.upi_vpa, payee: seller.store_name })
}

export const withBrand = (
  contents: readonly InvoiceContent[],
  logo: DocumentLogo | null,
  { accent, secondColour }: Pick<StoreSettings, 'accent' | 'secondColour'>,
): InvoiceContent[] => contents.map((content) => ({ ...content, seller: { ...content.seller, brand: { logo, accent, secondColour } } }))
