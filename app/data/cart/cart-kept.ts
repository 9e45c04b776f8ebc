import type { Told } from './cart-changes.ts'
import type { CartItem } from './cart-calls.ts'
import { withQuantity } from './cart-store.ts'
import { PERSONAL, readPersonal, writePersonal } from '../session/personal-storage.ts'

/** A line changed without a connection: `base` is what the shop held when it was last asked, `target` what is wanted; 0 removes. */
export type WaitingChange = { productId: string; base: number; target: number }

/** The cart as the shop last said it was, what waits to be saved, and what the buyer has yet to read about it. One customer's, on this device. */
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

/** Of another tab or of another person it is read afresh: the storage is the truth, this module only its reader. */
export function keptCart(userId: string): KeptCart | null {
  known = undefined
  const kept = read()
  return kept?.userId === userId ? kept : null
}

/** What the shop said just now; it keeps what waits and what is still to be read. */
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

/** The lines with what waits laid over them: what the buyer has made of her cart. */
export function withWaiting({ items, waiting }: Pick<KeptCart, 'items' | 'waiting'>): CartItem[] {
  return waiting.reduce((lines, { productId, target }) => withQuantity(lines, productId, target), items)
}

/** Puts a change into the queue, one for each product, the latest last; back where it began it is none. */
export function letWait(kept: KeptCart, productId: string, target: number): void {
  const before = kept.waiting.find((change) => change.productId === productId)
  const base = before?.base ?? kept.items.find((item) => item.product_id === productId)?.quantity ?? 0
  const others = kept.waiting.filter((change) => change.productId !== productId)
  write({ ...kept, waiting: target === base ? others : [...others, { productId, base, target }] })
}

/** One change is done with: it leaves the queue together with what is to be told of it, so that neither happens twice. */
export function endWaiting(userId: string, { productId, target }: WaitingChange, told: readonly Told[]): void {
  const kept = keptCart(userId)
  if (!kept) return
  // Changed again meanwhile: that wish stands.
  const waiting = kept.waiting.filter((change) => change.productId !== productId || change.target !== target)
  write({ ...kept, waiting, told: [...kept.told, ...told] })
}
