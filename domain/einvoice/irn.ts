import { financialYear } from '../documents/serials.ts'
import type { DocumentFacts } from '../documents/invoice-rows.ts'
import { documentType } from './inv01.ts'

/**
 * The text whose SHA-256 is the IRN: the supplier's GSTIN, the financial year, the kind of document and its number, without anything between.
 * The database computes it too (`private.irn_of`) and stores no other.
 */
export function irnText({ seller, issued_at, form, serial }: Pick<DocumentFacts, 'seller' | 'issued_at' | 'form' | 'serial'>): string {
  return `${seller.gstin ?? ''}20${financialYear(new Date(issued_at))}${documentType({ form })}${serial}`.toUpperCase()
}
