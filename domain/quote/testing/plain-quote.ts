import { sumOf } from '../../money/money.ts'
import type { Paise } from '../../money/money.ts'
import { applyDiscount, priceLines, rankLines } from '../priced-lines.ts'
import type { Quote, QuoteInput } from '../quote.ts'
import { computeTotals } from '../totals.ts'
import { NO_CHOICES } from '../../orders/order-choices.ts'

/** `discount`: an amount off all goods as the cart shows them, never more than their price. */
export type PlainInput = Omit<QuoteInput, 'choices'> & Partial<Pick<QuoteInput, 'choices'>> & { discount?: Paise }

/** The quote without offers and coupons: what tests of prices, taxes and rounding are about, and what an order without discounts must equal. */
export function quote(input: PlainInput): Quote {
  const lines = priceLines(input.lines)
  const left = lines.map((line) => line.lineTotal)
  const amount = Math.min(
    Math.max(0, input.discount ?? 0),
    sumOf(left, (worth) => worth),
  )
  applyDiscount(amount, left, [...left.keys()], amount === 0 ? [] : rankLines(lines))
  const shares = lines.map((line, place) => ({ amount: line.lineTotal - (left[place] ?? 0), offer: null }))
  return computeTotals(lines, shares, [], false, { choices: NO_CHOICES, ...input })
}
