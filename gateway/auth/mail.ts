/** Sends the link of a one-time token. */
import type { Query } from '../core/database.ts'
import type { AuthContext, AuthMailKind } from './context.ts'
import { issueToken } from './one-time-tokens.ts'
import { startFlow, type Challenge } from './pkce.ts'
import type { UserRow } from './users.ts'

export type LinkMail = { kind: AuthMailKind; redirectTo: string; challenge: Challenge | null; to?: string }

/** Stores the token and answers the sending of it, to be called once the transaction is through. */
export async function prepareMail(context: AuthContext, query: Query, user: UserRow, mail: LinkMail): Promise<() => void> {
  if (mail.challenge) await startFlow(context, query, user.id, mail.kind, mail.challenge)
  const { token } = await issueToken(context, query, user, mail.kind, { pkce: mail.challenge !== null })
  return mailing(context, user, mail, token)
}

export function mailing(context: AuthContext, user: UserRow, mail: { kind: AuthMailKind; redirectTo: string; to?: string }, token: string): () => void {
  const to = mail.to ?? user.email ?? ''
  const name = user.raw_user_meta_data?.['full_name']
  const data = typeof name === 'string' ? { full_name: name } : {}
  const link = context.links.verify(token, mail.kind, mail.redirectTo)
  return () => context.later(`sending a ${mail.kind} mail`, () => context.sendMail({ kind: mail.kind, to, link, data }))
}
