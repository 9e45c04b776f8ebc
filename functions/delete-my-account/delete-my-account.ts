import { checkBody, withPassword } from '../check-body.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { asOrderServiceWithRetry } from '../orders/order-transaction.ts'
import { readJsonObject } from '../request-body.ts'

/**
 * A token outlives its session by up to an hour. Customers who sign out everywhere or add a second factor because their password
 * leaked must not lose the account to an older token.
 */
async function sessionLives({ asUser }: FunctionContext): Promise<boolean> {
  const [row] = await asUser((query) =>
    query<{ lives: boolean }>("select auth.jwt() ->> 'session_id' is null or exists (select from public.my_sessions()) as lives"),
  )
  return row?.lives === true
}

/**
 * POST /functions/v1/delete-my-account `{ password }`: ends the caller's account (DPDP Act 2023, docs/india.md#personal-data).
 * Requires the password again, so that an open session on a shared machine is not enough. `private.erase_person` defines what is
 * retained, and why.
 *
 * @returns 200 `{ deleted: true }` · 400 `{ code: 'INVALID', fields }` · 401 · 403 `{ code: 'WRONG_PASSWORD' }` ·
 * 405 · 409 `{ code: 'OPEN_ORDERS', orders }` or `{ code: 'STAFF' }` or `{ code: 'STORE_CREDIT' }` · 429 `{ code: 'TOO_MANY' }`
 */
export const deleteMyAccount: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const checked = checkBody(withPassword, await readJsonObject(request), { body: 'password' })
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  if (!(await sessionLives(context))) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const proof = await context.provePassword(user.email, checked.body.password)
  if (proof === 'too-many') return jsonAnswer(429, { code: 'TOO_MANY' }, { 'retry-after': '300' })
  if (proof?.userId !== user.id) return jsonAnswer(403, { code: 'WRONG_PASSWORD' })
  const [answer] = await asOrderServiceWithRetry(context, 'delete-my-account', (query) =>
    query<{ refusal: string | null; orders: string[] | null }>('select refusal, orders from private.delete_account($1)', [user.id]),
  )
  if (answer?.refusal) return jsonAnswer(409, { code: answer.refusal, orders: answer.orders ?? [] })
  context.log('info', 'delete-my-account: Account deleted', { user: user.id })
  return jsonAnswer(200, { deleted: true })
}
