/** Effects of a second factor on sessions: upgrades the session that gave it, ends the others, and downgrades sessions when it is removed. */
import type { Query } from '#postgres/statement.ts'
import { tokenResponse, methodsOf } from '../sessions/sessions.ts'
import { SECOND_FACTOR_METHODS } from '../sessions/access-token.ts'
import type { AuthCaller, AuthContext, AuthNoticeKind, AfterCommit } from '../context.ts'
import { AuthError } from '../errors.ts'
import { factorsOf, type FactorRow, type CurrentUser } from './factors.ts'
import { digest, randomToken } from '../secrets.ts'
import { findUser, isBanned, type Json, type UserRow } from '../accounts/users.ts'

type Method = (typeof SECOND_FACTOR_METHODS)[number]

/**
 * Upgrades the session to aal2 with new tokens: refresh tokens issued before must never lead to it. Ends all other sessions
 * that gave only the password.
 */
export async function upgradeSession(
  context: AuthContext,
  query: Query,
  who: CurrentUser,
  factorId: string,
  method: Method,
  caller: AuthCaller,
): Promise<Json> {
  const now = context.now()
  const { sessionId } = who
  const user = await findUser(query, { id: who.user.id })
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(user, now)) throw new AuthError(400, 'user_banned', 'User is banned')
  const refreshToken = randomToken()
  // Waits for a refresh of this session that is in progress.
  const locked = await query('select id from auth.sessions where id = $1 for update', [sessionId])
  if (locked.length === 0) throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  await query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
  await query(
    `with method as (
       insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at) values ($1, $2, $3, $3)
       on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at
     ), token as (
       insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at) values ($4, $5::text, $1, false, $3, $3)
     )
     update auth.sessions set aal = 'aal2', factor_id = $6, updated_at = $3, refreshed_at = $3::timestamptz at time zone 'utc',
       user_agent = coalesce($7, user_agent), ip = coalesce($8, ip) where id = $1`,
    [sessionId, method, now, digest(refreshToken), user.id, factorId, caller.userAgent, caller.ip],
  )
  await query(`delete from auth.sessions where user_id = $1 and (aal is null or aal < 'aal2')`, [user.id])
  return tokenResponse(context, user, sessionId, await methodsOf(query, sessionId), refreshToken)
}

/**
 * Removes a factor. Recovery codes replace another factor, so removing the last one removes them too. Both happen in one step:
 * a user who signed in by a recovery code could not remove the factor once the codes are gone.
 */
export async function removeFactor(query: Query, factor: FactorRow): Promise<void> {
  const others = (await factorsOf(query, factor.user_id)).filter((other) => other.id !== factor.id && other.status === 'verified')
  const last = factor.status === 'verified' && others.every((other) => other.factor_type === 'recovery_code')
  const ids = [factor, ...(last ? others : [])].map(({ id }) => id)
  await downgradeSessions(query, factor.user_id, ids)
  await query('delete from auth.mfa_factors where id = any($1)', [ids])
}

/** Downgrades the sessions that these factors had upgraded. */
async function downgradeSessions(query: Query, userId: string, factorIds: string[]): Promise<void> {
  await query(
    `with lowered as (update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and factor_id = any($2) returning id)
     delete from auth.mfa_amr_claims c using lowered where c.session_id = lowered.id and c.authentication_method = any($3)`,
    [userId, factorIds, SECOND_FACTOR_METHODS],
  )
}

const NOTICE_DAYS = 7

/** Notifies the account's owner by mail, in the transaction of the event. */
export async function notify(context: AuthContext, query: Query, user: UserRow, kind: AuthNoticeKind): Promise<AfterCommit> {
  if (!user.email) return () => {}
  const name = user.raw_user_meta_data?.['full_name']
  return context.queueMail(query, {
    kind,
    to: user.email,
    link: context.links.redirect(undefined),
    expiresAt: new Date(context.now().getTime() + NOTICE_DAYS * 24 * 3_600_000),
    data: typeof name === 'string' ? { full_name: name } : {},
  })
}
