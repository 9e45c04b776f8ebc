/** The claims of an access token. core/jwt.ts signs and verifies them. */
import type { Claims } from '../../core/jwt.ts'
import type { UserRow } from '../accounts/users.ts'

export const ACCESS_TOKEN_SECONDS = 3600

export type AuthenticationMethod = { method: string; timestamp: number }

/** Authentication methods of a second factor, by GoTrue's names. */
export const SECOND_FACTOR_METHODS = ['totp', 'mfa/recovery_code'] as const

export const assuranceLevel = (amr: AuthenticationMethod[]): 'aal1' | 'aal2' =>
  amr.some(({ method }) => SECOND_FACTOR_METHODS.some((one) => one === method)) ? 'aal2' : 'aal1'

export function accessClaims(
  user: UserRow,
  session: { id: string; amr: AuthenticationMethod[]; issuer: string; now: Date; secondFactorFirst: boolean },
): Claims {
  const aal = assuranceLevel(session.amr)
  // Until the second factor is given, the token can only complete the sign-in at /auth/v1; everywhere else it means `anon`.
  const needsFactor = session.secondFactorFirst && aal === 'aal1' && user.factors.some(({ status }) => status === 'verified')
  const issuedAt = Math.floor(session.now.getTime() / 1000)
  return {
    iss: session.issuer,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    exp: issuedAt + ACCESS_TOKEN_SECONDS,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: needsFactor ? 'anon' : (user.role ?? 'authenticated'),
    aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
}
