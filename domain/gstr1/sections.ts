import type { AtRate, ReturnDocument } from './return-document.ts'
import type { Paise } from '../money/money.ts'

/** Table 5 lists an inter-State invoice to an unregistered buyer individually above ₹1 lakh (since August 2024). */
export const LARGE: Paise = 1_00_000_00

/** The table for a document's taxed part. Its nil-rated part always goes to table 8, regardless of the buyer. */
export type Section = 'b2b' | 'b2cl' | 'b2cs' | 'cdnr' | 'cdnur'

/**
 * A credit note follows its invoice: 9B lists it when the buyer is registered or the invoice belongs to table 5; table 7 subtracts
 * any other. A note holds what its invoice came to, even if that is of another month.
 */
export function sectionOf({ buyer, interState, invoiceValue, note }: ReturnDocument): Section {
  if (buyer.gstin !== null) return note ? 'cdnr' : 'b2b'
  if (interState && invoiceValue > LARGE) return note ? 'cdnur' : 'b2cl'
  return 'b2cs'
}

export function taxedRates(document: ReturnDocument): AtRate[] {
  return document.rates.filter(({ rate }) => rate > 0)
}

/** The documents of a section that have a taxed part. */
export function documentsOf(documents: readonly ReturnDocument[], section: Section): ReturnDocument[] {
  return documents.filter((document) => sectionOf(document) === section && taxedRates(document).length > 0)
}

/** The sign with which a document counts: credit notes are subtracted. */
export function signOf({ note }: Pick<ReturnDocument, 'note'>): 1 | -1 {
  return note ? -1 : 1
}
