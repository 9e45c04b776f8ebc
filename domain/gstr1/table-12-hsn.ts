import type { OfHsn, ReturnDocument } from './return-document.ts'
import { signOf } from './sections.ts'
import { isZero, NOTHING, plus, sumsBy } from './tax-amounts.ts'

/** Table 12: every supply by HSN, unit and rate, including nil-rated ones, net of notes; registered buyers are separate from the others. */
export function table12(documents: readonly ReturnDocument[]): { b2b: OfHsn[]; b2c: OfHsn[] } {
  return {
    b2b: summary(documents.filter(({ buyer }) => buyer.gstin !== null)),
    b2c: summary(documents.filter(({ buyer }) => buyer.gstin === null)),
  }
}

function summary(documents: readonly ReturnDocument[]): OfHsn[] {
  const quantities = new Map<string, number>()
  const parts = documents.flatMap((document) =>
    document.hsn.map(({ hsn, unit, rate, quantity, ...amounts }) => {
      const name = keyOf({ hsn, unit, rate })
      quantities.set(name, (quantities.get(name) ?? 0) + signOf(document) * quantity)
      return { key: { hsn, unit, rate }, amounts: plus(NOTHING, amounts, signOf(document)) }
    }),
  )
  return sumsBy(parts)
    .map((row) => ({ ...row, quantity: quantities.get(keyOf(row)) ?? 0 }))
    .filter((row) => row.quantity !== 0 || !isZero(row))
}

function keyOf({ hsn, unit, rate }: Pick<OfHsn, 'hsn' | 'unit' | 'rate'>): string {
  return JSON.stringify([hsn, unit, rate])
}
