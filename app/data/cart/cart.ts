import { useSyncExternalStore } from 'react'
import * as say from '#words/data.ts'
import { toast } from '../../ui/toast.ts'
import { serverMessage } from '../api/server-message.ts'
import { sessionStore } from '../session/session.ts'
import type { CartItem } from './cart-calls.ts'
import { cartUnknown, listenToCart, publishCart, readCart, unitCount, withQuantity } from './cart-store.ts'
import type { CartState } from './cart-store.ts'
import { inTurn, noteChange, owner, reloadCart, settleCart, start, tellOtherTabs, waiting, wire, write } from './cart-sync.ts'
import { rememberItem } from './remembered-item.ts'

export { reloadCart, settleCart } from './cart-sync.ts'
export type { CartItem, CartProduct } from './cart-calls.ts'
export type { CartState } from './cart-store.ts'

/** `message` is the server's own, or the text of docs/rules.md#fixed-texts; the caller decides how to show it. */
export type AddResult = { ok: true } | { ok: false; code: 'LOGIN_REQUIRED' | 'FAILED'; message: string }

const SAVE_AFTER_MS = 350

/** @param quantity at least 1; added to the quantity already in the cart */
export async function addToCart(productId: string, quantity: number): Promise<AddResult> {
  start()
  if (sessionStore.read().status === 'signed-out') {
    rememberItem(productId, quantity)
    const message = say.pleaseLogin
    toast({ title: message, action: { label: say.login, to: '/login' } })
    return { ok: false, code: 'LOGIN_REQUIRED', message }
  }
  const userId = owner ?? sessionStore.read().user?.id
  if (!userId) return { ok: false, code: 'FAILED', message: say.addFailed }
  try {
    await settleCart()
    await inTurn(async () => (await wire()).addItem(userId, productId, quantity))
  } catch (error) {
    return { ok: false, code: 'FAILED', message: serverMessage(error, say.addFailed) }
  }
  tellOtherTabs()
  await reloadCart()
  return { ok: true }
}

/** @param lines quantities of at least 1, each added to the quantity in the cart; `added` has the ids of the products that are in it now */
export async function addAllToCart(
  lines: readonly { product_id: string; quantity: number }[],
): Promise<{ ok: true; added: string[] } | Exclude<AddResult, { ok: true }>> {
  start()
  const { status, user } = sessionStore.read()
  if (status === 'signed-out') return { ok: false, code: 'LOGIN_REQUIRED', message: say.pleaseLogin }
  if (!user) return { ok: false, code: 'FAILED', message: say.addFailed }
  try {
    await settleCart()
    const added = await inTurn(async () => (await wire()).addItems(lines))
    tellOtherTabs()
    await reloadCart()
    return { ok: true, added }
  } catch (error) {
    return { ok: false, code: 'FAILED', message: serverMessage(error, say.addFailed) }
  }
}

/** Shows the quantity at once and saves it after a short delay; 0 or below removes the line. */
export function setQuantity(productId: string, quantity: number): void {
  if (quantity <= 0) return removeFromCart(productId)
  const userId = owner
  if (!userId) return
  noteChange()
  publishCart({ ...readCart(), items: withQuantity(readCart().items, productId, quantity) })
  clearTimeout(waiting.get(productId)?.timer)
  const save = () => {
    clearTimeout(waiting.get(productId)?.timer)
    waiting.delete(productId)
    void write(async () => (await wire()).updateQuantity(userId, productId, quantity), say.updateFailed)
  }
  waiting.set(productId, { timer: setTimeout(save, SAVE_AFTER_MS), save })
}

/** Removes the line at once, with an undo. */
export function removeFromCart(productId: string): void {
  const userId = owner
  const removed = readCart().items.find((item) => item.product_id === productId)
  if (!userId || !removed) return
  noteChange()
  clearTimeout(waiting.get(productId)?.timer)
  waiting.delete(productId)
  publishCart({ ...readCart(), items: withQuantity(readCart().items, productId, 0) })
  void forget(userId, removed)
}

async function forget(userId: string, item: CartItem) {
  if (!(await write(async () => (await wire()).removeItem(userId, item.product_id), say.removeFailed))) return
  async function putBack() {
    if (await write(async () => (await wire()).addItem(userId, item.product_id, item.quantity), say.addFailed)) await reloadCart()
  }
  toast({ title: say.itemRemoved, description: item.product?.name, tone: 'success', action: { label: say.undo, onClick: () => void putBack() } })
}

export async function clearCart(): Promise<void> {
  const userId = owner
  if (!userId) return
  noteChange()
  publishCart({ ...readCart(), items: [] })
  if (await write(async () => (await wire()).removeAll(userId), say.clearFailed)) toast({ title: say.cartCleared, tone: 'success' })
}

function subscribe(listener: () => void): () => void {
  start()
  return listenToCart(listener)
}

export function useCart(): CartState {
  return useSyncExternalStore(subscribe, readCart, () => cartUnknown)
}

/** The sum of the quantities, for the badge in the header. */
export function useCartCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => unitCount(readCart().items),
    () => 0,
  )
}
