import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { taxHeads } from '../tax/tax-heads.ts'
import type { Quote, QuoteLine } from './quote.ts'
import type { TotalTax } from './total-rows.ts'

export type CartSummary = {
  units: number
  products: number
  /** the total of all lines at their base price, without tiers */
  listTotal: Paise
  /** how much the tiers take off that total */
  bulkSavings: Paise
  /** `rate` is null when the lines have several rates */
  taxes: TotalTax[]
}

/** The breakdown that is shown above the total, for the goods only. */
export function cartSummary(quote: Quote): CartSummary {
  const rates = new Set(quote.lines.map((line) => line.rate))
  const rate = rates.size === 1 ? ([...rates][0] ?? null) : null
  return {
    units: sumOf(quote.lines, (line) => line.quantity),
    products: quote.lines.length,
    listTotal: sumOf(quote.lines, (line) => line.basePrice * line.quantity),
    bulkSavings: sumOf(quote.lines, bulkSaving),
    taxes: taxHeads(quote.interState, quote.unionTerritory).map(({ key, name, share }) => ({
      name,
      rate: rate === null ? null : rate * share,
      amount: quote[key],
    })),
  }
}

/** How much a line's tier takes off. */
export function bulkSaving(line: Pick<QuoteLine, 'basePrice' | 'quantity' | 'lineTotal'>): Paise {
  return line.basePrice * line.quantity - line.lineTotal
}
