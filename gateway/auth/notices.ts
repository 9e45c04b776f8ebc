/** Tells the owner of an address that somebody wanted to use it, in place of an answer that would tell who is registered. */
import type { Query } from '#postgres/statement.ts'
import type { AuthContext, Then } from './context.ts'
import { notify } from './mfa-session.ts'
import { isBanned, type UserRow } from './users.ts'

/** At most one such mail a day: whoever tries often must not fill the mailbox. */
export async function tellOwner(context: AuthContext, query: Query, owner: UserRow): Promise<Then> {
  if (!owner.email_confirmed_at || isBanned(owner, context.now()) || !context.limits.take('notice', owner.id)) return () => {}
  return notify(context, query, owner, 'account_exists')
}
