/**
 * The cart's calls as cart.ts makes them, online or offline. Offline the cart is what was last read plus the changes since; they wait
 * on this device and are saved, each exactly once, when the shop responds again.
 */
import * as calls from './cart-calls.ts'
import type { CartItem } from './cart-calls.ts'
import { changedLines, judgeChange } from './cart-changes.ts'
import type { Told } from './cart-changes.ts'
import { endWaiting, keepCart, keptCart, letWait, withWaiting } from './cart-kept.ts'
import type { WaitingChange } from './cart-kept.ts'
import { reachable } from '../api/connection.ts'
import { sessionStore } from '../session/session.ts'

export { addItems } from './cart-calls.ts'

/** Whether the cached cart was shown since the shop last responded: only then are the changes news. */
let shownKept = false

export async function fetchCart(userId: string): Promise<CartItem[]> {
  try {
    if (!navigator.onLine) throw new TypeError('no connection')
    await saveWaiting(userId)
    const before = keptCart(userId)
    const items = await calls.fetchCart(userId)
    // A response that arrives after the sign-out is not stored (docs/rules.md#sign-out).
    if (sessionStore.read().user?.id !== userId) return items
    keepCart(
      userId,
      items,
      shownKept && before ? changedLines(before.items, items).filter(({ productId }) => !before.told.some((told) => told.productId === productId)) : [],
    )
    shownKept = false
    return items
  } catch (error) {
    const kept = keptCart(userId)
    if (!kept || (await reachable())) throw error
    shownKept = true
    return withWaiting(kept)
  }
}

export const addItem = (userId: string, productId: string, quantity: number): Promise<void> =>
  orWait(
    userId,
    () => calls.addItem(userId, productId, quantity),
    (lines) => [[productId, (lines.find((item) => item.product_id === productId)?.quantity ?? 0) + quantity]],
  )

export const updateQuantity = (userId: string, productId: string, quantity: number): Promise<void> =>
  orWait(
    userId,
    () => calls.updateQuantity(userId, productId, quantity),
    () => [[productId, quantity]],
  )

export const removeItem = (userId: string, productId: string): Promise<void> =>
  orWait(
    userId,
    () => calls.removeItem(userId, productId),
    () => [[productId, 0]],
  )

export const removeAll = (userId: string): Promise<void> =>
  orWait(
    userId,
    () => calls.removeAll(userId),
    (lines) => lines.map((item) => [item.product_id, 0]),
  )

/** Writes, or queues the change when the shop cannot be reached. A refusal by the shop is thrown as usual. */
async function orWait(userId: string, write: () => Promise<void>, changes: (lines: CartItem[]) => [productId: string, target: number][]): Promise<void> {
  try {
    if (!navigator.onLine) throw new TypeError('no connection')
    await saveWaiting(userId)
    await write()
  } catch (error) {
    const kept = keptCart(userId)
    if (!kept || (await reachable())) throw error
    shownKept = true
    for (const [productId, target] of changes(withWaiting(kept))) letWait(keptCart(userId) ?? kept, productId, target)
  }
}

/** Saves the pending changes in order, in one tab at a time. A change whose response was lost is recognised as done and not repeated. */
async function saveWaiting(userId: string): Promise<void> {
  if (!keptCart(userId)?.waiting.length) return
  await inOneTab(async () => {
    const { waiting, items: before } = keptCart(userId) ?? { waiting: [], items: [] }
    if (waiting.length === 0) return
    const held = await calls.fetchCart(userId)
    const unknown = waiting.map(({ productId }) => productId).filter((id) => !held.some((item) => item.product_id === id))
    const products = unknown.length === 0 ? [] : (await calls.readProducts(unknown)).filter(({ status }) => status === 'active')
    for (const change of waiting) {
      const line = held.find((item) => item.product_id === change.productId)
      const product = line?.product ?? products.find(({ id }) => id === change.productId) ?? null
      const name = product?.name ?? before.find((item) => item.product_id === change.productId)?.product?.name ?? null
      const told = await save(userId, change, line?.quantity ?? 0, product)
      endWaiting(
        userId,
        change,
        told.map((one) => ({ ...one, name })),
      )
    }
    shownKept = true
  })
}

async function save(userId: string, change: WaitingChange, held: number, product: calls.CartProduct | null): Promise<Told[]> {
  const { write, told } = judgeChange(change, held, product)
  try {
    if (write === 0) await calls.removeItem(userId, change.productId)
    else if (write !== null && held === 0) await calls.addItem(userId, change.productId, write)
    else if (write !== null) await calls.updateQuantity(userId, change.productId, write)
    return told
  } catch (error) {
    if (!(await reachable())) throw error
    return [{ productId: change.productId, name: product?.name ?? null, kind: 'refused' }]
  }
}

function inOneTab(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('shringar-cart', work) : work()
}
