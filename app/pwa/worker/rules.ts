/** What the service worker may cache, decided by the URL alone; pure, so that a table of URLs tests it. */

/**
 * page: a URL that the user opens · data: what the router reads for one · asset: a file named by its content hash · picture · routes:
 * the list of screens · live: opened by URL, never cached
 */
export type Part = 'page' | 'data' | 'asset' | 'picture' | 'routes' | 'live'
export type Asked = { method: string; url: string; mode: string; headers: { has(name: string): boolean } }

/** Screens whose HTML is the same for everyone. Everything else is always live and never cached: checkout, account, invoices, back office. */
const PUBLIC_SCREEN =
  /^\/(|products|products\/[^/]+\/[^/]+|category\/[^/]+|categories|about|terms|privacy|shipping|refunds|contact|pages\/[^/]+|order-pad|cart)$/
/** Public buckets and the shop's own drawings; signed and authenticated URLs have other paths. */
const PICTURE = /^\/(pictures\/|storage\/v1\/(render\/image|object)\/public\/)/
const BACKEND = /^\/(rest|auth|storage|functions|realtime)\/v1(\/|$)|^\/(health|ready)$/

/** Which part of the shop a request is for; null when the worker does not handle it. */
export function partOf(request: Asked, origin: string): Part | null {
  const { pathname, origin: asked } = new URL(request.url)
  if (request.method !== 'GET' || asked !== origin || request.headers.has('range') || request.headers.has('authorization')) return null
  const opened = request.mode === 'navigate'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (PICTURE.test(pathname)) return 'picture'
  // The browser has already sent the request (navigation preload): if the worker ignored it, the browser would send it again.
  if (BACKEND.test(pathname)) return opened ? 'live' : null
  if (pathname === '/__manifest') return 'routes'
  if (pathname.endsWith('.data')) return isPublicScreen(screenOf(pathname)) ? 'data' : opened ? 'live' : null
  return opened ? 'page' : null
}

export function isPublicScreen(pathname: string): boolean {
  return PUBLIC_SCREEN.test(pathname)
}

/** `/products.data` → `/products`; the router requests the home page as `/_.data`. */
function screenOf(pathname: string): string {
  const screen = pathname.slice(0, -'.data'.length)
  return screen === '/_' ? '/' : screen
}

/** The cache key of a URL: the router's parameter that selects its loaders does not change the data that the screen reads. */
export function keyOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('_routes')
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** The URL at which the router reads the data of a public screen. */
export function dataKeyOf(key: string): string {
  const [pathname = '/', query] = key.split('?')
  return `${pathname === '/' ? '/_' : pathname}.data${query === undefined ? '' : `?${query}`}`
}

/** A complete, same-origin response without a redirect that is not marked private. */
export function mayCache(answer: { status: number; type: string; redirected: boolean; headers: { get(name: string): string | null } }): boolean {
  return answer.status === 200 && answer.type === 'basic' && !answer.redirected && !/private|no-store/.test(answer.headers.get('cache-control') ?? '')
}

/** The shop says that the page no longer exists: its cached response must be removed. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410
}
