/** The claims of an access token. Signing and checking are core's. */
import type { Claims } from '../core/jwt.ts'
import type { UserRow } from './users.ts'

export const ACCESS_TOKEN_SECONDS = 3600

export type AuthenticationMethod = { method: string; timestamp: number }

export function accessClaims(user: UserRow, session: { id: string; amr: AuthenticationMethod[]; issuer: string; now: Date }): Claims {
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
    role: user.role ?? 'authenticated',
    aal: 'aal1',
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
}
