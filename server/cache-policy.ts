/** Which answers the cache of visitors' reads may keep, and under which key (docs/rules.md#caching). */
import type { IncomingMessage } from 'node:http'

/** Tables whose changes are announced on the channel `shop_changed`, read by everybody. */
const PUBLIC_READS = /^\/rest\/v1\/(products|product_images|categories|banner_images|settings|order_steps|rpc\/(product_facets|suggest_products))$/

/** A write to one of these through this process empties the cache before the writer has its answer, and so does a call that may write. */
const PUBLIC_WRITES = /^\/rest\/v1\/(?:products|product_images|categories|banner_images|settings|page_texts|rpc\/(\w*))/

/**
 * Calls that write, but nothing that visitors read: a line of one's cart, a request for a returning product, a counted coupon try. A cart
 * would otherwise wait for the cache at every product that is added.
 */
export const OWN_WRITES: ReadonlySet<string> = new Set(['add_to_cart', 'ask_when_back', 'find_coupon'])

const BACKEND = /^\/(rest|auth|storage|functions|realtime)\/v1(\/|$)/i

/** Screens that are rendered in the browser behind guards, and answers that are nobody else's business. The router reads paths without regard to case. */
const PRIVATE_PAGES =
  /^\/(dashboard|profile|my-orders|orders|wishlist|notifications|checkout|cart|order-confirmation|invoice|admin|login|register|forgot-password|reset-password|health)(\/|\.data$|$)/i

export type CacheKeys = { publishable: string; anon: string }

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

/** A visitor's key only: any other credential reads under its own rights and is never kept. */
function isAnonymous(request: IncomingMessage, keys: CacheKeys): boolean {
  const apikey = header(request, 'apikey')
  const bearer = header(request, 'authorization').replace(/^Bearer /i, '')
  const anonymous = (key: string): boolean => key !== '' && (key === keys.publishable || key === keys.anon)
  return anonymous(apikey) && (bearer === '' || anonymous(bearer))
}

/** What was found for the addresses asked most recently; addresses are short here, and who makes up others starts over. */
const plainPaths = new Map<string, string>()
const MAX_PATHS = 1000

function plainPath(url: string): string | undefined {
  const known = plainPaths.get(url)
  if (known !== undefined) return known
  const path = readPlainPath(url)
  if (path === undefined) return undefined
  if (plainPaths.size >= MAX_PATHS) plainPaths.clear()
  plainPaths.set(url, path)
  return path
}

/**
 * The decoded path of an address that is written in its plain form, else nothing. `/a/../rest/v1/orders`, `/rest\v1/orders`
 * and `/%72est/v1/orders` all reach the orders, so what the policy reads must be what the router will read.
 */
function readPlainPath(url: string): string | undefined {
  if (!url.startsWith('/') || url.length > 2000) return undefined
  const parsed = URL.parse(`http://shop${url}`)
  if (!parsed || parsed.pathname + parsed.search !== url || parsed.pathname.includes('//')) return undefined
  try {
    const path = decodeURIComponent(parsed.pathname)
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    return /[\\\u0000-\u001f]|\/\//.test(path) ? undefined : path
  } catch {
    return undefined
  }
}

/** The key of a request whose answer may be kept, or nothing. */
export function cacheKey(request: IncomingMessage, phone: boolean, keys: CacheKeys): string | undefined {
  const { url = '/', method } = request
  if ((method !== 'GET' && method !== 'HEAD') || /no-cache|no-store/.test(header(request, 'cache-control'))) return undefined
  const path = plainPath(url)
  if (path === undefined) return undefined
  if (BACKEND.test(path)) {
    // The question of the count alone (HEAD) would read every row if it were asked as GET.
    if (method !== 'GET' || !PUBLIC_READS.test(path) || !url.startsWith(path) || !isAnonymous(request, keys)) return undefined
    const shape = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit', 'origin'].map((name) => header(request, name)).join('\n')
    return `rest ${url}\n${shape}`
  }
  // A page is rendered for nobody in particular; whoever says who he is does not ask for a page.
  if (PRIVATE_PAGES.test(path) || header(request, 'authorization') || header(request, 'apikey')) return undefined
  return `page ${phone ? 'phone' : 'wide'} ${url}`
}

/**
 * Is this a change of what visitors read? An order is none by itself: the database says when a stock label changed
 * (supabase/schemas/71_public_reads.sql, announce_sale), else a busy shop would never serve from its cache.
 *
 * @param mayWrite whether the database lets a function of this name write
 */
export function changesPublicReads(method: string, url: string, mayWrite: (call: string) => boolean): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return false
  const write = PUBLIC_WRITES.exec(url)
  if (write === null) return false
  const call = write[1]
  return call === undefined || (mayWrite(call) && !OWN_WRITES.has(call))
}
