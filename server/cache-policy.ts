/** Which answers the cache of visitors' reads may keep, and under which key (ruling 34). */
import type { IncomingMessage } from 'node:http';

/** Tables whose changes are announced on the channel `shop_changed`, read by everybody. */
const PUBLIC_READS = /^\/rest\/v1\/(products|product_images|categories|banner_images|settings|order_steps|rpc\/product_facets)(\?|$)/;

/** A write to one of these through this process empties the cache before the writer has its answer. */
const PUBLIC_WRITES = /^\/rest\/v1\/(products|product_images|categories|banner_images|settings|rpc\/)/;

const BACKEND = /^\/(rest|auth|storage|functions|realtime)\/v1\b/;

/** Screens that are rendered in the browser behind guards, and answers that are nobody else's business. */
const PRIVATE_PAGES = /^\/(dashboard|profile|my-orders|orders|notifications|checkout|cart|order-confirmation|invoice|admin|login|register|forgot-password|reset-password|health)(\/|\.data|\?|$)/;

export type CacheKeys = { publishable: string; anon: string };

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

/** A visitor's key only: any other credential reads under its own rights and is never kept. */
function isAnonymous(request: IncomingMessage, keys: CacheKeys): boolean {
  const apikey = header(request, 'apikey');
  const bearer = header(request, 'authorization').replace(/^Bearer /i, '');
  const anonymous = (key: string): boolean => key === keys.publishable || key === keys.anon;
  return anonymous(apikey) && (bearer === '' || anonymous(bearer));
}

/** The key of a request whose answer may be kept, or nothing. */
export function cacheKey(request: IncomingMessage, phone: boolean, keys: CacheKeys): string | undefined {
  const url = request.url ?? '/';
  if (request.method !== 'GET' || url.length > 2000 || /no-cache|no-store/.test(header(request, 'cache-control'))) return undefined;
  if (PUBLIC_READS.test(url)) {
    if (!isAnonymous(request, keys)) return undefined;
    const shape = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit', 'origin'].map((name) => header(request, name)).join('\n');
    return `rest ${url}\n${shape}`;
  }
  if (BACKEND.test(url) || PRIVATE_PAGES.test(url)) return undefined;
  return `page ${phone ? 'phone' : 'wide'} ${url}`;
}

/** Is this a change of what visitors read? */
export function changesPublicReads(method: string, url: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method) && (PUBLIC_WRITES.test(url) || url.startsWith('/functions/v1/place-order'));
}
