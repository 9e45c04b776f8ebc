import type { Discount } from '#domain/discounts/discount.ts'
import { quoteWithDiscounts } from '#domain/quote/discounted-quote.ts'
import type { Quote, QuoteLine, QuoteSettings } from '#domain/quote/quote.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import * as say from '#words/order-pad.tsx'
import type { CartItem, CartProduct } from '../../data/cart/cart-calls.ts'
import type { PadRow } from './resolve-lines.ts'
import { MOST_UNITS } from './read-quantity.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'

export type PadProblem = {
  code: 'UNKNOWN' | 'AMBIGUOUS' | 'NO_QUANTITY' | 'BAD_QUANTITY' | 'OUT_OF_STOCK' | 'BELOW_MINIMUM' | 'ABOVE_STOCK' | 'NO_LONGER_SOLD'
  text: string
  /** The quantity that would be valid, if there is one. */
  right: number | null
}

export type ValidatedRow = PadRow & {
  problem: PadProblem | null
  /** Units of the product that are already in the cart: they count towards minimum, stock and tier. */
  inCart: number
  /** The price of all units that the cart would then contain; null if nothing can be priced. */
  line: QuoteLine | null
}

export type ValidatedPad = { rows: ValidatedRow[]; ready: ValidatedRow[]; /** what the cart would contain of the ready rows */ quote: Quote; units: number }

/** Facts beyond the rows: products that are no longer sold, and the automatic offers that the cart would apply. */
export type PadFacts = { gone?: ReadonlySet<string>; offers?: readonly Discount[] }

/** The result of each row: its price at the tier it reaches, or why it cannot be added. Expects merged rows. */
export function validateRows(
  rows: readonly PadRow[],
  cart: readonly CartItem[],
  settings: QuoteSettings,
  { gone = new Set(), offers = [] }: PadFacts = {},
): ValidatedPad {
  const held = new Map(cart.map((item) => [item.product_id, item.quantity]))
  const validated = rows.map((row) => {
    const inCart = row.product === null ? 0 : (held.get(row.product.id) ?? 0)
    return { ...row, inCart, problem: problemOf(row, inCart, gone), line: null as QuoteLine | null }
  })
  const ready = validated.filter((row) => row.problem === null)
  const lines = ready.flatMap(({ product, quantity, inCart }) =>
    product === null || quantity === null ? [] : [{ productId: product.id, quantity: inCart + quantity, product }],
  )
  const { quote: priced } = quoteWithDiscounts({ lines, settings, deliveryState: null, choices: NO_CHOICES }, { offers })
  for (const [place, row] of ready.entries()) row.line = priced.lines[place] ?? null
  return { rows: validated, ready, quote: priced, units: ready.reduce((sum, row) => sum + (row.quantity ?? 0), 0) }
}

function problemOf(row: PadRow, inCart: number, gone: ReadonlySet<string>): PadProblem | null {
  const { product, quantity } = row
  if (product === null) return namelessProblem(row)
  if (gone.has(product.id)) return { code: 'NO_LONGER_SOLD', text: say.noLongerSold, right: null }
  if (product.stock <= 0) return { code: 'OUT_OF_STOCK', text: say.outOfStock, right: null }
  const least = Math.max(1, effectiveMinimum(product) - inCart)
  if (row.badQuantity) return { code: 'BAD_QUANTITY', text: say.badQuantity, right: least }
  if (quantity === null) return { code: 'NO_QUANTITY', text: say.noQuantity, right: least }
  return quantityProblem(product, quantity, inCart)
}

function namelessProblem({ choosing }: PadRow): PadProblem {
  if (choosing === 'same') return { code: 'AMBIGUOUS', text: say.several, right: null }
  if (choosing === 'near') return { code: 'AMBIGUOUS', text: say.near, right: null }
  return { code: 'UNKNOWN', text: say.unknown, right: null }
}

function quantityProblem(product: CartProduct, quantity: number, inCart: number): PadProblem | null {
  const most = Math.min(product.stock, MOST_UNITS) - inCart
  if (most <= 0) return { code: 'ABOVE_STOCK', text: say.allInCart(product.stock), right: null }
  if (quantity > most) return { code: 'ABOVE_STOCK', text: say.mostYouCanAdd(product.stock, inCart, most), right: most }
  const minimum = effectiveMinimum(product)
  if (inCart + quantity < minimum) return { code: 'BELOW_MINIMUM', text: say.minimumOrder(minimum), right: minimum - inCart }
  return null
}
