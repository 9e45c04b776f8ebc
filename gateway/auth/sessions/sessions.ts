/** Sessions and their refresh tokens. */
import { randomUUID } from 'node:crypto'
import type { Query } from '#postgres/statement.ts'
import { signJwt } from '../../core/jwt.ts'
import { ACCESS_TOKEN_SECONDS, accessClaims, type AuthenticationMethod } from './access-token.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError } from '../errors.ts'
import { digest, nextRefreshToken, randomToken } from '../secrets.ts'
import { findUser, isBanned, userJson, type Json, type UserRow } from '../accounts/users.ts'

/** A used refresh token is accepted again for this long, because two tabs may refresh at the same time. */
const REUSE_SECONDS = 10
/** How far the chain of successors is followed to find the active token. */
const MAX_CHAIN = 20

export function tokenResponse(context: AuthContext, user: UserRow, sessionId: string, amr: AuthenticationMethod[], refreshToken: string): Json {
  const claims = accessClaims(user, { id: sessionId, amr, issuer: context.issuer, now: context.now(), secondFactorFirst: context.secondFactorFirst })
  return {
    access_token: signJwt(claims, context.jwtSecret),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: claims.exp,
    refresh_token: refreshToken,
    user: userJson(user),
  }
}

/** Sessions per account: anyone who knows its password could otherwise fill the table. */
export const MAX_SESSIONS = 100

/** Opens a session for a user just authenticated by `method` (password, otp, recovery …). Ends the least recently used ones beyond MAX_SESSIONS. */
export async function openSession(context: AuthContext, query: Query, user: UserRow, method: string, caller: AuthRequest['caller']): Promise<Json> {
  const now = context.now()
  if (isBanned(user, now)) throw new AuthError(400, 'user_banned', 'User is banned')
  const sessionId = randomUUID()
  const refreshToken = randomToken()
  await query(
    `with ended as (
       delete from auth.sessions where id in (select id from auth.sessions where user_id = $2 order by updated_at desc offset $8)
     ), session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip) values ($1, $2, $3, $3, 'aal1', $4, $5)
     ), method as (
       insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at) values ($1, $6, $3, $3)
     ), token as (
       insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at) values ($7, $2::text, $1, false, $3, $3)
     )
     update auth.users set last_sign_in_at = $3, updated_at = $3 where id = $2::uuid`,
    [sessionId, user.id, now, caller.userAgent, caller.ip, method, digest(refreshToken), MAX_SESSIONS - 1],
  )
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  return tokenResponse(context, { ...user, last_sign_in_at: now, updated_at: now }, sessionId, amr, refreshToken)
}

type StoredToken = { id: string; token: string; parent: string | null; revoked: boolean; updated_at: Date; session_id: string; user_id: string }

/** The result of a refresh. An error still commits, because it may revoke the session. */
export type Refreshed = { ok: true; body: Json } | { ok: false; error: AuthError }

const refuse = (code: string, message: string): Refreshed => ({ ok: false, error: new AuthError(400, code, message) })

/**
 * The successor of a token that has the digest `active`, else the last that was found. Each step may have been derived with another
 * key, because the keys change; the stored digests tell which.
 */
async function followChain({ dataKeys }: AuthContext, query: Query, sessionId: string, token: string, active: string | undefined): Promise<string> {
  const rows = await query<{ token: string }>('select token from auth.refresh_tokens where session_id = $1 order by id desc limit $2', [
    sessionId,
    MAX_CHAIN + 1,
  ])
  const stored = new Set(rows.map((row) => row.token))
  let last = token
  for (let step = 0; step <= MAX_CHAIN && digest(last) !== active; step += 1) {
    const before = last
    const next = dataKeys.map((key) => nextRefreshToken(key, sessionId, before)).find((one) => stored.has(digest(one)))
    if (next === undefined) break
    last = next
  }
  return last
}

/** Rotation with GoTrue's reuse rules (docs/api.md#auth). */
export async function refreshSession(context: AuthContext, query: Query, token: string, caller: AuthRequest['caller']): Promise<Refreshed> {
  const now = context.now()
  const [found] = await query<{ session_id: string }>('select session_id from auth.refresh_tokens where token = $1', [digest(token)])
  // Lock the session's row first, so that refreshes of one session run one after another.
  const [session] = found
    ? await query<{ id: string; user_id: string; not_after: Date | null }>('select id, user_id, not_after from auth.sessions where id = $1 for update', [
        found.session_id,
      ])
    : []
  if (!session) return refuse('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  if (session.not_after !== null && session.not_after < now) return refuse('session_expired', 'Invalid Refresh Token: Session Expired')
  const user = await findUser(query, { id: session.user_id })
  if (!user) return refuse('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  if (isBanned(user, now)) return refuse('user_banned', 'Invalid Refresh Token: User Banned')

  const [mine] = await query<StoredToken>('select * from auth.refresh_tokens where token = $1', [digest(token)])
  if (!mine) return refuse('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  let next = nextRefreshToken(context.dataKeys[0], session.id, token)
  if (mine.revoked) {
    const [active] = await query<StoredToken>('select * from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1', [session.id])
    const allowed = active?.parent === mine.token || mine.updated_at.getTime() + REUSE_SECONDS * 1000 > now.getTime()
    next = await followChain(context, query, session.id, token, active?.token)
    if (!allowed || digest(next) !== active?.token) {
      await query('delete from auth.sessions where id = $1', [session.id])
      context.log({
        level: 'warn',
        message: 'auth: Refresh token reused, session revoked',
        data: { session: session.id, user: user.id, ip: caller.ip },
      })
      return refuse('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    }
  } else {
    await query(
      `with used as (update auth.refresh_tokens set revoked = true, updated_at = $3 where id = $1),
            next as (insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, created_at, updated_at) values ($2, $4, $5::text, $6, false, $3, $3)),
            old as (delete from auth.refresh_tokens where session_id = $6 and revoked and updated_at < $3::timestamptz - interval '30 days')
       update auth.sessions set refreshed_at = $3::timestamptz at time zone 'utc', updated_at = $3, user_agent = coalesce($7, user_agent), ip = coalesce($8, ip) where id = $6`,
      [mine.id, digest(next), now, mine.token, session.user_id, session.id, caller.userAgent, caller.ip],
    )
  }
  return { ok: true, body: tokenResponse(context, user, session.id, await methodsOf(query, session.id), next) }
}

/** The authentication methods of a session, newest first. */
export async function methodsOf(query: Query, sessionId: string): Promise<AuthenticationMethod[]> {
  const methods = await query<{ authentication_method: string; updated_at: Date }>(
    'select authentication_method, updated_at from auth.mfa_amr_claims where session_id = $1 order by updated_at desc',
    [sessionId],
  )
  return methods.map((row) => ({ method: row.authentication_method, timestamp: Math.floor(row.updated_at.getTime() / 1000) }))
}

/** Deletes sessions of a user together with their refresh tokens; of all others also the codes of opened links, which would become sessions. */
export async function endSessions(query: Query, userId: string, which: { only: string } | { except: string } | 'all'): Promise<void> {
  if (which !== 'all' && 'only' in which) {
    await query('delete from auth.sessions where user_id = $1 and id = $2', [userId, which.only])
    return
  }
  await query('delete from auth.flow_state where user_id = $1 and auth_code is not null', [userId])
  if (which === 'all') await query('delete from auth.sessions where user_id = $1', [userId])
  else await query('delete from auth.sessions where user_id = $1 and id <> $2', [userId, which.except])
}
