/**
 * Live changes of all orders for the back office. The policies let admins see every order, so the channel has no filter. A message
 * only says that something changed; screens that show orders read them again (docs/decisions/0017).
 */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { loadSupabase } from '../api/supabase.ts'

/** Changes within this time cause one read: in a shop with many orders the dashboard must not send requests without end. */
const GATHER_MS = 400
/** While the channel is down, the screen polls. */
const POLL_MS = 30_000

const listeners = new Set<() => void>()
const watchers = new Set<(live: boolean) => void>()
let channel: RealtimeChannel | null = null
let joins = 0
let live = false
let gathering: ReturnType<typeof setTimeout> | undefined
let polling: ReturnType<typeof setInterval> | undefined

function notify() {
  gathering ??= setTimeout(() => {
    gathering = undefined
    for (const listener of listeners) listener()
  }, GATHER_MS)
}

function setLive(next: boolean) {
  if (live === next) return
  live = next
  for (const watcher of watchers) watcher(live)
}

async function join(): Promise<void> {
  const client = await loadSupabase()
  await client.realtime.setAuth()
  if (channel || listeners.size === 0) return
  const mine = client.channel(`admin-orders:${(joins += 1)}`)
  channel = mine
  mine
    .on('postgres_changes', { event: '*', schema: 'public', table: 'orders' }, notify)
    .on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (channel !== mine || extension !== 'postgres_changes') return
      setLive(status === 'ok')
      // Nothing reported the changes before the subscription.
      if (status === 'ok') notify()
    })
    .subscribe((state) => {
      const status: string = state
      if (channel === mine && status !== 'SUBSCRIBED') setLive(false)
    })
}

function leave() {
  const left = channel
  channel = null
  setLive(false)
  clearInterval(polling)
  polling = undefined
  if (left) void loadSupabase().then((client) => client.removeChannel(left))
}

/** Calls `listener` when any order changes, or every half minute while the channel is down. Returns a function that stops it. */
export function onAnyOrder(listener: () => void): () => void {
  listeners.add(listener)
  if (!channel) void join().catch(() => undefined)
  polling ??= setInterval(() => {
    if (!live && document.visibilityState === 'visible') notify()
  }, POLL_MS)
  return () => {
    listeners.delete(listener)
    // A change of screen leaves and joins within a moment: the channel survives it.
    setTimeout(() => {
      if (listeners.size === 0) leave()
    }, 1000)
  }
}

/** Reads again with every change while the component is mounted. @returns whether changes arrive live */
export function useAnyOrder(onChange: () => void): boolean {
  const [now, setNow] = useState(live)
  useEffect(() => {
    watchers.add(setNow)
    return () => void watchers.delete(setNow)
  }, [])
  useEffect(() => onAnyOrder(onChange), [onChange])
  return now
}
