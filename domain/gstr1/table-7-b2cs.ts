import type { ReturnDocument } from './return-document.ts'
import { documentsOf, signOf, taxedRates } from './sections.ts'
import { isZero, NOTHING, plus, sumsBy } from './tax-amounts.ts'
import type { TaxAmounts } from './tax-amounts.ts'

export type SmallSales = TaxAmounts & { /** 'INTRA': within the shop's State */ supply: 'INTER' | 'INTRA'; placeOfSupply: string; rate: number }

/** Table 7: all other taxed supplies to unregistered buyers, summed by State and rate, net of notes. May be negative. */
export function table7(documents: readonly ReturnDocument[]): SmallSales[] {
  const parts = documentsOf(documents, 'b2cs').flatMap((document) =>
    taxedRates(document).map((part) => ({
      key: { supply: document.interState ? ('INTER' as const) : ('INTRA' as const), placeOfSupply: document.placeOfSupply, rate: part.rate },
      amounts: plus(NOTHING, part, signOf(document)),
    })),
  )
  return sumsBy(parts).filter((row) => !isZero(row))
}
