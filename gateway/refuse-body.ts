/** The error response for a refused body, in the format of its service. */
import { AuthError, errorResponse as authError } from './auth/errors.ts'
import type { BodyRefused } from './body-limit.ts'
import { bodyRefusal, errorResponse as storageError } from './storage/errors.ts'

export function refuseBody(service: string, error: BodyRefused, request: Request): Response {
  const { status, code, message, retryAfter } = error.refusal
  if (service === 'auth') return authError(new AuthError(status, code, message, {}, retryAfter), request)
  if (service === 'storage') return storageError(bodyRefusal(error))
  const invalidBody = service === 'rest' && status === 400 ? 'PGRST102' : String(status)
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return Response.json({ code: invalidBody, message, details: null, hint: null }, { status, headers })
}
