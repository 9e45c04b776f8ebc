/** The cart's owner, its sequential writes, and reading it again: after a sign-in, a change in another tab, a failed write. */
import * as say from '#words/data.ts'
import { toast } from '../../ui/toast.ts'
import { serverMessage } from '../api/server-message.ts'
import { sessionStore } from '../session/session.ts'
import { cartUnknown, publishCart, readCart } from './cart-store.ts'
import { takeRememberedItem } from './remembered-item.ts'

/** undefined until the session is known. */
export let owner: string | null | undefined
let started = false
/** Counts the visitor's changes: a response requested before a change no longer matches the cart. */
let changes = 0
export const noteChange = (): void => void (changes += 1)
let channel: BroadcastChannel | null = null
/** Writes are sent one after another: two quick changes of a line must not arrive in the wrong order. */
let writes: Promise<unknown> = Promise.resolve()
/** Changes that are shown and not saved yet. */
export const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; save: () => void }>()

/** The calls load with the first signed-in visitor: pages of other visitors do not include them. */
export const wire = () => import('./cart-wire.ts')

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
  if (sessionStore.read().status === 'loading') void wire().catch(() => undefined)
}

export function tellOtherTabs() {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  channel?.postMessage('changed')
}

/** A failed write shows a message and is undone by reading the cart again. */
export async function write(work: () => Promise<void>, failure: string): Promise<boolean> {
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
