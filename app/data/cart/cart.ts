import { useSyncExternalStore } from 'react'
import * as say from '#words/data.ts'
import { toast } from '../../ui/toast.ts'
import type { CartItem } from './cart-calls.ts'
import { cartUnknown, listenToCart, publishCart, readCart, unitCount, withQuantity } from './cart-store.ts'
import type { CartState } from './cart-store.ts'
import { rememberItem, takeRememberedItem } from './remembered-item.ts'
import { serverMessage } from '../api/server-message.ts'
import { sessionStore } from '../session/session.ts'

export type { CartItem, CartProduct } from './cart-calls.ts'
export type { CartState } from './cart-store.ts'

/** `message` is the server's own, or the sentence of section 8; the caller decides how to show it. */
export type AddResult = { ok: true } | { ok: false; code: 'LOGIN_REQUIRED' | 'FAILED'; message: string }

const SAVE_AFTER_MS = 350

/** undefined until the session is known. */
let owner: string | null | undefined
let started = false
/** Counts what the visitor changed: an answer asked for before a change no longer says what the cart holds. */
let changes = 0
let channel: BroadcastChannel | null = null
/** Writes go out one after another: two quick changes of a line must not arrive in the wrong order. */
let writes: Promise<unknown> = Promise.resolve()
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; save: () => void }>()

/** The calls come with the first signed-in visitor: a visitor's page does not carry them. */
const wire = () => import('./cart-wire.ts')

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = writes.then(work)
  writes = turn.catch(() => undefined)
  return turn
}

function followSession() {
  const { status, user } = sessionStore.read()
  if (status === 'loading') return
  const next = user?.id ?? null
  if (next === owner) return
  owner = next
  for (const { timer } of waiting.values()) clearTimeout(timer)
  waiting.clear()
  if (next === null) publishCart({ status: 'signed-out', items: [] })
  else void loadFor(next)
}

async function loadFor(userId: string) {
  publishCart(cartUnknown)
  const wanted = takeRememberedItem()
  if (wanted) {
    const added = await inTurn(async () => (await wire()).addItem(userId, wanted.productId, wanted.quantity)).then(
      () => true,
      () => false,
    )
    if (added) toast({ title: say.productAddedToCart, tone: 'success', action: { label: say.viewCart, to: '/cart' } })
    else toast({ title: say.addFailed, tone: 'error' })
  }
  await reloadCart()
}

/** Reads the cart again from the server. */
export async function reloadCart(): Promise<void> {
  const userId = owner
  if (!userId) return
  const before = changes
  try {
    const items = await inTurn(async () => (await wire()).fetchCart(userId))
    if (owner === userId && changes !== before) return await reloadCart()
    if (owner === userId && waiting.size === 0) publishCart({ status: 'ready', items })
  } catch {
    if (owner !== userId) return
    publishCart({ status: readCart().status === 'ready' ? 'ready' : 'failed', items: readCart().items })
    toast({ title: say.errorTitle, description: say.fetchFailed, tone: 'error' })
  }
}

function start() {
  if (started || import.meta.env.SSR) return
  started = true
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shringar-cart')
  channel?.addEventListener('message', () => void reloadCart())
  // A phone may drop the page right after it is hidden: what waits is saved now.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void settleCart())
  sessionStore.subscribe(followSession)
  followSession()
  // A stored session is being read: its calls may come at the same time as its client.
  if (sessionStore.read().status === 'loading') void wire().catch(() => undefined)
}

function tellOtherTabs() {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  channel?.postMessage('changed')
}

/** @param quantity at least 1; added to what the cart already holds of the product */
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

/** @param lines quantities of at least 1, each added to what the cart holds; `added` names the products that are in it now */
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

/** Shows the quantity at once and saves it a moment later; 0 or below removes the line. */
export function setQuantity(productId: string, quantity: number): void {
  if (quantity <= 0) return removeFromCart(productId)
  const userId = owner
  if (!userId) return
  changes += 1
  publishCart({ ...readCart(), items: withQuantity(readCart().items, productId, quantity) })
  clearTimeout(waiting.get(productId)?.timer)
  const save = () => {
    clearTimeout(waiting.get(productId)?.timer)
    waiting.delete(productId)
    void write(async () => (await wire()).updateQuantity(userId, productId, quantity), say.updateFailed)
  }
  waiting.set(productId, { timer: setTimeout(save, SAVE_AFTER_MS), save })
}

/** Removes the line at once, with a way back. */
export function removeFromCart(productId: string): void {
  const userId = owner
  const removed = readCart().items.find((item) => item.product_id === productId)
  if (!userId || !removed) return
  changes += 1
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
  changes += 1
  publishCart({ ...readCart(), items: [] })
  if (await write(async () => (await wire()).removeAll(userId), say.clearFailed)) toast({ title: say.cartCleared, tone: 'success' })
}

/** A failed write is told and undone by reading the truth again. */
async function write(work: () => Promise<void>, failure: string): Promise<boolean> {
  try {
    await inTurn(work)
    tellOtherTabs()
    return true
  } catch (error) {
    toast({ title: serverMessage(error, failure), tone: 'error' })
    await reloadCart()
    return false
  }
}

/** Resolves when every change shown has been saved. Checkout waits for it. */
export async function settleCart(): Promise<void> {
  for (const { save } of waiting.values()) save()
  await writes
}

function subscribe(listener: () => void): () => void {
  start()
  return listenToCart(listener)
}

export function useCart(): CartState {
  return useSyncExternalStore(subscribe, readCart, () => cartUnknown)
}

/** The sum of item quantities, for the header's badge. */
export function useCartCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => unitCount(readCart().items),
    () => 0,
  )
}
