import { detailOf, hasSqlState, isBusy, isLockConflict } from '#postgres/sql-state.ts'
import type { Query } from '#postgres/statement.ts'
import type { FunctionContext } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { Refusal } from './refusal.ts'

/** Runs one transaction of the order service; retries once after a lock conflict. */
export async function asOrderServiceWithRetry<T>(context: FunctionContext, what: string, work: (query: Query) => Promise<T>): Promise<T> {
  try {
    return await context.asOrderService(work)
  } catch (error) {
    if (!isLockConflict(error)) throw error
    context.log('warn', `${what}: Retrying after a lock conflict`, { userId: context.user?.id })
    return context.asOrderService(work)
  }
}

/** The response to a refused order; null for an internal error. */
export function orderErrorResponse(error: unknown): Response | null {
  if (error instanceof Refusal) {
    return jsonAnswer(error.status, { code: error.code, ...(error.status === 409 ? { lines: error.lines } : {}), ...error.details })
  }
  // the shop has blocked the account, but its token is still valid
  if (hasSqlState(error, 'PT403')) return jsonAnswer(403, { code: 'ACCOUNT_BLOCKED' })
  if (hasSqlState(error, 'PT409') && detailOf(error)['code'] === 'SHOP_CLOSED') return jsonAnswer(409, { code: 'SHOP_CLOSED', lines: [] })
  // the account has reached a limit (private.limits): the detail is `{ code, limit }`
  if (hasSqlState(error, 'PT429')) return jsonAnswer(429, detailOf(error), { 'retry-after': '3600' })
  if (isAccountGone(error)) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  if (isBusy(error)) return jsonAnswer(503, { code: 'BUSY' }, { 'retry-after': '1' })
  return null
}

/** A token outlives its account: inserting the key or the tried coupon then violates one of these foreign keys. */
const OF_AN_ACCOUNT = new Set<unknown>(['order_requests_user_id_fkey', 'unknown_coupons_user_id_fkey', 'found_coupons_user_id_fkey'])

function isAccountGone(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && OF_AN_ACCOUNT.has(error.constraint)
}
