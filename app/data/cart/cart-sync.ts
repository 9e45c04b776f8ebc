/**
 * The cart's owner, and its reads and writes: one after another, each publishing its result before the next begins. The cart is read
 * again after a sign-in, a change in another tab, a failed write.
 */
import * as say from '#words/data.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { sessionStore } from '../session/session.ts'
import { cartUnknown, forgetChanges, publishCart, publishFailure } from './cart-store.ts'
import { takeRememberedItem } from './remembered-item.ts'

/** undefined until the session is known. */
export let owner: string | null | undefined
let started = false
let channel: BroadcastChannel | null = null
/** Two quick changes of a line must not arrive in the wrong order. */
let writes: Promise<unknown> = Promise.resolve()
/** Saves that wait for further presses. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; save: () => void }>()

/** Saves after the last of several presses; `save` replaces the one that waits under the same key. */
export function saveSoon(key: string, afterMs: number, save: () => void): void {
  stopWaiting(key)
  const now = () => {
    stopWaiting(key)
    save()
  }
  waiting.set(key, { timer: setTimeout(now, afterMs), save: now })
}

export function stopWaiting(key: string): void {
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
}

/** The calls load with the first signed-in visitor: pages of other visitors do not include them. */
export const offlineCart = () => import('./offline-cart.ts')

export function inTurn<T>(work: () => Promise<T>): Promise<T> {
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
  for (const key of waiting.keys()) stopWaiting(key)
  forgetChanges(next)
  if (next === null) publishCart({ status: 'signed-out', items: [] })
  else void loadFor(next)
}

async function loadFor(userId: string) {
  publishCart(cartUnknown)
  const wanted = takeRememberedItem()
  if (wanted) {
    const added = await inTurn(async () => (await offlineCart()).addItem(userId, wanted.productId, wanted.quantity)).then(
      () => true,
      () => false,
    )
    if (added) toast({ title: say.productAddedToCart, tone: 'success', action: { label: say.viewCart, to: '/cart' } })
    else toast({ title: say.addFailed, tone: 'error' })
  }
  await reloadCart()
}

/** Adds the item that was remembered just now, if the customer is already signed in. */
export function addRememberedItem(): void {
  if (owner) void loadFor(owner)
}

/** Reads the cart again from the server, after saving what waits on this device. */
export async function reloadCart(): Promise<void> {
  const userId = owner
  if (!userId) return
  try {
    await inTurn(async () => {
      const { fetchCart, followQueue } = await offlineCart()
      const items = await fetchCart(userId)
      if (owner !== userId) return
      followQueue(userId)
      publishCart({ status: 'ready', items })
    })
  } catch {
    if (owner !== userId) return
    publishFailure()
    toast({ title: say.errorTitle, description: say.fetchFailed, tone: 'error' })
  }
}

export function start() {
  if (started || import.meta.env.SSR) return
  started = true
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shringar-cart')
  channel?.addEventListener('message', () => void reloadCart())
  // A phone may discard the page right after it is hidden: pending changes are saved now.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void settleCart())
  sessionStore.subscribe(followSession)
  followSession()
  // A stored session is being read: the calls load in parallel with its client.
  if (sessionStore.read().status === 'loading') void offlineCart().catch(() => undefined)
}

/** Resolves once it is known who is signed in: a stored session takes a moment to read. */
export async function sessionRead(): Promise<void> {
  let stop = (): void => undefined
  await new Promise<void>((resolve) => {
    const look = () => sessionStore.read().status !== 'loading' && resolve()
    stop = sessionStore.subscribe(look)
    look()
  })
  stop()
}

export function notifyOtherTabs() {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  channel?.postMessage('changed')
}

/** Resolves when every change shown has been saved. Checkout waits for it. */
export async function settleCart(): Promise<void> {
  for (const { save } of waiting.values()) save()
  await writes
}
