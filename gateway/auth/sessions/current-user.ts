/** Resolves the user behind a bearer token and checks that the session still exists. */
import type { Query } from '#postgres/statement.ts'
import { isUuid } from '../../core/uuid.ts'
import type { AuthCaller } from '../context.ts'
import { AuthError } from '../errors.ts'
import { findUser, type UserRow } from '../accounts/users.ts'

export async function requireUser(query: Query, caller: AuthCaller, lock = false): Promise<{ user: UserRow; sessionId: string; aal: string }> {
  if (caller.tokenError !== null) throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${caller.tokenError}`)
  if (caller.claims === null) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const { sub, session_id: sessionId } = caller.claims
  if (!isUuid(sub)) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  // Before the session is read: a change that this waits for may end it.
  if (lock) void query('select from auth.users where id = $1 for update', [sub])
  const session = isUuid(sessionId)
    ? await query<{ aal: string | null }>('select aal::text from auth.sessions where id = $1 and user_id = $2 and (not_after is null or not_after > now())', [
        sessionId,
        sub,
      ])
    : []
  const [found] = session
  if (!found || !isUuid(sessionId)) throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  const user = await findUser(query, { id: sub })
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return { user, sessionId, aal: found.aal ?? 'aal1' }
}

export function requireServiceRole(caller: AuthCaller): void {
  if (caller.serviceRole) return
  if (caller.tokenError !== null) throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${caller.tokenError}`)
  if (caller.claims === null) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  throw new AuthError(403, 'not_admin', 'User not allowed')
}
