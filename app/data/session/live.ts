/**
 * What happens in the shop to the signed-in user, told as it happens (docs/rules.md#notifications): one channel of the official client
 * over two tables. A message only says that something changed; whoever shows it reads its rows again.
 */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { sessionStore } from './session.ts'
import { loadSupabase } from '../api/supabase.ts'

type Topic = 'notifications' | 'orders'

/** Changes of one moment are one reading: a step of an order writes the order and a notification. */
const GATHER_MS = 50
/** Before a channel that the server has closed (its token ran out while the machine slept) is joined again. */
const REJOIN_MS = 5000
/** A server that has never let this page in is asked no further: it has no live changes, and the page polls. */
const ATTEMPTS = 5

/** A first read waits this long for its channel; on a slower line it is made at once and again when the channel is there. */
const AWAITED_MS = 400

/** `first`: nothing is known to have changed, but from here on changes are told; who waited for that (`changesTold`) need not read again. */
type Listener = (first: boolean) => void

const listeners: Record<Topic, Set<Listener>> = { notifications: new Set(), orders: new Set() }
/** Topics to be told in a moment, and whether it is only that they are told from here on. */
const gathering = new Map<Topic, boolean>()
const awaiting = new Set<() => void>()
/** Somebody did not wait, or in vain, and read before changes were told. */
let readBefore = false
/** Changes have been told to this user: what comes after an interruption is no beginning. */
let begun = false
let started = false
let owner: string | null = null
let channel: RealtimeChannel | null = null
let hangingUp: Promise<unknown> = Promise.resolve()
let flowing = false
let joins = 0

function tell(topic: Topic, first = false) {
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
      if (!flowing) return
      // What happened before, nobody has told: only a read that waited for this moment has missed nothing.
      for (const topic of ['notifications', 'orders'] as const) tell(topic, !begun && !readBefore)
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

/** From then on the channel follows the session, and the network. */
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
  // Without a network the client would try again and again, each time with an error on the console.
  window.addEventListener('offline', leave)
  window.addEventListener('online', follow)
  follow()
}

/** Begins with the first who listens. */
export function onLive(topic: Topic, listener: Listener): () => void {
  listeners[topic].add(listener)
  start()
  return () => listeners[topic].delete(listener)
}

/** Before a first read: it is made once changes are told, so that nothing falls between the two and it need not be made twice. */
export async function changesTold(): Promise<void> {
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

/** Whether changes are told at this moment; while they are not, asking now and then has to do. */
export function isLive(): boolean {
  return flowing
}
