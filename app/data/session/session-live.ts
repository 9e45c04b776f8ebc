/** The part of the session that signed-out visitors never need: it loads with the official client. */
import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import * as say from '#words/data.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { forgetVisitsHere } from './visit-caches.ts'
import { forgetPersonalData, onForget } from './personal-storage.ts'
import { publishSession, readSession, signedOut } from './session-state.ts'
import type { Profile, SessionUser } from './session-state.ts'
import { mayHaveSession, storedSession } from './stored-session.ts'
import { isLost } from '../api/connection.ts'
import { backendFailed, loadSupabase } from '../api/supabase.ts'

// Here, not in the worker's own code: the user may sign out before that has loaded.
onForget(forgetVisitsHere)

let started = false
/** The user is signing out on purpose: the end of the session is no accident. */
let leaving = false
let channel: BroadcastChannel | null = null

function userOf(session: Session): SessionUser {
  const fullName: unknown = session.user.user_metadata['full_name']
  return { id: session.user.id, email: session.user.email ?? '', fullName: typeof fullName === 'string' ? fullName : '' }
}

/** Compares how the token was signed in with what the account requires (docs/decisions/0036-second-factor.md). */
function owesSecondFactor({ access_token: token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === 'verified')) return false
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    return (claims as { aal?: unknown }).aal !== 'aal2'
  } catch {
    return true
  }
}

function follow(event: AuthChangeEvent, given: Session | null) {
  // Offline the client cannot refresh an expired session, and reports none. The session still belongs to that user: the client keeps it
  // until the provider refuses it. In the meantime the cart and the visited screens stay theirs.
  const session = given ?? (event === 'INITIAL_SESSION' ? storedSession() : null)
  if (!session) {
    const { user, profile, profileRead, ended, lapsed } = readSession()
    // A stored session that the provider refuses ends before any screen showed its user.
    publishSession(leaving ? signedOut : { ...signedOut, profileRead, ended: user ? { user, profile } : ended, lapsed: lapsed || event === 'SIGNED_OUT' })
    return
  }
  leaving = false
  const user = userOf(session)
  const state = readSession()
  if (owesSecondFactor(session)) {
    const shown = state.user ? { user: state.user, profile: state.profile } : state.ended
    publishSession({ ...signedOut, profileRead: state.profileRead, ended: shown, waiting: user })
    return
  }
  const before = state.ended ?? state
  const same = before.user?.id === user.id
  publishSession({ ...signedOut, status: 'signed-in', user, profile: same ? before.profile : null, profileRead: same && state.profileRead })
  // Not inside the callback: the client holds its lock while it runs, and a query would wait for that lock permanently.
  if (!same) setTimeout(() => void loadProfile(user.id), 0)
}

async function loadProfile(userId: string) {
  const profile = await readProfile(userId).catch(() => undefined)
  const state = readSession()
  if (state.user?.id !== userId) return
  publishSession({ ...state, profile: profile === undefined ? state.profile : profile, profileRead: true })
  if (profile === undefined && navigator.onLine) toast({ title: say.profileFailed, tone: 'error' })
}

async function readProfile(userId: string): Promise<Profile | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('profiles').select('id,full_name,company_name,gstin,phone,created_at').eq('id', userId).maybeSingle()
  if (error) throw error
  return data
}

/** Reads the profile again after it was saved. */
export async function reloadProfile(): Promise<void> {
  const { user } = readSession()
  if (user) await loadProfile(user.id)
}

/** Loads the client and follows its session from then on; sign-ins and sign-outs of other tabs arrive the same way. */
export async function connectSession(): Promise<void> {
  if (started) return
  started = true
  // The client would try to refresh for half a minute before it reports anything.
  if (isLost()) follow('INITIAL_SESSION', null)
  const client = await loadSupabase()
  if (backendFailed()) {
    started = false
    publishSession({ ...signedOut, failed: mayHaveSession() })
    return
  }
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shringar-session')
  channel?.addEventListener('message', leave)
  client.auth.onAuthStateChange(follow)
}

/** Another tab signs out: this one removes its personal data too (docs/rules.md#sign-out). */
function leave() {
  leaving = true
  void forgetPersonalData()
}

/** Called before a sign-out on purpose, so that neither this tab nor another asks the user to sign in again. */
export function announceLeaving(): void {
  leaving = true
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  channel?.postMessage('leaving')
}

/** Gives up an ended session: the guards lead to the login. */
export function letSessionGo(): void {
  publishSession(signedOut)
}
