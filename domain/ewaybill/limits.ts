import { readFacts } from '../documents/frozen-charges.ts'
import type { DocumentFacts, DocumentRow } from '../documents/invoice-rows.ts'
import { documentAmounts, termsOf } from '../documents/invoice-amounts.ts'
import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

/** A consignment above this needs an e-way bill (CGST rule 138), between States always. */
export const LIMIT: Paise = 50_000_00

/**
 * Higher limits within a State, by its GST code, with the day from which they hold. As of 24 Nov 2026; sources are in docs/india.md#e-way-bills.
 * West Bengal had ₹1 lakh until 31 May 2026. A State that is not listed has the general limit: a warning too many does no harm.
 */
export const STATE_LIMITS: Record<string, { limit: Paise; since: string }> = {
  '03': { limit: 1_00_000_00, since: '2018-10-08' }, // Punjab
  '07': { limit: 1_00_000_00, since: '2018-06-16' }, // Delhi
  '08': { limit: 1_00_000_00, since: '2021-03-30' }, // Rajasthan; ₹2 lakh within a city, which the shop does not know
  '10': { limit: 1_00_000_00, since: '2019-01-21' }, // Bihar
  '20': { limit: 1_00_000_00, since: '2018-09-26' }, // Jharkhand
  '27': { limit: 1_00_000_00, since: '2018-07-01' }, // Maharashtra
  '33': { limit: 1_00_000_00, since: '2018-06-02' }, // Tamil Nadu
}

export const limitOf = (from: string, to: string): Paise => (from === to ? (STATE_LIMITS[from]?.limit ?? LIMIT) : LIMIT)

/** The value of a consignment: its taxed goods and charges with their tax. Exempt goods on the same document do not count (rule 138, explanation 2). */
export function consignmentValue(facts: DocumentFacts): Paise {
  if (facts.form === 'bill_of_supply') return 0
  const { summary } = documentAmounts(facts.order, facts.items, termsOf(facts))
  return sumOf(summary, ({ rate, taxable, tax }) => (rate === 0 ? 0 : taxable + tax))
}

export type EwayDue = { facts: DocumentFacts; value: Paise; limit: Paise }

/**
 * The newest invoice of an order that needs an e-way bill before its goods leave; null: none does. An invoice counts as a whole, also where it
 * leaves in several parcels, because the law takes the value that it declares. One that was taken back whole travels no more.
 */
export function ewayDue(documents: readonly DocumentRow[]): EwayDue | null {
  const all = documents.flatMap(({ content }) => (content ? [readFacts(content)] : []))
  const takenBack = new Set(all.flatMap(({ reverses, invoiced }) => (reverses && !invoiced ? [reverses.serial] : [])))
  const due = all.flatMap((facts): EwayDue[] => {
    if (facts.form === 'credit_note' || takenBack.has(facts.serial)) return []
    const value = consignmentValue(facts)
    const limit = limitOf(facts.order.seller_state, facts.order.place_of_supply)
    return value > limit ? [{ facts, value, limit }] : []
  })
  return due.reduce<EwayDue | null>((newest, one) => (newest && newest.facts.issued_at >= one.facts.issued_at ? newest : one), null)
}
