/** The prices of lines before discounts, and what a discount leaves of them. */
import type { Paise } from '../money/money.ts'
import { spreadByLargestRemainder } from '../money/spread.ts'
import { activeTier, basePrice, parseTiers, tierPrice } from '../prices/price-tiers.ts'
import type { QuotedLine, QuotedProduct, QuoteInput, QuoteLine } from './quote.ts'

export type PricedLine = Pick<QuoteLine, 'productId' | 'quantity' | 'tierQuantity' | 'tier' | 'basePrice' | 'unitPrice' | 'lineTotal'> & {
  product: QuotedProduct
}

export function priceLines(lines: QuoteInput['lines']): PricedLine[] {
  const groups = unitsOfGroups(lines)
  return lines.map((line) => priceLine(line, groups))
}

/** Lines with an agreed price do not count for others (docs/decisions/0026-manual-orders.md). */
function unitsOfGroups(lines: QuoteInput['lines']): ReadonlyMap<string, number> {
  const units = new Map<string, number>()
  for (const { product, quantity, agreedPrice = null } of lines) {
    const group = groupOf(product)
    if (group !== null && agreedPrice === null) units.set(group, (units.get(group) ?? 0) + quantity)
  }
  return units
}

/** A cart that an earlier version stored on the device has no groups. */
const groupOf = ({ tier_group }: Partial<Pick<QuotedProduct, 'tier_group'>>): string | null => tier_group ?? null

function priceLine({ productId, quantity, product, agreedPrice = null }: QuotedLine, groups: ReadonlyMap<string, number>): PricedLine {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`Not a quantity: ${quantity}`)
  const group = groupOf(product)
  const inGroup = group === null ? null : (groups.get(group) ?? 0)
  const tierQuantity = inGroup === null ? quantity : agreedPrice === null ? inGroup : inGroup + quantity
  const tier = agreedPrice === null ? activeTier(parseTiers(product.pricing_tiers), tierQuantity) : null
  const base = basePrice(product)
  const unit = agreedPrice ?? tierPrice(base, tier)
  return { productId, quantity, tierQuantity, tier, basePrice: base, unitPrice: unit, lineTotal: unit * quantity, product }
}

/** Ranks lines by product, so that the result does not depend on the order in which products were added to the cart. */
export function rankLines(lines: readonly PricedLine[]): number[] {
  const ranks = Array.from<number>({ length: lines.length })
  for (const [rank, place] of [...lines.keys()].sort((a, b) => compareLines(lines[a], lines[b])).entries()) ranks[place] = rank
  return ranks
}

/**
 * Takes an amount off the current prices of the lines at these indexes, in proportion to these prices. Ties of a paisa are
 * resolved by rank (docs/rules.md#discounts). Changes `worth`.
 */
export function applyDiscount(amount: Paise, worth: Paise[], among: readonly number[], ranks: readonly number[]): void {
  if (amount === 0) return
  const places = among.toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))
  const shares = spreadByLargestRemainder(
    amount,
    places.map((place) => worth[place] ?? 0),
  )
  for (const [rank, place] of places.entries()) worth[place] = (worth[place] ?? 0) - (shares[rank] ?? 0)
}

function compareLines(a: PricedLine | undefined, b: PricedLine | undefined): number {
  if (!a || !b) return 0
  return a.productId === b.productId ? a.quantity - b.quantity : a.productId < b.productId ? -1 : 1
}
