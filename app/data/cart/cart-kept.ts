import type { Told } from './cart-changes.ts'
import type { CartItem } from './cart-calls.ts'
import { withQuantity } from './cart-store.ts'
import { PERSONAL, readPersonal, writePersonal } from '../session/personal-storage.ts'

/** A line changed while offline: `base` is the shop's quantity when it was last read, `target` the wanted one; 0 removes the line. */
export type WaitingChange = { productId: string; base: number; target: number }

/** The cart as last read from the shop, the pending changes, and the messages the buyer has not read yet. For one customer, on this device. */
export type KeptCart = { userId: string; readAt: string; items: CartItem[]; waiting: WaitingChange[]; told: Told[] }

const NAME = 'cart'
const listeners = new Set<() => void>()
/** `undefined` until it is read from the storage, and again when another tab writes. */
let known: KeptCart | null | undefined

function read(): KeptCart | null {
  if (known === undefined) {
    const value = readPersonal('local', NAME) as Partial<KeptCart> | null
    const whole = value && typeof value.userId === 'string' && Array.isArray(value.items) && Array.isArray(value.waiting) && Array.isArray(value.told)
    known = whole ? (value as KeptCart) : null
  }
  return known
}

function write(next: KeptCart | null) {
  writePersonal('local', NAME, next)
  known = next
  for (const listener of listeners) listener()
}

export const keptCartStore = {
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', readAgain)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', readAgain)
    }
  },
  read,
}

function readAgain(event: StorageEvent) {
  if (event.key !== PERSONAL + NAME && event.key !== null) return
  known = undefined
  for (const listener of listeners) listener()
}

/** Always reads the storage, because another tab or another user may have written it: the storage is the source of truth. */
export function keptCart(userId: string): KeptCart | null {
  known = undefined
  const kept = read()
  return kept?.userId === userId ? kept : null
}

/** Stores the cart just read from the shop; pending changes and unread messages stay. */
export function keepCart(userId: string, items: CartItem[], told: readonly Told[] = []): void {
  const before = keptCart(userId)
  write({ userId, readAt: new Date().toISOString(), items, waiting: before?.waiting ?? [], told: [...(before?.told ?? []), ...told] })
}

export function forgetKeptCart(): void {
  write(null)
}

export function markTold(userId: string): void {
  const kept = keptCart(userId)
  if (kept) write({ ...kept, told: [] })
}

/** The lines with the pending changes applied: the cart as the buyer sees it. */
export function withWaiting({ items, waiting }: Pick<KeptCart, 'items' | 'waiting'>): CartItem[] {
  return waiting.reduce((lines, { productId, target }) => withQuantity(lines, productId, target), items)
}

/** Queues a change, one for each product, the latest last; a change back to the original quantity is removed. */
export function letWait(kept: KeptCart, productId: string, target: number): void {
  const before = kept.waiting.find((change) => change.productId === productId)
  const base = before?.base ?? kept.items.find((item) => item.product_id === productId)?.quantity ?? 0
  const others = kept.waiting.filter((change) => change.productId !== productId)
  write({ ...kept, waiting: target === base ? others : [...others, { productId, base, target }] })
}

/** Removes a finished change from the queue and adds its messages in the same write, so that neither happens twice. */
export function endWaiting(userId: string, { productId, target }: WaitingChange, told: readonly Told[]): void {
  const kept = keptCart(userId)
  if (!kept) return
  // A change made in the meantime stays in the queue.
  const waiting = kept.waiting.filter((change) => change.productId !== productId || change.target !== target)
  write({ ...kept, waiting, told: [...kept.told, ...told] })
}
