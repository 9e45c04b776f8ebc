/** Notifies the owner of an address that another person tried to use it: a response saying so would reveal who is registered. */
import type { Query } from '#postgres/statement.ts'
import type { AuthContext, AfterCommit } from '../context.ts'
import { notify } from '../mfa/session.ts'
import { isBanned, type UserRow } from '../accounts/users.ts'

/** At most one such mail a day, so that repeated attempts do not flood the mailbox. */
export async function notifyOwner(context: AuthContext, query: Query, owner: UserRow): Promise<AfterCommit> {
  if (!owner.email_confirmed_at || isBanned(owner, context.now()) || !(await context.limits.take('notice', owner.id))) return () => {}
  return notify(context, query, owner, 'account_exists')
}
