import { useSyncExternalStore } from 'react'
import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import * as say from '#words/data.ts'
import { toast } from '../ui/toast.ts'
import { forgetPersonalData } from './personal-storage.ts'
import { backendFailed, loadSupabase, mayHaveSession, sessionStorageKey } from './supabase.ts'

export type SessionUser = { id: string; email: string; fullName: string }
export type Profile = { id: string; full_name: string | null; company_name: string | null; gstin: string | null; phone: string | null; created_at: string }

/** `loading` only while a stored session is being read: a visitor without one is `signed-out` from the first frame in the browser. */
export type SessionState = {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: SessionUser | null
  profile: Profile | null
  /** whether reading the profile has ended, well or not */ profileRead: boolean
  /** Who was signed in when the session died by itself: no sign-out, here or in another tab. A form may wait for them. */
  ended: { user: SessionUser; profile: Profile | null } | null
  /** the client could not be loaded: a stored session could not be read */ failed: boolean
}

const loadingState: SessionState = { status: 'loading', user: null, profile: null, profileRead: false, ended: null, failed: false }
const signedOut: SessionState = { ...loadingState, status: 'signed-out' }

let state: SessionState = loadingState
let started = false
/** Somebody signs out on purpose: the end of the session is no accident. */
let leaving = false
let channel: BroadcastChannel | null = null
const listeners = new Set<() => void>()

function publish(next: SessionState) {
  state = next
  // The mark that hides Login until the session is known (app/root.tsx) has done its work; it must not outlive a sign-out.
  if (next.status !== 'loading') delete document.documentElement.dataset['session']
  for (const listener of listeners) listener()
}

function userOf(session: Session): SessionUser {
  const fullName: unknown = session.user.user_metadata['full_name']
  return { id: session.user.id, email: session.user.email ?? '', fullName: typeof fullName === 'string' ? fullName : '' }
}

function follow(_event: AuthChangeEvent, session: Session | null) {
  if (!session) {
    const { user, profile, profileRead, ended } = state
    publish(leaving ? signedOut : { ...signedOut, profileRead, ended: user ? { user, profile } : ended })
    return
  }
  leaving = false
  const user = userOf(session)
  const before = state.ended ?? state
  const same = before.user?.id === user.id
  publish({ ...signedOut, status: 'signed-in', user, profile: same ? before.profile : null, profileRead: same && state.profileRead })
  // Not inside the callback: the client holds its lock while it runs, and a query would wait for that lock for ever.
  if (!same) setTimeout(() => void loadProfile(user.id), 0)
}

async function loadProfile(userId: string) {
  const profile = await readProfile(userId).catch(() => undefined)
  if (state.user?.id !== userId) return
  publish({ ...state, profile: profile === undefined ? state.profile : profile, profileRead: true })
  if (profile === undefined) toast({ title: say.profileFailed, tone: 'error' })
}

async function readProfile(userId: string): Promise<Profile | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('profiles').select('id,full_name,company_name,gstin,phone,created_at').eq('id', userId).maybeSingle<Profile>()
  if (error) throw error
  return data
}

/** Loads the client and follows its session from then on; other tabs' sign-ins and sign-outs arrive the same way. */
export async function connectSession(): Promise<void> {
  if (started) return
  started = true
  const client = await loadSupabase()
  if (backendFailed()) {
    started = false
    publish({ ...signedOut, failed: mayHaveSession() })
    return
  }
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shringar-session')
  channel?.addEventListener('message', leave)
  client.auth.onAuthStateChange(follow)
}

/** Another tab signs out: what this one keeps of the person goes too (ruling 29). */
function leave() {
  leaving = true
  void forgetPersonalData()
}

/** Before a sign-out on purpose: here and in the other tabs nobody is asked to sign in again. */
export function announceLeaving(): void {
  leaving = true
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  channel?.postMessage('leaving')
}

/** An ended session is not taken up again: the guards lead to the login. */
export function letSessionGo(): void {
  publish(signedOut)
}

function start() {
  if (started || import.meta.env.SSR) return
  if (mayHaveSession()) void connectSession()
  else {
    publish(signedOut)
    window.addEventListener('storage', wakeOnSignInElsewhere)
  }
}

/** Another tab signed in: this one has no client yet that would hear of it. */
function wakeOnSignInElsewhere(event: StorageEvent) {
  if (event.key !== sessionStorageKey(location.hostname) || event.newValue === null) return
  window.removeEventListener('storage', wakeOnSignInElsewhere)
  void connectSession()
}

export const sessionStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    if (state === loadingState) start()
    return () => listeners.delete(listener)
  },
  read: (): SessionState => state,
}

/** The visitor's session. On the server and while hydrating always `loading`, because public HTML is anonymous. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.read, () => loadingState)
}

/** Reads the profile again after it was saved. */
export async function refreshProfile(): Promise<void> {
  if (state.user) await loadProfile(state.user.id)
}
