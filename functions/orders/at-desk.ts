import type { Query } from '#postgres/statement.ts'
import type { FunctionContext } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { Refusal } from './refusal.ts'

/** Deadlock detected, serialization failure: PostgreSQL asks to try again. */
const TRY_AGAIN = new Set(['40P01', '40001'])
/** Lock not available, statement timed out: somebody holds the rows for long, and trying again at once would only wait again. */
const TOO_SLOW = new Set(['55P03', '57014'])
/** What the database answers for an account that the shop has blocked, while its token is still good. */
const BLOCKED = new Set(['PT403'])
/** What the database answers for an account that has reached a limit (private.limits); the detail names it. */
const LIMITED = new Set(['PT429'])

/** One transaction of the order desk, once more after a lock conflict. */
export async function atDeskWithRetry<T>(context: FunctionContext, what: string, work: (query: Query) => Promise<T>): Promise<T> {
  try {
    return await context.asOrderDesk(work)
  } catch (error) {
    if (!hasCode(error, TRY_AGAIN)) throw error
    context.log('warn', `${what} is tried again after a lock conflict`, { userId: context.user?.id })
    return context.asOrderDesk(work)
  }
}

/** The answer to an order that was not made; null for a failure that is no refusal. */
export function deskRefusal(error: unknown): Response | null {
  if (error instanceof Refusal) {
    return jsonAnswer(error.status, { code: error.code, ...(error.status === 409 ? { lines: error.lines } : {}), ...error.details })
  }
  if (hasCode(error, BLOCKED)) return jsonAnswer(403, { code: 'ACCOUNT_BLOCKED' })
  if (hasCode(error, LIMITED)) return jsonAnswer(429, limitOf(error), { 'retry-after': '3600' })
  if (isAccountGone(error)) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  if (hasCode(error, TRY_AGAIN) || hasCode(error, TOO_SLOW)) return jsonAnswer(503, { code: 'BUSY' }, { 'retry-after': '1' })
  return null
}

/** `{ code, limit }` as the guard wrote it. */
function limitOf(error: unknown): { code: string; limit?: number } {
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : ''
  return JSON.parse(detail) as { code: string; limit?: number }
}

/** A token outlives the account it was made for: the key, or the coupon that was tried, then belongs to nobody. */
const OF_AN_ACCOUNT = new Set<unknown>(['order_requests_user_id_fkey', 'unknown_coupons_user_id_fkey', 'found_coupons_user_id_fkey'])

function isAccountGone(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && OF_AN_ACCOUNT.has(error.constraint)
}

export function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof Error && 'code' in error && codes.has(String(error.code))
}
