/**
 * Whether the person behind a session owns the account. A session alone does not say: the phone may be borrowed, the token
 * stolen. GoTrue's rule with "require current password" set, and its codes.
 */
import type { AuthContext } from './context.ts'
import { AuthError } from './errors.ts'
import type { UserRow } from './users.ts'

/** A session that a mailed link opened proves the mailbox for this long. */
const FRESH_LINK_SECONDS = 15 * 60
const LINKS = ['recovery', 'magiclink', 'invite', 'otp']

/** What a session that a link opened says of itself (amr): GoTrue's names for the kinds of mails. */
export function methodOf(kind: string): string {
  return kind === 'signup' ? 'otp' : kind
}

async function cameByFreshLink(context: AuthContext, sessionId: string): Promise<boolean> {
  const rows = await context.query('select from auth.mfa_amr_claims where session_id = $1 and authentication_method = any($2) and created_at > $3', [
    sessionId,
    LINKS,
    new Date(context.now().getTime() - FRESH_LINK_SECONDS * 1000),
  ])
  return rows.length > 0
}

/**
 * Throws unless the present password was given and is right, or a mailed link opened this session just now. A password that
 * is given must be right in any case; then the answer is true.
 */
export async function proveOwner(
  context: AuthContext,
  { user, sessionId }: { user: UserRow; sessionId: string },
  password: unknown,
  share: string | null,
): Promise<boolean> {
  if (password === undefined || password === null || password === '') {
    if (await cameByFreshLink(context, sessionId)) return false
    if (!user.encrypted_password) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
    throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.')
  }
  // Under a limit, or this would be the way to guess it; per session, so that nobody else is locked out.
  const key = `session ${sessionId}`
  context.limits.use('attempt', key)
  if (typeof password !== 'string' || !(await context.passwords.verify(password, user.encrypted_password, share))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password required when setting new password.')
  }
  context.limits.forget('attempt', key)
  return true
}
