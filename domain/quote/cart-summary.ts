import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import type { Quote, QuoteLine } from './quote.ts'

export type TaxRow = { name: 'CGST' | 'SGST' | 'UTGST' | 'IGST'; /** percent; null when the lines have several rates */ rate: number | null; amount: Paise }
export type CartSummary = {
  units: number
  products: number
  /** the total of all lines at their base price, without tiers */
  listTotal: Paise
  /** how much the tiers take off that total */
  bulkSavings: Paise
  taxes: TaxRow[]
}

/** The breakdown that is shown above the total, for the goods only. */
export function cartSummary(quote: Quote): CartSummary {
  const rates = new Set(quote.lines.map((line) => line.rate))
  const rate = rates.size === 1 ? ([...rates][0] ?? null) : null
  const half = rate === null ? null : rate / 2
  return {
    units: sumOf(quote.lines, (line) => line.quantity),
    products: quote.lines.length,
    listTotal: sumOf(quote.lines, (line) => line.basePrice * line.quantity),
    bulkSavings: sumOf(quote.lines, bulkSaving),
    taxes: quote.interState
      ? [{ name: 'IGST', rate, amount: quote.igst }]
      : [
          { name: 'CGST', rate: half, amount: quote.cgst },
          { name: quote.unionTerritory ? 'UTGST' : 'SGST', rate: half, amount: quote.sgst },
        ],
  }
}

/** How much a line's tier takes off. */
export function bulkSaving(line: Pick<QuoteLine, 'basePrice' | 'quantity' | 'lineTotal'>): Paise {
  return line.basePrice * line.quantity - line.lineTotal
}
