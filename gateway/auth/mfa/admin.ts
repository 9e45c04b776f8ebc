/** /admin/users/{id}/factors: service role only. Restores access for users who lost both the authenticator app and the recovery codes. */
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { isUuid } from '../../core/uuid.ts'
import { audit } from '../audit.ts'
import { json, type AuthEndpoint } from '../context.ts'
import { requireServiceRole } from '../sessions/current-user.ts'
import { AuthError } from '../errors.ts'
import { requireFactor } from './factors.ts'
import { notify, removeFactor } from './session.ts'
import { findUser, type UserRow } from '../accounts/users.ts'

async function requireTarget(query: Query, id: string | undefined, lock: boolean): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUser(query, { id }, lock)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

export const adminListFactors: AuthEndpoint = async (context, { params, caller }) => {
  requireServiceRole(caller)
  return json((await requireTarget(context.query, params[0], false)).factors)
}

export const adminDeleteFactor: AuthEndpoint = async (context, { params, caller }) => {
  requireServiceRole(caller)
  const { factor, send: sendNotification } = await inTransaction(context.pool, {}, async (query) => {
    const user = await requireTarget(query, params[0], true)
    const removed = await requireFactor(query, user.id, params[1])
    await removeFactor(query, removed)
    await audit(context, query, 'factor_deleted', user.id, caller)
    const send = removed.status === 'verified' ? await notify(context, query, user, 'mfa_factor_unenrolled') : () => {}
    return { factor: user.factors.find((one) => one['id'] === removed.id), send }
  })
  sendNotification()
  return json(factor)
}
