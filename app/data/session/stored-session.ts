import type { Session } from '@supabase/supabase-js'

/** The official client's own default: `sb-<first label of the host>-auth-token`. */
export function sessionStorageKey(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`
}

/**
 * Whether the user may be signed in, without loading the client: a stored session, or tokens in the URL from a link in a mail. It can
 * be wrong only in one direction: a stored session may turn out to be expired.
 */
export function mayHaveSession(): boolean {
  if (import.meta.env.SSR) return false
  try {
    return localStorage.getItem(sessionStorageKey(location.hostname)) !== null || location.hash.includes('access_token=')
  } catch {
    return false // the browser's settings forbid storage
  }
}

/** The stored session as it is, without asking whether it still counts. */
export function storedSession(): Session | null {
  try {
    const stored = JSON.parse(localStorage.getItem(sessionStorageKey(location.hostname)) ?? 'null') as Partial<Session> | null
    return typeof stored?.user?.id === 'string' ? (stored as Session) : null
  } catch {
    return null
  }
}
