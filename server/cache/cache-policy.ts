/** Decides which responses the response cache may store, and under which key (docs/rules.md#caching). */
import type { IncomingMessage } from 'node:http'
import { PUBLIC_TABLES } from './public-tables.ts'

const TABLES: ReadonlySet<string> = new Set(PUBLIC_TABLES)

/** Functions that read no other tables. */
const READING = ['list_products', 'product_facets', 'search_products', 'suggest_products']
const PUBLIC_READS: ReadonlySet<string> = new Set([...PUBLIC_TABLES, ...READING.map((name) => `rpc/${name}`)].map((name) => `/rest/v1/${name}`))

/** The table or the function to which a request writes. */
const WRITTEN = /^\/rest\/v1\/(rpc\/)?(\w*)/

/**
 * Functions that write only private data: a cart item, a back-in-stock request, a counted coupon attempt. Clearing the cache for
 * them would slow down every added cart item.
 */
export const OWN_WRITES: ReadonlySet<string> = new Set(['add_to_cart', 'ask_when_back', 'find_coupon'])

const BACKEND = /^\/(rest|auth|storage|functions|realtime)\/v1(\/|$)/i

/** Screens that are rendered in the browser behind guards, and other responses that are not public. The router ignores letter case. */
const PRIVATE_PAGES =
  /^\/(dashboard|profile|my-orders|orders|wishlist|notifications|checkout|cart|order-confirmation|invoice|admin|login|register|forgot-password|reset-password|health|ready)(\/|\.data$|$)/i

export type CacheKeys = { publishable: string; anon: string }

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

/** Whether the request has only a visitor's key: with other credentials the response depends on the caller and is never cached. */
function isAnonymous(request: IncomingMessage, keys: CacheKeys): boolean {
  const apikey = header(request, 'apikey')
  const bearer = header(request, 'authorization').replace(/^Bearer /i, '')
  const anonymous = (key: string): boolean => key !== '' && (key === keys.publishable || key === keys.anon)
  return anonymous(apikey) && (bearer === '' || anonymous(bearer))
}

/** What a path may be cached as, by the path alone. */
type Place = { path: string; kind: 'read' | 'page' | 'never' }

/** Memoised results of placeOf, cleared when full. */
const places = new Map<string, Place>()
const MAX_PLACES = 1000

function placeOf(url: string): Place | undefined {
  const known = places.get(url)
  if (known) return known
  const path = readPlainPath(url)
  if (path === undefined) return undefined
  if (places.size >= MAX_PLACES) places.clear()
  const place: Place = { path, kind: BACKEND.test(path) ? (PUBLIC_READS.has(path) ? 'read' : 'never') : PRIVATE_PAGES.test(path) ? 'never' : 'page' }
  places.set(url, place)
  return place
}

/**
 * The decoded path of a URL in normalised form, else undefined. `/a/../rest/v1/orders`, `/rest\v1/orders` and
 * `/%72est/v1/orders` all reach the orders, so the policy must see the same path as the router.
 */
function readPlainPath(url: string): string | undefined {
  if (!url.startsWith('/') || url.length > 2000) return undefined
  const parsed = URL.parse(`http://shop${url}`)
  if (!parsed || parsed.pathname + parsed.search !== url || parsed.pathname.includes('//')) return undefined
  try {
    const path = decodeURIComponent(parsed.pathname)
    // oxlint-disable-next-line no-control-regex -- control characters are searched for
    return /[\\\u0000-\u001f]|\/\//.test(path) ? undefined : path
  } catch {
    return undefined
  }
}

/** The cache key of a request whose response may be cached, else undefined. */
export function cacheKey(request: IncomingMessage, phone: boolean, keys: CacheKeys): string | undefined {
  const { url = '/', method } = request
  if ((method !== 'GET' && method !== 'HEAD') || /no-cache|no-store/.test(header(request, 'cache-control'))) return undefined
  const place = placeOf(url)
  if (place === undefined || place.kind === 'never') return undefined
  if (place.kind === 'read') {
    // A HEAD request only counts: as GET it would read every row.
    if (method !== 'GET' || !url.startsWith(place.path) || !isAnonymous(request, keys)) return undefined
    // Not `origin`: every origin gets the same CORS headers (gateway/cors.ts).
    const shape = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit'].map((name) => header(request, name)).join('\n')
    return `rest ${url}\n${shape}`
  }
  // Pages are rendered without a user; a request with credentials is not a page request.
  if (header(request, 'authorization') || header(request, 'apikey')) return undefined
  return `page ${phone ? 'phone' : 'wide'} ${url}`
}

/**
 * Whether a request that goes through this process changes public reads: then the cache is cleared before the response. An order does not
 * by itself: the database notifies when a stock label changed (supabase/schemas/71_public_reads.sql, announce_sale), otherwise a shop with
 * many orders would never serve from its cache.
 *
 * @param mayWrite whether a database function of this name may write
 */
export function changesPublicReads(method: string, url: string, mayWrite: (call: string) => boolean): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return false
  const [, call, name] = WRITTEN.exec(url) ?? []
  if (name === undefined) return false
  return call === undefined ? TABLES.has(name) : mayWrite(name) && !OWN_WRITES.has(name)
}
