/** Cross-origin answers. Every origin may call: tokens travel in headers, never in cookies, so there is nothing to ride on. */

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const HEADERS =
  'authorization, apikey, content-type, x-client-info, x-supabase-api-version, accept, accept-profile, content-profile, prefer, range, range-unit, x-upsert, x-metadata, cache-control, x-region, idempotency-key, x-device-token'
/** Without the version header browsers lose `error.code`; without content-range they lose the count. */
const EXPOSED =
  'content-range, range-unit, preference-applied, location, content-location, x-supabase-api-version, x-sb-error-code, x-total-count, link, etag, retry-after, x-relay-error, content-disposition, www-authenticate, x-device-token'

export function preflight(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers')
  const plain = asked !== null && /^[A-Za-z0-9_, -]{1,2000}$/.test(asked) ? `${HEADERS}, ${asked}` : HEADERS
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': plain,
      'access-control-max-age': '7200',
      vary: 'access-control-request-headers',
    },
  })
}

/** Seconds after which a client may try again where a service did not say. */
const RETRY_AFTER = '2'

function mark(headers: Headers, status: number): void {
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', RETRY_AFTER)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', EXPOSED)
  if (!headers.has('x-content-type-options')) headers.set('x-content-type-options', 'nosniff')
}

export function withCors(response: Response): Response {
  try {
    mark(response.headers, response.status)
    return response
  } catch {
    // A function may pass on what it fetched, whose headers cannot be changed.
    const headers = new Headers(response.headers)
    mark(headers, response.status)
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }
}
