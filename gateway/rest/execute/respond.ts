import type { ApiError } from '../../core/errors.ts'
import { keepBody } from '../../core/whole-body.ts'

/** Browsers expose only these headers to scripts; the client reads Content-Range for counts. */
const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Server, Transfer-Encoding, Range-Unit, WWW-Authenticate'

const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

export function respond(status: number, body: string | null, headers: Record<string, string>): Response {
  headers['access-control-allow-origin'] = '*'
  headers['access-control-expose-headers'] = EXPOSED
  const answer = new Response(body, { status, headers })
  return body === null ? answer : keepBody(answer, body)
}

/** An error as `{code, message, details, hint}`; HEAD gets status and headers only. */
export function respondError(error: ApiError, method: string): Response {
  const headers = { ...error.headers, 'content-type': 'application/json; charset=utf-8' }
  return respond(error.status, method === 'HEAD' ? null : JSON.stringify(error.body), headers)
}

/** OPTIONS needs no API key: browsers send the preflight request without it. */
export function respondOptions(request: Request): Response {
  const requested = request.headers.get('access-control-request-headers')
  return respond(200, null, {
    allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': requested ?? 'Authorization, Content-Type, apikey, Prefer, Range, x-client-info',
    'access-control-max-age': '86400',
  })
}
