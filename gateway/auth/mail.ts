/** Sends the link of a one-time token. */
import type { Query } from '#postgres/statement.ts'
import type { AuthContext, AuthMailKind, Then } from './context.ts'
import { issueToken, tokenExpiry } from './one-time-tokens.ts'
import { startFlow, type Challenge } from './pkce.ts'
import { renewRegistration } from './registrations.ts'
import type { UserRow } from './users.ts'

export type LinkMail = { kind: AuthMailKind; redirectTo: string; challenge: Challenge | null; to?: string }

/** Stores the token, or renews that of the latest sign-up, and posts its mail; what it answers is to be called once the transaction is through. */
export async function prepareMail(context: AuthContext, query: Query, user: UserRow, mail: LinkMail): Promise<Then> {
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
): Promise<Then> {
  const to = mail.to ?? user.email ?? ''
  const name = user.raw_user_meta_data?.['full_name']
  // A mailbox that has proven nothing yet may be a stranger's, and the name anybody's words to them.
  const proven = user.email_confirmed_at !== null && to === user.email
  const data = proven && typeof name === 'string' ? { full_name: name } : {}
  const link = context.links.verify(token, mail.kind, mail.redirectTo)
  return context.post(query, { kind: mail.kind, to, link, expiresAt: tokenExpiry(mail.kind, context.now()), data })
}
