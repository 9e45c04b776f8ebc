/** GoTrue's errors. The body has two formats, chosen by the client's API version header. */

export type AuthErrorExtra = { weak_password?: { reasons: string[] } }

/** An expected error: `code` is GoTrue's error code, `status` the HTTP status, `message` the text that clients show. `retryAfter` in seconds. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly extra: AuthErrorExtra
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, extra: AuthErrorExtra = {}, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
    this.retryAfter = retryAfter
  }
}

export const API_VERSION_HEADER = 'x-supabase-api-version'
const CODES_IN_BODY_SINCE = '2024-01-01'

/** Clients of 2024-01-01 and later read `code`; older ones read `error_code` and the numeric `code`. */
export function errorResponse(error: AuthError, request: Request): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'x-sb-error-code': error.code, 'cache-control': 'no-store' })
  if (error.retryAfter !== undefined) headers.set('retry-after', String(error.retryAfter))
  const version = request.headers.get(API_VERSION_HEADER)
  if (version !== null && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= CODES_IN_BODY_SINCE) {
    headers.set(API_VERSION_HEADER, CODES_IN_BODY_SINCE)
    return new Response(JSON.stringify({ code: error.code, message: error.message, ...error.extra }), { status: error.status, headers })
  }
  return new Response(JSON.stringify({ code: error.status, error_code: error.code, msg: error.message, ...error.extra }), { status: error.status, headers })
}
