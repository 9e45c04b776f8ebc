import type { TableRow } from '#supabase/database.ts'

export type SessionUser = { id: string; email: string; fullName: string }
export type Profile = Pick<TableRow<'profiles'>, 'id' | 'full_name' | 'company_name' | 'gstin' | 'phone' | 'created_at'>

/** `loading` only while a stored session is being read: a visitor without one is `signed-out` from the first frame in the browser. */
export type SessionState = {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: SessionUser | null
  profile: Profile | null
  /** whether reading the profile has finished, successfully or not */ profileRead: boolean
  /** Who was signed in when the session ended by itself, without a sign-out here or in another tab. A form may wait for them. */
  ended: { user: SessionUser; profile: Profile | null } | null
  /** A session ended by itself, here or before this page: a guard that redirects to the login says so. */
  lapsed: boolean
  /** The password was correct, and the account's second factor is still missing: the user is not signed in yet. */
  waiting?: SessionUser
  /** the client could not be loaded, so a stored session could not be read */ failed: boolean
}

export const loadingState: SessionState = { status: 'loading', user: null, profile: null, profileRead: false, ended: null, lapsed: false, failed: false }
export const signedOut: SessionState = { ...loadingState, status: 'signed-out' }

let state: SessionState = loadingState
const listeners = new Set<() => void>()

export const readSession = (): SessionState => state

export function publishSession(next: SessionState): void {
  state = next
  // The page's first script sets this mark from storage (app/start/first-script.ts); from here on it follows the session.
  const marks = document.documentElement.dataset
  if (next.status === 'signed-in') marks['session'] = ''
  else if (next.status !== 'loading') delete marks['session']
  for (const listener of listeners) listener()
}

export function listenToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
