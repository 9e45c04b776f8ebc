import { DatabaseError } from 'pg'

/** An error that PostgreSQL itself answered with: carries `code` (SQLSTATE), `detail`, `hint`. */
export function isDatabaseError(error: unknown): error is DatabaseError & { code: string } {
  return error instanceof DatabaseError && typeof error.code === 'string'
}

/** Deadlock detected, serialization failure: PostgreSQL asks to try again, and the next try finds the rows free. */
const LOCK_CONFLICTS = new Set(['40P01', '40001'])
/** Lock not available, statement timed out: the rows are held for long, and a try right away would only wait again. */
const ROWS_HELD = new Set(['55P03', '57014'])

/** Two transactions met on the same rows. Nothing was written; run the same transaction again at once. */
export function isLockConflict(error: unknown): boolean {
  return isDatabaseError(error) && LOCK_CONFLICTS.has(error.code)
}

/** Nothing was written because of other transactions: trying again later helps. */
export function isBusy(error: unknown): boolean {
  return isDatabaseError(error) && (LOCK_CONFLICTS.has(error.code) || ROWS_HELD.has(error.code))
}

/** "Current transaction is aborted": only says that an earlier statement failed. */
export function isEcho(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '25P02'
}
