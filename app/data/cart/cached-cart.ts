import type { CartMessage, PendingChange } from './cart-changes.ts'
import type { CartItem } from './cart-calls.ts'
import { listenToCart, withChanges } from './cart-store.ts'
import { PERSONAL, readPersonal, writePersonal } from '../session/personal-storage.ts'
import { recordChange, UNSAVED, unsavedChanges, writeUnsaved } from './unsaved-changes.ts'

/**
 * The cart of one customer on this device: as last read from the shop, with the messages the buyer has not read yet. `saves` counts what
 * any tab has written since: a response that was requested before has not seen it. `readAt` is empty before the first read.
 */
type Stored = { userId: string; readAt: string; items: CartItem[]; messages: CartMessage[]; saves: number }
/** `pending`: the changes that wait and differ from the last read */
export type CachedCart = Stored & { pending: PendingChange[] }

const NAME = 'cart'
const listeners = new Set<() => void>()
let stopListening = (): void => undefined
/** `undefined` until it is read from the storage, and again when it may have changed. */
let known: CachedCart | null | undefined

function read(): CachedCart | null {
  if (known === undefined) {
    const value = readPersonal('local', NAME) as Partial<Stored> | null
    const whole = value && typeof value.userId === 'string' && Array.isArray(value.items) && Array.isArray(value.messages)
    const stored = whole ? (value as Stored) : null
    known = stored && { ...stored, pending: changesOf(stored.userId, stored).filter(({ base, target }) => base !== target) }
  }
  return known
}

function write(next: Stored | null) {
  if (next === null) writePersonal('local', NAME, null)
  else {
    const { userId, readAt, items, messages, saves } = next
    writePersonal('local', NAME, { userId, readAt, items, messages, saves } satisfies Stored)
  }
  readAgain()
}

function readAgain() {
  known = undefined
  for (const listener of listeners) listener()
}

export const cachedCartStore = {
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      const ofOtherTabs = ({ key }: StorageEvent) => (key === null || key === PERSONAL + NAME || key === PERSONAL + UNSAVED) && readAgain()
      window.addEventListener('storage', ofOtherTabs)
      const stop = listenToCart(readAgain)
      stopListening = () => {
        window.removeEventListener('storage', ofOtherTabs)
        stop()
      }
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) stopListening()
    }
  },
  read,
}

/** Always reads the storage, because another tab or another user may have written it: the storage is the source of truth. */
export function cachedCart(userId: string): CachedCart | null {
  known = undefined
  const cached = read()
  return cached?.userId === userId ? cached : null
}

/** Everything that waits to be saved; a line that was changed back too, because the change before may be on its way. */
export function changesOf(userId: string, cached: Stored | null = cachedCart(userId)): PendingChange[] {
  return Object.entries(unsavedChanges(userId)).map(([productId, { target, sent }]) => {
    const base = cached === null || cached.readAt === '' ? null : (cached.items.find((item) => item.product_id === productId)?.quantity ?? 0)
    return { productId, base, target, ...(sent === undefined ? {} : { sent }) }
  })
}

/** Stores the cart just read from the shop; unread messages stay. */
export function cacheCart(userId: string, items: CartItem[], messages: readonly CartMessage[] = []): void {
  const before = cachedCart(userId)
  write({ userId, readAt: new Date().toISOString(), items, messages: [...(before?.messages ?? []), ...messages], saves: before?.saves ?? 0 })
}

export function forgetCachedCart(): void {
  write(null)
}

/** Removes the messages that the buyer has read: all, or those that `read` names. */
export function markMessagesRead(userId: string, read: (messages: CartMessage) => boolean = () => true): void {
  const cached = cachedCart(userId)
  if (cached) write({ ...cached, messages: cached.messages.filter((messages) => !read(messages)) })
}

/** The lines with the pending changes applied: the cart as the buyer sees it. */
export function withPending({ items, pending }: Pick<CachedCart, 'items' | 'pending'>): CartItem[] {
  return withChanges(
    items,
    pending.map(({ productId, target }) => ({ productId, quantity: target })),
  )
}

/** Puts a change into the queue, one for each product. */
export function queueChange(userId: string, productId: string, target: number): void {
  recordChange(userId, productId, target)
  readAgain()
}

/** Notes what is being sent: if the response is lost, the shop's new quantity is not another device's change. */
export function markSent(userId: string, lines: readonly { productId: string; quantity: number }[]): void {
  const unsaved = unsavedChanges(userId)
  for (const { productId, quantity } of lines) {
    const change = unsaved[productId]
    if (change) unsaved[productId] = { ...change, sent: quantity }
  }
  writeUnsaved(userId, unsaved)
}

/** Lines that the shop has now, written past the queue. */
export function noteWritten(userId: string, lines: readonly { productId: string; quantity: number }[]): void {
  const cached = cachedCart(userId)
  if (cached) write({ ...cached, items: withChanges(cached.items, lines), saves: cached.saves + 1 })
}

/** Removes saved changes from the queue and adds their messages. `held`: what the shop has now. A change made in the meantime stays. */
export function finishChanges(userId: string, done: readonly { change: PendingChange; held: number; messages: readonly CartMessage[] }[]): void {
  const [before, unsaved] = [cachedCart(userId), unsavedChanges(userId)]
  // The customer signed out while they were saved: nothing of theirs is stored again (docs/rules.md#sign-out).
  if (before === null && Object.keys(unsaved).length === 0) return
  const cached = before ?? { userId, readAt: '', items: [], messages: [], saves: 0 }
  for (const { change } of done) {
    const later = unsaved[change.productId]
    if (later === undefined || later.target === change.target) delete unsaved[change.productId]
    else unsaved[change.productId] = { target: later.target }
  }
  writeUnsaved(userId, unsaved)
  const items = withChanges(
    cached.items,
    done.map(({ change, held }) => ({ productId: change.productId, quantity: held })),
  )
  write({ ...cached, items, messages: [...cached.messages, ...done.flatMap(({ messages }) => messages)], saves: cached.saves + 1 })
}
