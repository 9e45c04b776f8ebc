/**
 * What happens in the shop to the signed-in user, told as it happens (docs/rules.md#notifications): one channel of the official client
 * over two tables. A message only says that something changed; whoever shows it reads its rows again.
 */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { sessionStore } from './session.ts'
import { loadSupabase } from './supabase.ts'

type Topic = 'notifications' | 'orders'

/** Changes of one moment are one reading: a step of an order writes the order and a notification. */
const GATHER_MS = 50
/** Before a channel that the server has closed (its token ran out while the machine slept) is joined again. */
const REJOIN_MS = 5000
/** A server that has never let this page in is asked no further: it has no live changes, and the page polls. */
const ATTEMPTS = 5

const listeners: Record<Topic, Set<() => void>> = { notifications: new Set(), orders: new Set() }
const gathering = new Map<Topic, ReturnType<typeof setTimeout>>()
let started = false
let owner: string | null = null
let channel: RealtimeChannel | null = null
let hangingUp: Promise<unknown> = Promise.resolve()
let flowing = false
let joins = 0

function tell(topic: Topic) {
  if (gathering.has(topic)) return
  const later = setTimeout(() => {
    gathering.delete(topic)
    for (const listener of listeners[topic]) listener()
  }, GATHER_MS)
  gathering.set(topic, later)
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
  // Without it the first join would carry no token: the client asks for one only while it connects.
  await client.realtime.setAuth()
  if (owner !== userId || channel || !navigator.onLine) return
  // A name of its own for every join: the client would hand out a channel that is still being left.
  const joined = client.channel(`user:${userId}:${(joins += 1)}`)
  const mine = { schema: 'public', filter: `user_id=eq.${userId}` }
  let failures = 0
  let flowed = false
  channel = joined
  joined
    .on('postgres_changes', { event: '*', table: 'notifications', ...mine }, () => tell('notifications'))
    .on('postgres_changes', { event: '*', table: 'orders', ...mine }, () => tell('orders'))
    .on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (channel !== joined || extension !== 'postgres_changes') return
      flowing = status === 'ok'
      flowed ||= flowing
      // What happened before, nobody has told.
      if (flowing) for (const topic of ['notifications', 'orders'] as const) tell(topic)
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
  }
  if (userId !== null && !channel) void join(userId).catch(() => undefined)
}

/** Begins with the first who listens; from then on it follows the session, and the network. */
export function onLive(topic: Topic, listener: () => void): () => void {
  listeners[topic].add(listener)
  if (!started) {
    started = true
    let known = sessionStore.read().user?.id
    sessionStore.subscribe(() => {
      const now = sessionStore.read().user?.id
      if (now !== known) {
        known = now
        follow()
      }
    })
    // Without a network the client would try again and again, each time with an error on the console.
    window.addEventListener('offline', leave)
    window.addEventListener('online', follow)
    follow()
  }
  return () => listeners[topic].delete(listener)
}

/** Whether changes are told at this moment; while they are not, asking now and then has to do. */
export function isLive(): boolean {
  return flowing
}
