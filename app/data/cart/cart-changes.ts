import { effectiveMinimum } from '#domain/products/stock.ts'
import { unitPrice } from '#domain/prices/price-tiers.ts'
import type { CartItem, CartProduct } from './cart-calls.ts'
import type { WaitingChange } from './cart-kept.ts'

/**
 * What changed while the buyer was offline, one message for each. Quantities in units, prices in paise. gone: no longer sold ·
 * sold-out · short: fewer are left than wanted · minimum: the minimum order rose · elsewhere: another device changed the line, `now`
 * is the quantity that applies · refused: the shop rejected the change
 */
export type Told = { productId: string; name: string | null } & (
  | { kind: 'gone' | 'sold-out' | 'refused' }
  | { kind: 'short' | 'minimum' | 'price'; old: number; now: number }
  | { kind: 'elsewhere'; old: number; found: number; now: number }
)

/**
 * What to write for one pending change, given the shop's current state. `write` is null when nothing has to be written: the change is
 * already there (its response was lost), or there is nothing left to buy. The wanted quantity is written even beyond the stock: the
 * cart's own lines say how to fix it, and nothing is lost in between.
 */
export function judgeChange(change: WaitingChange, held: number, product: CartProduct | null): { write: number | null; told: Told[] } {
  const { productId, base, target } = change
  const about = { productId, name: product?.name ?? null }
  if (held === target) return { write: null, told: target > 0 ? shortages(about, target, product) : [] }
  if (target === 0) return { write: 0, told: [] }
  if (product === null) return { write: null, told: [{ ...about, kind: 'gone' }] }
  const elsewhere: Told[] = held === base ? [] : [{ ...about, kind: 'elsewhere', old: base, found: held, now: target }]
  return { write: target, told: [...elsewhere, ...shortages(about, target, product)] }
}

function shortages(about: { productId: string; name: string | null }, wanted: number, product: CartProduct | null): Told[] {
  if (product === null || product.stock >= wanted) return []
  return [product.stock <= 0 ? { ...about, kind: 'sold-out' } : { ...about, kind: 'short', old: wanted, now: product.stock }]
}

/** Lines that are in the cart as before, but with another price, another minimum, or no longer for sale. */
export function changedLines(before: readonly CartItem[], now: readonly CartItem[]): Told[] {
  return now.flatMap(({ product_id: productId, quantity, product }): Told[] => {
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
