import { toRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { RefusedLine } from '#domain/orders/order-refusals.ts'
import type { Quote } from '#domain/quote/quote.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import type { CartLine, CartProduct } from './lock-cart.ts'
import { Refusal } from './refusal.ts'

/** `agreedPrice`: the price override of a manual order, in paise. */
export type OrderableLine = { productId: string; quantity: number; product: CartProduct; agreedPrice?: Paise | null }

/**
 * The lines that may be ordered, one per product.
 *
 * @throws Refusal with all refused lines, not only the first (docs/rules.md#stale-quotes, docs/rules.md#minimum-order)
 */
export function orderableLines(lines: CartLine[]): OrderableLine[] {
  const { orderable, refused } = validateLines(lines)
  if (refused.length > 0) throw refusalOf(refused)
  return orderable
}

/** Missing stock takes precedence over other reasons. */
export function refusalOf(refused: RefusedLine[]): Refusal {
  const [worst = 'OUT_OF_STOCK'] = (['OUT_OF_STOCK', 'BELOW_MINIMUM'] as const).filter((code) => refused.some((line) => line.code === code))
  return new Refusal(409, refused.some(({ code }) => code === worst) ? worst : (refused[0]?.code ?? worst), refused)
}

/**
 * @param anyQuantity products that may be ordered below their minimum, as staff decided
 * @throws Refusal EMPTY_CART
 */
export function validateLines(lines: CartLine[], anyQuantity: ReadonlySet<string> = new Set()): { orderable: OrderableLine[]; refused: RefusedLine[] } {
  if (lines.length === 0) throw new Refusal(409, 'EMPTY_CART')
  const demand = new Map<string, CartLine>()
  for (const line of lines) {
    // Sum before the stock check: two lines of one product must not pass it separately.
    const before = demand.get(line.productId)
    demand.set(line.productId, before ? { ...before, quantity: before.quantity + line.quantity } : line)
  }
  const refused: RefusedLine[] = []
  const orderable: OrderableLine[] = []
  for (const { productId, quantity, product } of demand.values()) {
    if (product?.status !== 'active') {
      refused.push({ product_id: productId, name: product?.name ?? '', code: 'OUT_OF_STOCK', old: quantity, new: 0 })
      continue
    }
    const minimum = effectiveMinimum(product)
    if (quantity > product.stock) {
      refused.push({ product_id: productId, name: product.name, code: 'OUT_OF_STOCK', old: quantity, new: product.stock })
    } else if (quantity < minimum && !anyQuantity.has(productId)) {
      refused.push({ product_id: productId, name: product.name, code: 'BELOW_MINIMUM', old: quantity, new: minimum })
    } else {
      orderable.push({ productId, quantity, product })
    }
  }
  return { orderable, refused }
}

/**
 * Refuses an order whose total differs from the one that the customer agreed to.
 *
 * @param expectedPrices the unit prices shown to the customer; a line without one is listed with `old: null`
 */
export function checkExpectedTotal(quote: Quote, lines: OrderableLine[], expectedTotal: Paise | null, expectedPrices: Map<string, Paise>): void {
  if (expectedTotal === null || expectedTotal === quote.total) return
  const changed = quote.lines.flatMap((line): RefusedLine[] => {
    const old = expectedPrices.get(line.productId)
    if (old === line.unitPrice) return []
    const name = lines.find(({ productId }) => productId === line.productId)?.product.name ?? ''
    return [{ product_id: line.productId, name, code: 'QUOTE_CHANGED', old: old === undefined ? null : toRupees(old), new: toRupees(line.unitPrice) }]
  })
  throw new Refusal(409, 'QUOTE_CHANGED', changed)
}
