import { useSyncExternalStore } from 'react'
import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import * as say from '#words/data.ts'
import { toast } from '../ui/toast.ts'
import { loadSupabase, mayHaveSession, sessionStorageKey } from './supabase.ts'

export type SessionUser = { id: string; email: string; fullName: string }
export type Profile = { id: string; full_name: string | null; company_name: string | null; gstin: string | null; phone: string | null; created_at: string }

/** `loading` only while a stored session is being read: a visitor without one is `signed-out` from the first frame in the browser. */
export type SessionState = {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: SessionUser | null
  profile: Profile | null
  /** whether reading the profile has ended, well or not */ profileRead: boolean
}

const loadingState: SessionState = { status: 'loading', user: null, profile: null, profileRead: false }
const signedOut: SessionState = { status: 'signed-out', user: null, profile: null, profileRead: false }

let state: SessionState = loadingState
let started = false
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
    publish(signedOut)
    return
  }
  const user = userOf(session)
  const same = state.user?.id === user.id
  publish({ status: 'signed-in', user, profile: same ? state.profile : null, profileRead: same && state.profileRead })
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
  try {
    const client = await loadSupabase()
    client.auth.onAuthStateChange(follow)
  } catch {
    started = false
    publish(signedOut)
  }
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
