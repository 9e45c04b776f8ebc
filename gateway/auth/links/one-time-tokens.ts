/** One-time tokens sent by mail, stored as digests and consumed by the first use. */
import { randomUUID } from 'node:crypto'
import type { Query } from '#postgres/statement.ts'
import type { AuthContext, AuthMailKind } from '../context.ts'
import { AuthError } from '../errors.ts'
import { codeDigest, digest, randomCode, randomToken } from '../secrets.ts'
import { findUser, type UserRow } from '../accounts/users.ts'

type TokenType = 'confirmation_token' | 'recovery_token' | 'email_change_token_new' | 'email_change_token_current' | 'reauthentication_token'

/** Per kind of link: its token rows, the matching columns of auth.users, and its lifetime in hours. */
const KINDS: Record<AuthMailKind, { types: TokenType[]; sentAt: string; codeColumn: string; hours: number }> = {
  signup: { types: ['confirmation_token'], sentAt: 'confirmation_sent_at', codeColumn: 'confirmation_token', hours: 24 },
  invite: { types: ['confirmation_token'], sentAt: 'confirmation_sent_at', codeColumn: 'confirmation_token', hours: 7 * 24 },
  recovery: { types: ['recovery_token'], sentAt: 'recovery_sent_at', codeColumn: 'recovery_token', hours: 1 },
  magiclink: { types: ['recovery_token'], sentAt: 'recovery_sent_at', codeColumn: 'recovery_token', hours: 1 },
  email_change: {
    types: ['email_change_token_new', 'email_change_token_current'],
    sentAt: 'email_change_sent_at',
    codeColumn: 'email_change_token_new',
    hours: 24,
  },
}

export const tokenExpiry = (kind: AuthMailKind, madeAt: Date): Date => new Date(madeAt.getTime() + KINDS[kind].hours * 3_600_000)

export const PKCE_PREFIX = 'pkce_'

export const linkToken = (pkce: boolean): string => `${pkce ? PKCE_PREFIX : ''}${randomToken()}`

export type Issued = { token: string; code: string | null }

/**
 * Issues the token of a link; an older one of the same kind stops working.
 * @param options.withCode also issues six digits to type in (POST /verify with email and token). Off by default: mails carry
 *   links only, and an unused code would only be another one to guess.
 */
export async function issueToken(
  context: AuthContext,
  query: Query,
  user: UserRow,
  kind: AuthMailKind,
  options: { address?: string; type?: TokenType; pkce?: boolean; withCode?: boolean } = {},
): Promise<Issued> {
  const rule = KINDS[kind]
  const token = linkToken(options.pkce ?? false)
  const address = options.address ?? user.email ?? ''
  const code = options.withCode ? randomCode() : null
  const utc = context.now().toISOString().replace('Z', '')
  await query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
       created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), user.id, options.type ?? rule.types[0], digest(token), address, utc],
  )
  await query(`update auth.users set ${rule.sentAt} = $2, ${rule.codeColumn} = $3 where id = $1`, [
    user.id,
    context.now(),
    code === null ? '' : codeDigest(context.dataKeys[0], address, code),
  ])
  return { token, code }
}

export const expired = (): AuthError => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

export type Redeemed = { user: UserRow; type: TokenType }

const oldestOf = (context: AuthContext, kind: AuthMailKind): string =>
  new Date(context.now().getTime() - KINDS[kind].hours * 3_600_000).toISOString().replace('Z', '')

/** Whether a link token of this kind is valid now. Does not consume it. */
export async function isRedeemable(context: AuthContext, query: Query, token: string, kind: AuthMailKind): Promise<boolean> {
  const rows = await query('select from auth.one_time_tokens where token_hash = $1 and token_type::text = any($2) and created_at > $3', [
    digest(token),
    KINDS[kind].types,
    oldestOf(context, kind),
  ])
  return rows.length > 0
}

/** Consumes a valid link token of this kind and returns its user, locked. Throws otp_expired. */
export async function redeemToken(context: AuthContext, query: Query, token: string, kind: AuthMailKind): Promise<Redeemed> {
  const rule = KINDS[kind]
  const [issued] = await query<{ user_id: string }>('select user_id from auth.one_time_tokens where token_hash = $1', [digest(token)])
  // The account first, as a change of its password locks it.
  const user = issued ? await findUser(query, { id: issued.user_id }, true) : null
  const [row] = await query<{ token_type: TokenType }>(
    'delete from auth.one_time_tokens where token_hash = $1 and token_type::text = any($2) and created_at > $3 returning token_type::text',
    [digest(token), rule.types, oldestOf(context, kind)],
  )
  if (!row || !user) throw expired()
  await query(`update auth.users set ${rule.codeColumn} = '' where id = $1`, [user.id])
  return { user, type: row.token_type }
}

/** The same for six digits typed with the email address. Attempts count per address, registered or not. */
export async function redeemCode(context: AuthContext, query: Query, email: string, code: string, kind: AuthMailKind): Promise<Redeemed> {
  const tried = ['attempt', `code ${email}`] as const
  await context.limits.use(tried)
  const rule = KINDS[kind]
  const oldest = new Date(context.now().getTime() - rule.hours * 3_600_000)
  const [row] = await query<{ id: string }>(
    `update auth.users set ${rule.codeColumn} = '' where ${kind === 'email_change' ? 'email_change' : 'email'} = $1 and deleted_at is null
       and ${rule.codeColumn} = any($2) and ${rule.sentAt} > $3 returning id`,
    [email, context.dataKeys.map((key) => codeDigest(key, email, code)), oldest],
  )
  const user = row ? await findUser(query, { id: row.id }, true) : null
  const type = rule.types[0]
  if (!user || !type) throw expired()
  await query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [user.id, type])
  await context.limits.undo([], [tried])
  return { user, type }
}
