/** The 503 for a project that does not answer, in the format of each service, so that the clients recognise it. */
import { AuthError, errorResponse as authError } from '../auth/errors.ts'
import { errorResponse as storageError, StorageError } from '../storage/errors.ts'

const MESSAGE = 'The service does not answer: try again in a moment'
/** Seconds. */
export const RETRY_AFTER = 5

/** What a proxy before a project answers when the service behind it does not; 520 to 530 are Cloudflare's. */
export const isAwayStatus = (status: number): boolean => status === 502 || status === 504 || (status >= 520 && status <= 530)

export function answerAway(service: string, request: Request, message = MESSAGE, retryAfter = RETRY_AFTER): Response {
  if (service === 'auth') return authError(new AuthError(503, 'unexpected_failure', message, {}, retryAfter), request)
  if (service === 'storage') return storageError(new StorageError(503, 'SlowDown', 'slow_down', message, retryAfter))
  const body = { code: 'PGRST000', message, details: null, hint: null }
  return Response.json(body, { status: 503, headers: { 'retry-after': String(retryAfter), 'cache-control': 'no-store' } })
}
