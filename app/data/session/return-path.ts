/**
 * Where a guard sent the visitor away from. It travels in the history's state, not in the address: an address could
 * be given to a victim, and a link to another site must never follow a sign-in (docs/rules.md#return-after-sign-in).
 */
export function returnPath(state: unknown): string {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && isOwnPath(from) ? from : '/dashboard'
}

/** Whether the guard found a session that had ended by itself. */
export function hasLapsed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'lapsed' in state && state.lapsed === true
}

/** A path of this origin; '//host' and '/\host' leave it. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path)) return false
  const url = new URL(path, 'https://shop.invalid')
  return url.origin === 'https://shop.invalid' && !/^\/(login|register)(\/|$)/.test(url.pathname)
}
