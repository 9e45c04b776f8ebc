/**
 * Checks that the person behind a session owns the account. A session alone is no proof: the phone may be borrowed or the token
 * stolen. Follows GoTrue with "require current password" enabled, with the same error codes.
 */
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { UserRow } from '../accounts/users.ts'

/** For this long, a session opened by a mailed link proves ownership of the mailbox. */
const RECENT_LINK_SECONDS = 15 * 60
const LINKS = ['recovery', 'magiclink', 'invite', 'otp']

/** The authentication method (amr) of a session opened by a link, by GoTrue's name. */
export function methodOf(kind: string): string {
  return kind === 'signup' ? 'otp' : kind
}

async function openedByRecentLink(context: AuthContext, sessionId: string): Promise<boolean> {
  const rows = await context.query('select from auth.mfa_amr_claims where session_id = $1 and authentication_method = any($2) and created_at > $3', [
    sessionId,
    LINKS,
    new Date(context.now().getTime() - RECENT_LINK_SECONDS * 1000),
  ])
  return rows.length > 0
}

/**
 * Throws unless the current password is correct, or a mailed link opened this session within the last 15 minutes. A given
 * password must be correct in either case. Returns whether a password was given.
 */
export async function proveOwner(
  context: AuthContext,
  { user, sessionId }: { user: UserRow; sessionId: string },
  password: unknown,
  share: string | null,
): Promise<boolean> {
  if (password === undefined || password === null || password === '') {
    if (await openedByRecentLink(context, sessionId)) return false
    if (!user.encrypted_password) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
    throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.')
  }
  // Rate limited, or passwords could be guessed here; per session, so that other sessions are not locked out.
  const tried = ['attempt', `session ${sessionId}`] as const
  await context.limits.use(tried)
  if (typeof password !== 'string' || !(await context.passwords.verify(password, user.encrypted_password, share))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password required when setting new password.')
  }
  await context.limits.undo([], [tried])
  return true
}
