import { isDatabaseError } from '#postgres/sql-state.ts'

/** The body of an error response. `code` is PostgREST's or a SQLSTATE. */
export type ApiErrorBody = { code: string; message: string; details: unknown; hint: string | null }

type ApiErrorExtra = { details?: unknown; hint?: string | null; headers?: Record<string, string>; cause?: unknown }

/** An expected error with its HTTP status. Only the request handler turns it into a response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, extra: ApiErrorExtra = {}) {
    super(message, { cause: extra.cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = extra.details ?? null
    this.hint = extra.hint ?? null
    this.headers = extra.headers ?? {}
  }

  get body(): ApiErrorBody {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint }
  }
}

const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/** Messages of pg's connection errors that have no code. */
const LOST_CONNECTION_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Connection ended',
]

/** What answers for this server does not answer itself: a project (gateway/upstream), or the file store behind /storage/v1. */
export class UpstreamAway extends Error {}

/** Whether the database is temporarily unavailable: unreachable, starting, stopping, or out of connections. */
export function isUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof UpstreamAway) return true
  if (isDatabaseError(error)) return /^(08|53)|^57P0[1-5]$/.test(error.code)
  const { code } = error as NodeJS.ErrnoException
  return (code !== undefined && LOST_CONNECTION.has(code)) || LOST_CONNECTION_MESSAGES.some((text) => error.message.startsWith(text))
}

/** Whether PostgreSQL cannot store an input value: U+0000, a lone surrogate, a number out of range or malformed. Always the caller's error. */
export function isUnstorable(error: unknown): boolean {
  return isDatabaseError(error) && ['22021', '22P05', '22003', '22P02'].includes(error.code)
}

const EXACT_STATUS: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  // serialization failure or deadlock: nothing was written, and a retry helps (PostgREST: 500)
  '40001': 503,
  '40P01': 503,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  // a view that is not updatable (PostgREST: 500)
  '55000': 405,
  // lock timeout (PostgREST: 500)
  '55P03': 503,
  // temp_file_limit exceeded
  '53400': 413,
  // statement timeout: the server is busy or the query is costly (PostgREST: 500)
  '57014': 503,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
}

const CLASS_STATUS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

/** The HTTP status for a SQLSTATE, as listed in docs/api.md#rest; a missing privilege is 401 for anon and 403 for a user. */
export function statusOfSqlState(code: string, authenticated: boolean): number {
  if (code === '42501') return authenticated ? 403 : 401
  const raised = /^PT(\d{3})$/.exec(code)?.[1]
  if (raised) return Math.min(599, Math.max(200, Number(raised)))
  return EXACT_STATUS[code] ?? CLASS_STATUS[code.slice(0, 2)] ?? 400
}

/** In seconds. The official client then retries reads automatically. */
const RETRY_SOON = { 'retry-after': '1' }

/** Errors thrown only by bugs in this code, never by the database or a connection. */
const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError]

/** Converts the error of a failed statement. 5xx messages go to the log only (`cause`): they may name files, hosts and settings. */
export function apiErrorOfDatabase(error: unknown, authenticated: boolean): ApiError {
  if (BUGS.some((kind) => error instanceof kind)) {
    return new ApiError(500, 'PGRSTX00', 'Internal server error', { cause: error })
  }
  if (!isDatabaseError(error)) {
    return new ApiError(503, 'PGRST000', 'Database connection error. Retrying the connection.', { cause: error, headers: RETRY_SOON })
  }
  // An unknown role is a problem of the token, not an invalid value.
  const unknownRole = error.code === '22023' && /^role ".*" does not exist$/.test(error.message)
  const status = unknownRole ? 401 : statusOfSqlState(error.code, authenticated)
  const raised = error.code.startsWith('PT')
  if (status >= 500 && !raised) {
    const message = error.code === '57014' ? 'canceling statement due to statement timeout' : 'Internal server error'
    return new ApiError(status, error.code, message, { cause: error, headers: status === 503 ? RETRY_SOON : {} })
  }
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return new ApiError(status, error.code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers,
    cause: error,
  })
}
