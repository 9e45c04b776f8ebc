/** CORS headers. All origins are allowed: tokens are in headers, never in cookies, so there is no session to abuse. */

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const HEADERS =
  'authorization, apikey, content-type, x-client-info, x-supabase-api-version, accept, accept-profile, content-profile, prefer, range, range-unit, x-upsert, x-metadata, cache-control, x-region, idempotency-key, x-device-token'
/** Browser clients need the version header for `error.code` and content-range for counts. */
const EXPOSED =
  'content-range, range-unit, preference-applied, location, content-location, x-supabase-api-version, x-sb-error-code, x-total-count, link, etag, retry-after, x-relay-error, content-disposition, www-authenticate, x-device-token'

export function preflight(request: Request): Response {
  const requested = request.headers.get('access-control-request-headers')
  const allowed = requested !== null && /^[A-Za-z0-9_, -]{1,2000}$/.test(requested) ? `${HEADERS}, ${requested}` : HEADERS
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': allowed,
      'access-control-max-age': '7200',
      vary: 'access-control-request-headers',
    },
  })
}

/** Default Retry-After in seconds. */
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
    // A function may return a fetched response, whose headers are immutable.
    const headers = new Headers(response.headers)
    mark(headers, response.status)
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }
}
