import { formatDocumentDay } from '../time/dates.ts'
import type { Facts } from './document-facts.ts'

const INVOICE_TO_COME = 'The invoice is issued when the shop accepts the order.'
const INVOICE_WITH_PARCEL = 'Each parcel has an invoice of its own, which is issued when it is packed.'
const NO_INVOICE = 'The order was cancelled before the shop accepted it, so no invoice was issued.'

/** The small print of a document, in the words of the rule that requires it. */
export function documentNotes({ form, scope, seller, order, reverses, invoiced }: Facts): string[] {
  if (form === 'packing_slip') return []
  const bill = (reverses?.form ?? form) === 'bill_of_supply'
  return [
    ...(form === 'proforma'
      ? [`This is not a tax invoice. ${order.status === 'cancelled' ? NO_INVOICE : order.invoice_per_parcel === true ? INVOICE_WITH_PARCEL : INVOICE_TO_COME}`]
      : []),
    ...(reverses
      ? [
          `Takes back ${invoiced ? 'a part of ' : ''}${reverses.serial} of ${formatDocumentDay(reverses.issued_at)}${invoiced ? '' : ' in full'} (section 34 of the CGST Act).`,
        ]
      : []),
    ...(seller.gstin === null ? ['The supplier has no GSTIN on record and collects no GST.'] : bill ? ['Nil-rated goods: no GST is charged.'] : []),
    ...(scope === 'all' || reverses ? [] : ['The order’s other goods are on a separate document (rule 46A).']),
    'This is an electronic document and needs no signature.',
  ]
}
