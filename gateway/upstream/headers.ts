/**
 * The headers that pass between a browser and the project. Lists of what passes, not of what does not: a header such as
 * x-forwarded-host from a browser would decide what the project writes into mails, and cookies belong to this server.
 */

const REQUEST = [
  'accept',
  'accept-language',
  'accept-profile',
  'apikey',
  'authorization',
  'cache-control',
  'content-profile',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'prefer',
  'range',
  'range-unit',
  'user-agent',
  'x-client-info',
  'x-device-token',
  'x-metadata',
  'x-retry-count',
  'x-supabase-api-version',
  'x-upsert',
]

const RESPONSE = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-location',
  'content-profile',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'link',
  'location',
  'preference-applied',
  'range-unit',
  'retry-after',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-device-token',
  'x-robots-tag',
  'x-sb-error-code',
  'x-supabase-api-version',
  'x-total-count',
]

/** Bytes of the headers of one response; no part of the API comes near. */
const MAX_BYTES = 16 * 1024

function pick(from: Headers, names: readonly string[]): Headers {
  const picked = new Headers()
  for (const name of names) {
    const value = from.get(name)
    if (value !== null) picked.set(name, value)
  }
  return picked
}

/** @param client the address of the client, which this server found out itself; null for its own requests */
export function requestHeaders(from: Headers, client: string | null): Headers {
  const headers = pick(from, REQUEST)
  // An opaque key is no token: a PostgREST without Supabase's own gateway before it would refuse it.
  const bearer = /^bearer\s+(sb_\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer !== undefined) {
    headers.delete('authorization')
    if (!headers.has('apikey')) headers.set('apikey', bearer)
  }
  if (client !== null) headers.set('x-forwarded-for', client)
  return headers
}

/** Redirects of the project to itself lead to this server's origin. Null if the headers are too large. */
export function responseHeaders(from: Headers, upstream: string, origin: string): Headers | null {
  const headers = pick(from, RESPONSE)
  const location = headers.get('location')
  if (location?.startsWith(`${upstream}/`)) headers.set('location', origin + location.slice(upstream.length))
  let bytes = 0
  headers.forEach((value, name) => (bytes += name.length + value.length + 4))
  return bytes > MAX_BYTES ? null : headers
}
