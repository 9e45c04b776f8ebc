import type { CartItem } from './cart-calls.ts'

export type CartState = { status: 'loading' | 'signed-out' | 'ready' | 'failed'; items: readonly CartItem[] }

export const cartUnknown: CartState = { status: 'loading', items: [] }

let state: CartState = cartUnknown
const listeners = new Set<() => void>()

export function readCart(): CartState {
  return state
}

export function publishCart(next: CartState): void {
  state = next
  for (const listener of listeners) listener()
}

export function listenToCart(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The items with one line changed, added, or removed at 0 or below. */
export function withQuantity(items: readonly CartItem[], productId: string, quantity: number): CartItem[] {
  if (quantity <= 0) return items.filter((item) => item.product_id !== productId)
  if (items.some((item) => item.product_id === productId)) return items.map((item) => (item.product_id === productId ? { ...item, quantity } : item))
  return [...items, { product_id: productId, quantity, product: null }]
}

/** The number on the badge: the sum of the quantities. */
export function unitCount(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}
