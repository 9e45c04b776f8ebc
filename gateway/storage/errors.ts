/** Storage's errors: mostly HTTP 400 with the actual status in the string `statusCode` (docs/api.md#storage). */
import { isDatabaseError } from '#postgres/sql-state.ts'
import { BodyRefused } from '../body-limit.ts'
import { isUnstorable } from '../core/errors.ts'

export class StorageError extends Error {
  /** The actual status. */
  readonly status: number
  /** Storage's error code: newer clients use it to distinguish a missing file from a missing bucket. */
  readonly code: string
  readonly error: string
  /** Seconds, if a retry helps. */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, error: string, message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
    this.status = status
    this.code = code
    this.error = error
  }
}

const PASS_THROUGH = new Set([413, 429, 500, 501, 503])

export function errorResponse(error: StorageError): Response {
  const body = { statusCode: String(error.status), code: error.code, error: error.error, message: error.message }
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter)
  return Response.json(body, { status: PASS_THROUGH.has(error.status) ? error.status : 400, headers })
}

export const noSuchKey = (): StorageError => new StorageError(404, 'NoSuchKey', 'not_found', 'Object not found')
export const noSuchBucket = (): StorageError => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const invalid = (message: string): StorageError => new StorageError(400, 'InvalidRequest', 'invalid_request', message)
export const accessDenied = (): StorageError => new StorageError(403, 'AccessDenied', 'Unauthorized', 'new row violates row-level security policy')
export const keyTaken = (): StorageError => new StorageError(409, 'KeyAlreadyExists', 'Duplicate', 'The resource already exists')
export const tooLarge = (): StorageError => new StorageError(413, 'EntityTooLarge', 'Payload too large', 'The object exceeded the maximum allowed size')

export const storeAway = (): StorageError => new StorageError(503, 'SlowDown', 'slow_down', 'The file store does not answer: try again in a moment', 5)

export function bodyRefusal({ refusal: { status, message } }: BodyRefused): StorageError {
  if (status === 413) return tooLarge()
  return status === 503 ? new StorageError(503, 'SlowDown', 'slow_down', message) : invalid(message)
}

/** Converts a database error to a storage error; null for an internal failure. */
export function refusalOf(error: unknown): StorageError | null {
  if (error instanceof BodyRefused) return bodyRefusal(error)
  if (isUnstorable(error)) return invalid('A text or a number cannot be stored')
  if (!isDatabaseError(error)) return null
  switch (error.code) {
    case '42501':
      return accessDenied()
    case '23505':
      return keyTaken()
    case '23503':
      return error.table === 'objects'
        ? new StorageError(409, 'InvalidRequest', 'InvalidRequest', 'The bucket you tried to delete is not empty')
        : noSuchBucket()
    // The token names a role that the storage login is not a member of.
    case '22023':
    case '0LP01':
      return new StorageError(403, 'InvalidJWT', 'Unauthorized', 'The role of this token is not allowed here')
    default:
      return null
  }
}
