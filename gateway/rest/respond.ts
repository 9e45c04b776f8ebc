import type { ApiError } from '../core/errors.ts'

/** Browsers show a page's script only the headers named here; the client reads Content-Range for counts. */
const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Server, Transfer-Encoding, Range-Unit, WWW-Authenticate'

const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

export function respond(status: number, body: string | null, headers: Record<string, string>): Response {
  headers['access-control-allow-origin'] = '*'
  headers['access-control-expose-headers'] = EXPOSED
  return new Response(body, { status, headers })
}

/** Any refusal as `{code, message, details, hint}`; HEAD gets the status and headers alone. */
export function respondError(error: ApiError, method: string): Response {
  const headers = { ...error.headers, 'content-type': 'application/json; charset=utf-8' }
  return respond(error.status, method === 'HEAD' ? null : JSON.stringify(error.body), headers)
}

/** OPTIONS needs no key: browsers send the question before they send the header. */
export function respondOptions(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers')
  return respond(200, null, {
    allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': asked ?? 'Authorization, Content-Type, apikey, Prefer, Range, x-client-info',
    'access-control-max-age': '86400',
  })
}
