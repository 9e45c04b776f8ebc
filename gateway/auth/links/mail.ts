/** Sends the link of a one-time token. */
import type { Query } from '#postgres/statement.ts'
import type { AuthContext, AuthMailKind, AfterCommit } from '../context.ts'
import { issueToken, tokenExpiry } from './one-time-tokens.ts'
import { startFlow, type Challenge } from '../sessions/pkce.ts'
import { renewRegistration } from '../accounts/registrations.ts'
import type { UserRow } from '../accounts/users.ts'

export type LinkMail = { kind: AuthMailKind; redirectTo: string; challenge: Challenge | null; to?: string }

/** Stores the token, or renews that of the latest sign-up, and queues its mail. Call the result after the commit. */
export async function prepareMail(context: AuthContext, query: Query, user: UserRow, mail: LinkMail): Promise<AfterCommit> {
  if (mail.challenge) await startFlow(context, query, user.id, mail.kind, mail.challenge)
  const pkce = mail.challenge !== null
  const renewed = mail.kind === 'signup' ? await renewRegistration(context, query, user.id, pkce) : null
  return postLink(context, query, user, mail, renewed ?? (await issueToken(context, query, user, mail.kind, { pkce })).token)
}

export function postLink(
  context: AuthContext,
  query: Query,
  user: UserRow,
  mail: { kind: AuthMailKind; redirectTo: string; to?: string },
  token: string,
): Promise<AfterCommit> {
  const to = mail.to ?? user.email ?? ''
  const name = user.raw_user_meta_data?.['full_name']
  // An unconfirmed mailbox may belong to a stranger, and the name may be a message to them from another person.
  const proven = user.email_confirmed_at !== null && to === user.email
  const data = proven && typeof name === 'string' ? { full_name: name } : {}
  const link = context.links.verify(token, mail.kind, mail.redirectTo)
  return context.queueMail(query, { kind: mail.kind, to, link, expiresAt: tokenExpiry(mail.kind, context.now()), data })
}
