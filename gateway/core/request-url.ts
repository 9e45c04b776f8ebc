/**
 * The one place where the gateway reads a request's address as a URL. `new URL` throws at what a client may send
 * (`GET //`), and where no caller awaits that, the process ends: URL.parse answers null instead.
 */

const NOWHERE = 'http://localhost/'

/** Of a fetch Request: its address was parsed when the Request was made, so the fallback is never taken. */
export function urlOf(request: Request): URL {
  return URL.parse(request.url) ?? new URL(NOWHERE)
}

/** Of node's request line; null where it names no path of this server. */
export function urlOfTarget(target: string | undefined): URL | null {
  return target?.startsWith('/') ? URL.parse(target, NOWHERE) : null
}
