import type { ReturnDocument } from './return-document.ts'
import { signOf } from './sections.ts'
import { NOTHING, plus, sumAmounts, sumsBy } from './tax-amounts.ts'
import type { TaxAmounts } from './tax-amounts.ts'

/** The kind of a document: registered buyers claim the tax back as their input credit, and a note reverses an invoice. */
export const KINDS = ['b2b', 'b2c', 'b2b_notes', 'b2c_notes'] as const
export type DocumentKind = (typeof KINDS)[number]

/** The tax of a month, net of notes: by kind of document, by rate, by State, and in total. Paise. */
export type GstSummary = {
  byKind: (TaxAmounts & { kind: DocumentKind; documents: number })[]
  byRate: (TaxAmounts & { rate: number })[]
  byState: (TaxAmounts & { placeOfSupply: string })[]
  total: TaxAmounts
  documents: { invoices: number; notes: number }
}

export const kindOf = ({ buyer, note }: ReturnDocument): DocumentKind => (buyer.gstin === null ? (note ? 'b2c_notes' : 'b2c') : note ? 'b2b_notes' : 'b2b')

export function gstSummary(documents: readonly ReturnDocument[]): GstSummary {
  const parts = documents.flatMap((document) =>
    document.rates.map((part) => ({ placeOfSupply: document.placeOfSupply, rate: part.rate, amounts: plus(NOTHING, part, signOf(document)) })),
  )
  const notes = documents.filter(({ note }) => note).length
  return {
    byKind: KINDS.map((kind) => {
      const own = documents.filter((document) => kindOf(document) === kind)
      return { kind, documents: own.length, ...sumAmounts(own.flatMap((document) => document.rates.map((part) => plus(NOTHING, part, signOf(document))))) }
    }),
    byRate: sumsBy(parts.map(({ rate, amounts }) => ({ key: { rate }, amounts }))),
    byState: sumsBy(parts.map(({ placeOfSupply, amounts }) => ({ key: { placeOfSupply }, amounts }))),
    total: sumAmounts(parts.map(({ amounts }) => amounts)),
    documents: { invoices: documents.length - notes, notes },
  }
}
