import { effectiveMinimum } from '#domain/products/stock.ts'
import { unitPrice } from '#domain/prices/price-tiers.ts'
import type { CartItem, CartProduct } from './cart-calls.ts'

/**
 * A change that waits. base: the shop's quantity when it was last read, null when it never was · target: the wanted one, 0 removes the
 * line · sent: a quantity sent from here whose response is missing
 */
export type PendingChange = { productId: string; base: number | null; target: number; sent?: number }

/**
 * What changed while the buyer was offline, one message for each. Quantities in units, prices in paise. gone: no longer sold ·
 * sold-out · short: fewer are left than wanted · minimum: the minimum order rose · elsewhere: another device changed the line, `now`
 * is the quantity that applies · refused: the shop rejected the change
 */
export type CartMessage = { productId: string; name: string | null } & (
  | { kind: 'gone' | 'sold-out' | 'refused' }
  | { kind: 'short' | 'minimum' | 'price'; old: number; now: number }
  | { kind: 'elsewhere'; old: number; found: number; now: number }
)

/**
 * What to write for one pending change, given the shop's current state. `write` is null when nothing has to be written: the change is
 * already there (its response was lost), or there is nothing left to buy. The wanted quantity is written even beyond a smaller stock: the
 * cart's own lines say how to fix it, and nothing is lost in between.
 */
export function resolveChange(change: PendingChange, held: number, product: CartProduct | null): { write: number | null; messages: CartMessage[] } {
  const { productId, base, target, sent } = change
  const about = { productId, name: product?.name ?? null }
  if (held === target) return { write: null, messages: target > 0 ? shortages(about, target, product) : [] }
  if (target === 0) return { write: 0, messages: [] }
  if (product === null) return { write: null, messages: [{ ...about, kind: 'gone' }] }
  // Nothing more is left to buy: the line stays as it was, and a new one is not added.
  if (product.stock <= 0 && target > held) return { write: null, messages: shortages(about, target, product) }
  const elsewhere: CartMessage[] = base === null || held === base || held === sent ? [] : [{ ...about, kind: 'elsewhere', old: base, found: held, now: target }]
  return { write: target, messages: [...elsewhere, ...shortages(about, target, product)] }
}

function shortages(about: { productId: string; name: string | null }, wanted: number, product: CartProduct | null): CartMessage[] {
  if (product === null || product.stock >= wanted) return []
  return [product.stock <= 0 ? { ...about, kind: 'sold-out' } : { ...about, kind: 'short', old: wanted, now: product.stock }]
}

/** Lines that are in the cart as before, but with another price, another minimum, or no longer for sale. */
export function changedLines(before: readonly CartItem[], now: readonly CartItem[]): CartMessage[] {
  return now.flatMap(({ product_id: productId, quantity, product }): CartMessage[] => {
    const old = before.find((item) => item.product_id === productId)
    if (!old?.product) return []
    const about = { productId, name: old.product.name }
    if (product === null) return [{ ...about, kind: 'gone' }]
    const [oldPrice, newPrice] = [unitPrice(old.product, quantity), unitPrice(product, quantity)]
    const [oldMinimum, newMinimum] = [effectiveMinimum(old.product), effectiveMinimum(product)]
    return [
      ...(oldPrice === newPrice ? [] : [{ ...about, kind: 'price' as const, old: oldPrice, now: newPrice }]),
      ...(newMinimum > oldMinimum && quantity < newMinimum ? [{ ...about, kind: 'minimum' as const, old: oldMinimum, now: newMinimum }] : []),
      ...(old.quantity === quantity && product.stock < quantity && old.product.stock >= quantity ? shortages(about, quantity, product) : []),
    ]
  })
}
