/** What the service worker may keep, decided by the address alone; pure, so that a table of addresses tests it. */

/** page: an address somebody opens · data: what the router reads for one · asset: a file named by its content · picture · routes: which screens there are · live: opened by address, never kept */
export type Part = 'page' | 'data' | 'asset' | 'picture' | 'routes' | 'live'
export type Asked = { method: string; url: string; mode: string; headers: { has(name: string): boolean } }

/** Screens whose HTML is the same for everybody. Everything else is asked for live and never kept: checkout, account, invoices, back office. */
const PUBLIC_SCREEN = /^\/(|products|products\/[^/]+\/[^/]+|category\/[^/]+|categories|about|terms|privacy|contact|order-pad|cart)$/
/** Public buckets and the shop's own drawings; signed and authenticated addresses have other paths. */
const PICTURE = /^\/(pictures\/|storage\/v1\/(render\/image|object)\/public\/)/
const BACKEND = /^\/(rest|auth|storage|functions|realtime)\/v1(\/|$)|^\/health$/

/** Which part of the shop a request asks for; null where the worker stays out of the way. */
export function partOf(request: Asked, origin: string): Part | null {
  const { pathname, origin: asked } = new URL(request.url)
  if (request.method !== 'GET' || asked !== origin || request.headers.has('range') || request.headers.has('authorization')) return null
  const opened = request.mode === 'navigate'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (PICTURE.test(pathname)) return 'picture'
  // The browser has asked already (navigation preload): left alone, it would ask a second time.
  if (BACKEND.test(pathname)) return opened ? 'live' : null
  if (pathname === '/__manifest') return 'routes'
  if (pathname.endsWith('.data')) return isPublicScreen(screenOf(pathname)) ? 'data' : opened ? 'live' : null
  return opened ? 'page' : null
}

export function isPublicScreen(pathname: string): boolean {
  return PUBLIC_SCREEN.test(pathname)
}

/** `/products.data` → `/products`; the router asks for the home page as `/_.data`. */
function screenOf(pathname: string): string {
  const screen = pathname.slice(0, -'.data'.length)
  return screen === '/_' ? '/' : screen
}

/** The key of an address: what the router adds to say which of its loaders it wants changes nothing in the part that the screen reads. */
export function keyOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('_routes')
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** Where the router reads the data of a public screen. */
export function dataKeyOf(key: string): string {
  const [pathname = '/', query] = key.split('?')
  return `${pathname === '/' ? '/_' : pathname}.data${query === undefined ? '' : `?${query}`}`
}

/** A whole, own, final answer that its sender does not call private. */
export function mayKeep(answer: { status: number; type: string; redirected: boolean; headers: { get(name: string): string | null } }): boolean {
  return answer.status === 200 && answer.type === 'basic' && !answer.redirected && !/private|no-store/.test(answer.headers.get('cache-control') ?? '')
}

/** The shop says that it is no longer there: a kept copy must go. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410
}
