import { DatabaseError } from 'pg'

/** An error that PostgreSQL itself answered with: carries `code` (SQLSTATE), `detail`, `hint`. */
export function isDatabaseError(error: unknown): error is DatabaseError & { code: string } {
  return error instanceof DatabaseError && typeof error.code === 'string'
}

/** True for an error with one of these SQLSTATEs. */
export function hasSqlState(error: unknown, ...states: string[]): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && states.includes(String(error.code))
}

/** The JSON object that a refusal of the shop's own SQL carries in its detail; {} where it carries none. */
export function detailOf(error: unknown): Record<string, unknown> {
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : ''
  if (!detail.startsWith('{')) return {}
  try {
    return JSON.parse(detail) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Deadlock detected, serialization failure: PostgreSQL asks to try again, and the next try finds the rows free. */
const LOCK_CONFLICTS = ['40P01', '40001']
/** Lock not available, statement timed out: the rows are held for long, and a try right away would only wait again. */
const ROWS_HELD = ['55P03', '57014']

/** Two transactions met on the same rows. Nothing was written; run the same transaction again at once. */
export function isLockConflict(error: unknown): error is Error & { code: string } {
  return hasSqlState(error, ...LOCK_CONFLICTS)
}

/** Nothing was written because of other transactions: trying again later helps. */
export function isBusy(error: unknown): error is Error & { code: string } {
  return hasSqlState(error, ...LOCK_CONFLICTS, ...ROWS_HELD)
}

/** "Current transaction is aborted": only says that an earlier statement failed. */
export function isFollowUpError(error: unknown): boolean {
  return hasSqlState(error, '25P02')
}
