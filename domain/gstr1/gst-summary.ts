import type { ReturnDocument } from './return-document.ts'
import { signOf } from './sections.ts'
import { NOTHING, plus, sumAmounts, sumsBy } from './tax-amounts.ts'
import type { TaxAmounts } from './tax-amounts.ts'

/** What a month's tax comes to, notes taken off: by rate, by State, and together. Paise. */
export type GstSummary = {
  byRate: (TaxAmounts & { rate: number })[]
  byState: (TaxAmounts & { placeOfSupply: string })[]
  total: TaxAmounts
  documents: { invoices: number; notes: number }
}

export function gstSummary(documents: readonly ReturnDocument[]): GstSummary {
  const parts = documents.flatMap((document) =>
    document.rates.map((part) => ({ placeOfSupply: document.placeOfSupply, rate: part.rate, amounts: plus(NOTHING, part, signOf(document)) })),
  )
  const notes = documents.filter(({ note }) => note).length
  return {
    byRate: sumsBy(parts.map(({ rate, amounts }) => ({ key: { rate }, amounts }))),
    byState: sumsBy(parts.map(({ placeOfSupply, amounts }) => ({ key: { placeOfSupply }, amounts }))),
    total: sumAmounts(parts.map(({ amounts }) => amounts)),
    documents: { invoices: documents.length - notes, notes },
  }
}
