/**
 * The cart's calls as cart.ts makes them, online or offline. Offline the cart is what was last read plus the changes since; they wait
 * on this device and are saved, each exactly once, when the shop responds again.
 */
import * as calls from './cart-calls.ts'
import type { CartItem } from './cart-calls.ts'
import { changedLines, resolveChange } from './cart-changes.ts'
import { changes } from './cart-store.ts'
import type { CartMessage, PendingChange } from './cart-changes.ts'
import { cacheCart, cachedCart, changesOf, finishChanges, markSent, noteWritten, queueChange, withPending } from './cached-cart.ts'
import { isLost, reachable } from '../api/connection.ts'
import { sessionStore } from '../session/session.ts'

export { addItems } from './cart-calls.ts'

/** The changes that are shown follow the device's queue: what it no longer has is saved or refused, what another tab or an earlier page put there is shown. */
export function followQueue(userId: string): void {
  const queue = new Map(changesOf(userId).map(({ productId, target }) => [productId, target]))
  for (const [id, { queued }] of changes) if (queued && !queue.has(id)) changes.delete(id)
  for (const [productId, quantity] of queue) {
    const change = changes.get(productId)
    if (!change || change.queued) changes.set(productId, { ...change, productId, quantity, userId, queued: true })
  }
}

/** Whether the cached cart was shown since the shop last responded: only then are the changes news. */
let shownCached = false

/** The cart as the shop has it, once the changes that wait are saved; without a connection as it was last read. */
export async function fetchCart(userId: string): Promise<CartItem[]> {
  try {
    if (isLost()) throw new TypeError('no connection')
    await savePending(userId)
    const before = cachedCart(userId)
    const items = await readAll(userId)
    // A response that arrives after the sign-out is not stored (docs/rules.md#sign-out).
    if (sessionStore.read().user?.id !== userId) return items
    cacheCart(
      userId,
      items,
      shownCached && before
        ? changedLines(before.items, items).filter(({ productId }) => !before.messages.some((messages) => messages.productId === productId))
        : [],
    )
    shownCached = false
    return items
  } catch (error) {
    const kept = cachedCart(userId)
    if (!kept || (await reachable())) throw error
    shownCached = true
    return kept.items
  }
}

/** A response is used only if no tab has written since it was requested: otherwise it may lack what was written. */
async function readAll(userId: string): Promise<CartItem[]> {
  for (;;) {
    const began = cachedCart(userId)?.saves
    const items = await calls.fetchCart(userId)
    if (cachedCart(userId)?.saves === began) return items
  }
}

export const addItem = (userId: string, productId: string, quantity: number): Promise<void> =>
  orQueue(
    userId,
    () => calls.addItem(userId, productId, quantity),
    (lines) => [{ productId, quantity: (lines.find((item) => item.product_id === productId)?.quantity ?? 0) + quantity }],
  )

export const updateQuantity = (userId: string, productId: string, quantity: number): Promise<void> =>
  orQueue(
    userId,
    () => calls.updateQuantity(userId, productId, quantity),
    () => [{ productId, quantity }],
  )

export const removeItem = (userId: string, productId: string): Promise<void> =>
  orQueue(
    userId,
    () => calls.removeItem(userId, productId),
    () => [{ productId, quantity: 0 }],
  )

export const removeAll = (userId: string): Promise<void> =>
  orQueue(
    userId,
    () => calls.removeAll(userId),
    (lines) => lines.map((item) => ({ productId: item.product_id, quantity: 0 })),
  )

/** Writes, or queues the change when the shop cannot be reached. A refusal by the shop is thrown as usual. */
async function orQueue(userId: string, write: () => Promise<void>, wanted: (lines: CartItem[]) => { productId: string; quantity: number }[]): Promise<void> {
  try {
    if (isLost()) throw new TypeError('no connection')
    await savePending(userId)
    const cached = cachedCart(userId)
    await write()
    if (cached) noteWritten(userId, wanted(cached.items))
  } catch (error) {
    const kept = cachedCart(userId)
    if (!kept || (await reachable())) throw error
    shownCached = true
    for (const { productId, quantity } of wanted(withPending(kept))) queueChange(userId, productId, quantity)
  }
}

/** Saves the pending changes together, in one tab at a time. A change whose response was lost is recognised as done and not repeated. */
async function savePending(userId: string): Promise<void> {
  if (changesOf(userId).length === 0) return
  await inOneTab(async () => {
    const [pending, before] = [changesOf(userId), cachedCart(userId)?.items ?? []]
    if (pending.length === 0) return
    const held = await calls.fetchCart(userId)
    const unknown = pending.map(({ productId }) => productId).filter((id) => !held.some((item) => item.product_id === id))
    const products = unknown.length === 0 ? [] : (await calls.readProducts(unknown)).filter(({ status }) => status === 'active')
    const resolved = pending.map((change) => {
      const line = held.find((item) => item.product_id === change.productId)
      const product = line?.product ?? products.find(({ id }) => id === change.productId) ?? null
      const name = product?.name ?? before.find((item) => item.product_id === change.productId)?.product?.name ?? null
      return { change, name, product, held: line?.quantity ?? 0, ...resolveChange(change, line?.quantity ?? 0, product) }
    })
    // The customer may have signed out while the cart was read.
    if (changesOf(userId).length === 0) return
    markSent(
      userId,
      resolved.flatMap(({ change, write }) => (write === null ? [] : { productId: change.productId, quantity: write })),
    )
    if (await savedTogether(userId, resolved)) {
      const done = resolved.map(({ change, name, write, held: found, messages }) => ({
        change,
        held: write ?? found,
        messages: messages.map((one) => ({ ...one, name })),
      }))
      finishChanges(userId, done)
    } else {
      for (const one of resolved) finishChanges(userId, [await saveAlone(userId, one)])
    }
    shownCached = true
  })
}

type Resolved = { change: PendingChange; name: string | null; product: calls.CartProduct | null; held: number; write: number | null; messages: CartMessage[] }

/** Writes all changes in one statement, and removals in others. False when the shop refused them: one bad line refuses all. */
async function savedTogether(userId: string, resolved: readonly Resolved[]): Promise<boolean> {
  const lines = resolved.flatMap(({ change, write }) => (write !== null && write > 0 ? { product_id: change.productId, quantity: write } : []))
  try {
    if (lines.length > 0) await calls.putItems(userId, lines)
    for (const { change, write } of resolved) if (write === 0) await calls.removeItem(userId, change.productId)
    return true
  } catch (error) {
    if (!(await reachable())) throw error
    return false
  }
}

/** Writes one change; a refusal leaves the line as it is in the shop. */
async function saveAlone(
  userId: string,
  { change, name, held, write, messages }: Resolved,
): Promise<{ change: PendingChange; held: number; messages: CartMessage[] }> {
  try {
    if (write === 0) await calls.removeItem(userId, change.productId)
    else if (write !== null) await calls.putItems(userId, [{ product_id: change.productId, quantity: write }])
    return { change, held: write ?? held, messages: messages.map((one) => ({ ...one, name })) }
  } catch (error) {
    if (!(await reachable())) throw error
    return { change, held, messages: [{ productId: change.productId, name, kind: 'refused' }] }
  }
}

function inOneTab(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('shringar-cart', work) : work()
}
