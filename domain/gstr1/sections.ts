import type { AtRate, ReturnDocument } from './return-document.ts'
import type { Paise } from '../money/money.ts'

/** Table 5: an inter-State invoice to an unregistered buyer above ₹1 lakh stands by itself (since August 2024). */
export const LARGE: Paise = 1_00_000_00

/** The table that a document's taxed part goes to; its nil-rated part is table 8's, whoever bought it. */
export type Section = 'b2b' | 'b2cl' | 'b2cs' | 'cdnr' | 'cdnur'

/**
 * A credit note follows its invoice: to a registered buyer, or against one of table 5, it is listed in 9B; any other nets
 * into table 7. A note of this shop takes its invoice back whole and holds the same facts, so its own value tells how large
 * the invoice was, whichever month that one is of.
 */
export function sectionOf({ buyer, interState, value, note }: ReturnDocument): Section {
  if (buyer.gstin !== null) return note ? 'cdnr' : 'b2b'
  if (interState && value > LARGE) return note ? 'cdnur' : 'b2cl'
  return 'b2cs'
}

export function taxedRates(document: ReturnDocument): AtRate[] {
  return document.rates.filter(({ rate }) => rate > 0)
}

/** The documents of one section that have a taxed part. */
export function documentsOf(documents: readonly ReturnDocument[], section: Section): ReturnDocument[] {
  return documents.filter((document) => sectionOf(document) === section && taxedRates(document).length > 0)
}

/** What a document counts: a credit note takes away. */
export function signOf({ note }: Pick<ReturnDocument, 'note'>): 1 | -1 {
  return note ? -1 : 1
}
