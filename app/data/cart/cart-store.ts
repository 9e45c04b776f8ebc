/**
 * The cart that is shown: what the shop last returned, with the changes on top that it has not confirmed. This is the only place where
 * the two meet. A response replaces what the shop said and never a change, so it does not matter when it was requested.
 */
import type { ListedProduct } from '../shop/products.ts'
import type { CartItem, CartProduct } from './cart-calls.ts'

export type CartState = { status: 'loading' | 'signed-out' | 'ready' | 'failed'; items: readonly CartItem[] }

/**
 * A line as it was set here; 0 removes it. userId: whose cart · product: shown while the shop has not returned the line · queued: it is
 * in the customer's queue on this device (unsaved-changes.ts), until it is saved from there
 */
export type Change = Line & { userId: string; queued?: true }
type Line = { productId: string; quantity: number; product?: CartProduct }

export const cartUnknown: CartState = { status: 'loading', items: [] }

/** As the shop last returned it, with what it confirmed since. */
let known: CartState = cartUnknown
let shown: CartState = cartUnknown
/** The last change of each product. */
export const changes = new Map<string, Change>()
const listeners = new Set<() => void>()

export function readCart(): CartState {
  return shown
}

export function quantityInCart(productId: string): number {
  return shown.items.find((item) => item.product_id === productId)?.quantity ?? 0
}

/** Until the cart is read again: SKU, HSN and unit do not change a price. */
export function asCartProduct(product: ListedProduct): CartProduct {
  return { sku: '', hsn: null, unit: '', status: 'active', ...product }
}

/** Replaces what the shop said. */
export function publishCart(next: CartState): void {
  known = next
  shown = { ...next, items: withChanges(next.items, changes.values()) }
  for (const listener of listeners) listener()
}

/** The cart could not be read: what was read before stays. */
export function publishFailure(): void {
  publishCart({ ...known, status: known.status === 'ready' ? 'ready' : 'failed' })
}

export function showChanges(next: readonly Change[]): void {
  for (const change of next) changes.set(change.productId, change)
  publishCart(known)
}

/** The shop has these changes, or refused them: then the lines are as before. A later change of the same product stays. */
export function endChanges(ended: readonly Change[], saved: boolean): void {
  for (const change of ended) if (changes.get(change.productId) === change) changes.delete(change.productId)
  publishCart(saved ? { ...known, items: withChanges(known.items, ended) } : known)
}

/** Shows no change of another customer than `userId`. */
export function forgetChanges(userId: string | null): void {
  for (const [id, change] of changes) if (change.userId !== userId) changes.delete(id)
}

export function listenToCart(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The items with lines changed, added, or removed at 0 or below. */
export function withChanges(items: readonly CartItem[], changed: Iterable<Line>): CartItem[] {
  const lines = new Map(items.map((item) => [item.product_id, item]))
  for (const { productId, quantity, product } of changed) {
    if (quantity > 0) lines.set(productId, { product_id: productId, quantity, product: lines.get(productId)?.product ?? product ?? null })
    else lines.delete(productId)
  }
  return [...lines.values()]
}

/** The number on the badge: the sum of the quantities. */
export function unitCount(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}
