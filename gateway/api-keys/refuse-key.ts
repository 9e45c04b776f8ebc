/** The response for a refused API key, in the format of its service. */
import { AuthError, errorResponse as authError } from '../auth/errors.ts'

type Refusal = { status: 401 | 429 | 503; message: string; retryAfter?: number }

function bodyOf(service: string, { status, message }: Refusal): object {
  if (service === 'storage')
    return { statusCode: String(status), code: status === 401 ? 'InvalidJWT' : 'SlowDown', error: status === 401 ? 'Unauthorized' : 'slow_down', message }
  if (service === 'functions') return { code: status === 401 ? 'UNAUTHORIZED_INVALID_API_KEY' : 'TOO_MANY', message }
  return { code: status === 401 ? 'PGRST301' : String(status), message, details: null, hint: null }
}

export function refuseKey(service: string, refusal: Refusal, request: Request): Response {
  const { status, message, retryAfter } = refusal
  if (service === 'auth') return authError(new AuthError(status, status === 401 ? 'bad_jwt' : 'over_request_rate_limit', message, {}, retryAfter), request)
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (status === 401) headers.set('www-authenticate', `Bearer error="invalid_token", error_description="${message}"`)
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  return Response.json(bodyOf(service, refusal), { status, headers })
}
