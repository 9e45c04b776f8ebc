/**
 * Live changes that concern the signed-in user (docs/rules.md#notifications): one channel of the official client over two tables. A
 * message only says that something changed; the code that shows it reads its rows again.
 */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { sessionStore } from './session.ts'
import { loadSupabase } from '../api/supabase.ts'

type Topic = 'notifications' | 'orders'

/** Changes within this time cause one read: a step of an order writes the order and a notification. */
const GATHER_MS = 50
/** Delay before rejoining a channel that the server has closed (its token expired while the machine was asleep). */
const REJOIN_MS = 5000
/** After this many failed joins without a success the page stops trying: the server has no live changes, and the page polls. */
const ATTEMPTS = 5

/** A first read waits this long for the channel; on a slower connection it happens at once and again when the channel is joined. */
const AWAITED_MS = 400

/** `first`: nothing is known to have changed, but from now on changes are reported; code that waited for that (`changesReported`) need not read again. */
type Listener = (first: boolean) => void

const listeners: Record<Topic, Set<Listener>> = { notifications: new Set(), orders: new Set() }
/** Topics to report in a moment, and whether only the start of reporting is to be reported. */
const gathering = new Map<Topic, boolean>()
const awaiting = new Set<() => void>()
/** A first read did not wait, or timed out, and happened before changes were reported. */
let readBefore = false
/** Changes have been reported to this user before: a join after an interruption is not the first. */
let begun = false
let started = false
let owner: string | null = null
let channel: RealtimeChannel | null = null
let hangingUp: Promise<unknown> = Promise.resolve()
let flowing = false
let joins = 0

function notify(topic: Topic, first = false) {
  const before = gathering.get(topic)
  gathering.set(topic, first && before !== false)
  if (before !== undefined) return
  setTimeout(() => {
    const onlyFirst = gathering.get(topic) ?? false
    gathering.delete(topic)
    for (const listener of listeners[topic]) listener(onlyFirst)
  }, GATHER_MS)
}

function leave() {
  const left = channel
  channel = null
  flowing = false
  if (!left) return
  hangingUp = (async () => {
    const client = await loadSupabase()
    void client.removeChannel(left)
    await client.realtime.disconnect()
  })().catch(() => undefined)
}

async function join(userId: string): Promise<void> {
  await hangingUp
  const client = await loadSupabase()
  // Without this the first join would carry no token: the client asks for one only while it connects.
  await client.realtime.setAuth()
  if (owner !== userId || channel || !navigator.onLine) return
  // Each join uses a new name: otherwise the client would return a channel that is still being left.
  const joined = client.channel(`user:${userId}:${(joins += 1)}`)
  const mine = { schema: 'public', filter: `user_id=eq.${userId}` }
  let failures = 0
  let flowed = false
  channel = joined
  joined
    .on('postgres_changes', { event: '*', table: 'notifications', ...mine }, () => notify('notifications'))
    .on('postgres_changes', { event: '*', table: 'orders', ...mine }, () => notify('orders'))
    .on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (channel !== joined || extension !== 'postgres_changes') return
      flowing = status === 'ok'
      if (!flowing) return
      // Earlier changes were not reported: only a read that waited until now has missed nothing.
      for (const topic of ['notifications', 'orders'] as const) notify(topic, !begun && !readBefore)
      flowed = true
      begun = true
      readBefore = false
      for (const go of awaiting) go()
    })
    .subscribe((state) => {
      const status: string = state
      if (channel !== joined || status === 'SUBSCRIBED') return
      flowing = false
      if (status === 'CLOSED') {
        channel = null
        setTimeout(follow, REJOIN_MS)
      } else if (!flowed && (failures += 1) >= ATTEMPTS) leave()
    })
}

function follow() {
  const userId = sessionStore.read().user?.id ?? null
  if (userId !== owner) {
    leave()
    owner = userId
    begun = false
  }
  if (userId !== null && !channel) void join(userId).catch(() => undefined)
}

/** From then on the channel follows the session and the network. */
function start() {
  if (started) return
  started = true
  let known = sessionStore.read().user?.id
  sessionStore.subscribe(() => {
    const now = sessionStore.read().user?.id
    if (now !== known) {
      known = now
      follow()
    }
  })
  // Without a network the client would retry again and again, each time with an error on the console.
  window.addEventListener('offline', leave)
  window.addEventListener('online', follow)
  follow()
}

/** Starts with the first listener. */
export function onLive(topic: Topic, listener: Listener): () => void {
  listeners[topic].add(listener)
  start()
  return () => listeners[topic].delete(listener)
}

/** For a first read: it waits until changes are reported, so that no change falls between the two and one read is enough. */
export async function changesReported(): Promise<void> {
  start()
  if (flowing) return
  readBefore ||= !navigator.onLine
  if (readBefore) return
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(clock)
      awaiting.delete(go)
      resolve()
    }
    const clock = setTimeout(() => {
      readBefore = true
      go()
    }, AWAITED_MS)
    awaiting.add(go)
  })
}

/** Whether changes are reported at the moment; while they are not, the page polls. */
export function isLive(): boolean {
  return flowing
}
