/** The official client's own default: `sb-<first label of the host>-auth-token`. */
export function sessionStorageKey(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`
}

/**
 * Whether somebody may be signed in, without loading the client: a stored session, or tokens in the address from a
 * mail's link. May be wrong in one direction only: a stored session can turn out to be expired.
 */
export function mayHaveSession(): boolean {
  if (import.meta.env.SSR) return false
  try {
    return localStorage.getItem(sessionStorageKey(location.hostname)) !== null || location.hash.includes('access_token=')
  } catch {
    return false // storage refused by the browser's settings
  }
}
