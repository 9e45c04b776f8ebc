import type { Claims } from '../core/jwt.ts'

/** The caller, from the verified token or key, never from the body. */
export type AuthCaller = {
  ip: string | null
  /** The address that rate limits count; null for loopback, which is exempt (docs/api.md#limits-per-client). */
  limitedIp: string | null
  userAgent: string | null
  serviceRole: boolean
  /** Null without a valid bearer token. */
  claims: Claims | null
  /** Why the bearer token was refused. */
  tokenError: string | null
}
