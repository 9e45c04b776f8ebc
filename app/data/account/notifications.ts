import { useSyncExternalStore } from 'react'
import { productPath } from '#domain/text/slug.ts'
import * as say from '#words/data.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { changesReported, isLive, onLive } from '../session/live.ts'
import { sessionStore } from '../session/session.ts'
import { COLUMNS, type ShopNotification } from './shop-notification.ts'
import { TICK_MS, isSimulated, tick } from './simulated-notifications.ts'
import { loadSupabase } from '../api/supabase.ts'

export type { ShopNotification } from './shop-notification.ts'

/** The screen that a notification is about; null: it has none. The product page redirects from its id to its full address. */
export function notificationPlace({ order_id, product_id }: Pick<ShopNotification, 'order_id' | 'product_id'>): string | null {
  if (order_id !== null) return `/order-confirmation/${order_id}`
  return product_id === null ? null : productPath({ id: product_id, name: '' })
}

export type NotificationState = {
  status: 'loading' | 'ready' | 'failed'
  items: readonly ShopNotification[]
  unread: number
  /** The newest one that arrived while the page was open; for users who do not see the bell. */
  arrived: ShopNotification | null
}

const KEPT = 200
const REFRESH_MS = 60_000
const empty: NotificationState = { status: 'loading', items: [], unread: 0, arrived: null }

let state = empty
let owner: string | null = null
/** Only in the demo shop; not stored. */
let simulated: ShopNotification[] = []
let demoClock: ReturnType<typeof setInterval> | undefined
let started = false
/** How many reads have begun, and which of them is shown: an earlier one that is answered later is not. */
let reads = 0
let shown = 0
let clock: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function publish(status: NotificationState['status'], items: readonly ShopNotification[], arrived = state.arrived) {
  state = { status, items, unread: items.filter((item) => !item.read).length, arrived }
  for (const listener of listeners) listener()
}

function followSession() {
  const userId = sessionStore.read().user?.id ?? null
  if (userId === owner) return
  owner = userId
  simulated = []
  publish('loading', [], null)
  if (userId !== null) void changesReported().then(reloadNotifications)
}

/** Reads the rows again: after a live change, after the user's own change, when the page becomes visible; every minute only while there are no live changes. */
export async function reloadNotifications(): Promise<void> {
  const userId = owner
  if (userId === null) return
  const read = ++reads
  try {
    const client = await loadSupabase()
    const { data, error } = await client.from('notifications').select(COLUMNS).eq('user_id', userId).order('created_at', { ascending: false }).limit(KEPT)
    if (owner !== userId || read < shown) return
    shown = read
    if (error) throw new Error(error.message)
    const known = new Set(state.items.map((item) => item.id))
    const arrived = state.status === 'ready' ? data.find((item) => !item.read && !known.has(item.id)) : undefined
    publish('ready', [...simulated, ...data], arrived)
  } catch {
    if (owner === userId) publish(state.status === 'ready' ? 'ready' : 'failed', state.items)
  }
}

function reloadWhenSeen() {
  if (document.visibilityState === 'visible') void reloadNotifications()
}

/** Live changes make polling unnecessary. */
function poll() {
  if (!isLive()) reloadWhenSeen()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!started) {
    started = true
    sessionStore.subscribe(followSession)
    followSession()
    document.addEventListener('visibilitychange', reloadWhenSeen)
    onLive('notifications', (first) => void (first ? undefined : reloadNotifications()))
  }
  clock ??= setInterval(poll, REFRESH_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(clock)
    clock = undefined
  }
}

/** Newest first. */
export function useNotifications(): NotificationState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => empty,
  )
}

/** Starts the demo's simulated notifications; a real shop never calls this (docs/rules.md#notifications). */
export function simulateNotifications(): void {
  demoClock ??= setInterval(() => {
    const news = owner === null ? null : tick()
    if (!news) return
    simulated = [news, ...simulated]
    publish(state.status, [news, ...state.items])
    toast({ title: news.title, description: news.message })
  }, TICK_MS)
}

/** One notification, or all of one row. Those that are read already are left alone. */
export const markAsRead = (...ids: readonly string[]): Promise<void> => mark(ids, say.markOneFailed)

export const markAllAsRead = (): Promise<void> => mark(null, say.markAllFailed)

/** @param ids null: all */
async function mark(ids: readonly string[] | null, failure: string): Promise<void> {
  const userId = owner
  const marked = new Set(state.items.filter((item) => !item.read && (ids === null || ids.includes(item.id))).map(({ id }) => id))
  if (userId === null || (ids !== null && marked.size === 0)) return
  const show = (read: boolean) =>
    publish(
      'ready',
      state.items.map((item) => (marked.has(item.id) ? { ...item, read } : item)),
    )
  show(true)
  const failed = await update(userId, ids === null ? null : [...marked]).catch(() => true)
  // others may have arrived in the meantime, and someone else may be signed in
  if (!failed || owner !== userId) return
  show(false)
  toast({ title: failure, tone: 'error' })
}

/**
 * @param ids null: all
 * @returns whether it failed
 */
async function update(userId: string, ids: readonly string[] | null): Promise<boolean> {
  simulated = simulated.map((item) => (ids === null || ids.includes(item.id) ? { ...item, read: true } : item))
  const stored = ids?.filter((id) => !isSimulated(id))
  if (stored?.length === 0) return false
  const client = await loadSupabase()
  const unread = client.from('notifications').update({ read: true }).eq('user_id', userId).eq('read', false)
  const { error } = await (stored === undefined ? unread : unread.in('id', stored))
  return error !== null
}
