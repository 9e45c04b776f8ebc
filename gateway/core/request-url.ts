/**
 * The only place where the gateway parses request URLs. `new URL` throws for input that a client may send (`GET //`), and an
 * uncaught error ends the process: URL.parse returns null instead.
 */

const NOWHERE = 'http://localhost/'

/** The URL of a fetch Request, which has already validated it: the fallback is never used. */
export function urlOf(request: Request): URL {
  return URL.parse(request.url) ?? new URL(NOWHERE)
}

/** The URL of a Node request line; null if it is not a path of this server. */
export function urlOfTarget(target: string | undefined): URL | null {
  return target?.startsWith('/') ? URL.parse(target, NOWHERE) : null
}
