/**
 * The path from which a guard sent the visitor to the login. It is in the history state, not in the URL: an attacker could give a URL
 * to a victim, and a sign-in must never lead to another site (docs/rules.md#return-after-sign-in).
 */
export function returnPath(state: unknown): string {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && isOwnPath(from) ? from : '/dashboard'
}

/** Whether the guard found a session that had ended by itself. */
export function hasLapsed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'lapsed' in state && state.lapsed === true
}

/** Whether this is a path of this origin; '//host' and '/\host' leave it. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path)) return false
  const url = new URL(path, 'https://shop.invalid')
  return url.origin === 'https://shop.invalid' && !/^\/(login|register)(\/|$)/.test(url.pathname)
}
