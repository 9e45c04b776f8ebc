/**
 * Tokens that another auth service signs: verified by the keys that it publishes, or, for projects that still sign with their shared
 * secret, by that secret. The kind of key decides which algorithms it may be used for, so a published key never serves as a secret.
 */
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { UpstreamAway } from '../core/errors.ts'
import { parseJsonObject } from '../core/json-object.ts'
import { checkClaims, SKEW_SECONDS, verifyJwt, type Claims, type JwtResult } from '../core/jwt.ts'
import { Lru } from '../core/lru.ts'
import type { VerifyToken } from '../core/session.ts'
import { readPublishedKeys } from './published-keys.ts'

export type ProjectTokens = {
  /** The address of the published keys. */
  keysUrl: string
  /** `iss` of the tokens of users. */
  issuer: string
  /** The shared secret of older projects; undefined: HS256 is refused. */
  secret: string | undefined
  /** Milliseconds in which an unknown key makes the keys be read only once: a token with an invented key must not cost a request. */
  cooldown?: number
  /** Milliseconds for which keys count without asking again. */
  maxAge?: number
  /** Milliseconds for which they count while they cannot be read. */
  maxStale?: number
}

/** Algorithms of published keys, which are asymmetric. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA']
/** `aud` of the tokens of signed-in users. */
const AUDIENCE = 'authenticated'
const TIMEOUT = 3000
const COOLDOWN = 30_000
/**
 * A withdrawn key is accepted that much longer. The project's own Cache-Control is not followed: it says ten minutes, for the caches
 * before it, and a key that leaked should not count for as long once more.
 */
const MAX_AGE = 60_000
/** People stay signed in while the auth service restarts. */
const MAX_STALE = 600_000
const MAX_TOKEN_LENGTH = 16_384

const refuse = (code: 'PGRST301' | 'PGRST303', message: string): JwtResult => ({ ok: false, code, message })

/** The audience of a user's token is required here: core/jwt.ts lets tokens without one pass. */
function checkOrigin(claims: Claims, issuer: string): JwtResult {
  const { iss, aud, exp } = claims
  if (iss !== issuer) return refuse('PGRST301', 'JWT of another issuer')
  if (aud !== AUDIENCE && !(Array.isArray(aud) && aud.includes(AUDIENCE))) return refuse('PGRST303', 'JWT not in audience')
  if (exp === undefined) return refuse('PGRST303', 'The JWT does not expire')
  return { ok: true, claims }
}

/** The API keys of older projects are tokens too: signed with the shared secret, without an audience, and of these roles alone. */
function isLegacyKey({ iss, role, sub }: Claims): boolean {
  return iss === 'supabase' && sub === undefined && (role === 'anon' || role === 'service_role')
}

/** Whether a token says that it was signed with the shared secret. */
function isShared(token: string): boolean {
  return parseJsonObject(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'))?.['alg'] === 'HS256'
}

export function createTokenVerifier({ keysUrl, issuer, secret, cooldown = COOLDOWN, maxAge = MAX_AGE, maxStale = MAX_STALE }: ProjectTokens): VerifyToken {
  const published = readPublishedKeys(maxStale)
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    timeoutDuration: TIMEOUT,
    cooldownDuration: cooldown,
    cacheMaxAge: maxAge,
    [customFetch]: published.fetch,
  })
  // Only tokens with a valid signature, by the published keys of this version or by the shared secret; their times are checked on every use.
  const verified = new Lru<string, { claims: Claims; version: number | null }>(2000)

  async function verifySigned(token: string, now: Date): Promise<JwtResult> {
    try {
      const { payload } = await jwtVerify(token, keys, { algorithms: ALGORITHMS, clockTolerance: SKEW_SECONDS, currentDate: now })
      return { ok: true, claims: Object.freeze(payload) }
    } catch (error) {
      if (error instanceof errors.JWTExpired) return refuse('PGRST303', 'JWT expired')
      if (error instanceof errors.JWTClaimValidationFailed) return refuse('PGRST303', 'JWT not valid now')
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed) {
        return refuse('PGRST301', 'No suitable key was found to decode the JWT')
      }
      const isBad = [errors.JWSInvalid, errors.JWTInvalid, errors.JOSEAlgNotAllowed, errors.JOSENotSupported, errors.JWKSMultipleMatchingKeys]
      if (isBad.some((kind) => error instanceof kind)) return refuse('PGRST301', 'Wrong or unsupported encoding algorithm')
      // The keys could not be read: nobody knows whether the token is good.
      throw new UpstreamAway('The auth service does not answer', { cause: error })
    }
  }

  async function verify(token: string, now: () => Date): Promise<JwtResult> {
    if (!isShared(token)) {
      const result = await verifySigned(token, now())
      return result.ok ? checkOrigin(result.claims, issuer) : result
    }
    if (secret === undefined) return refuse('PGRST301', 'Wrong or unsupported encoding algorithm')
    const result = verifyJwt(token, secret, { now })
    return result.ok && !isLegacyKey(result.claims) ? checkOrigin(result.claims, issuer) : result
  }

  /** Whether a token that was good is so still: its key may have been withdrawn. */
  async function isStillGood({ version }: { version: number | null }): Promise<boolean> {
    if (version === null) return true
    // A failure is the verification's to report.
    if (!keys.fresh) await keys.reload().catch(() => undefined)
    return keys.fresh && version === published.version()
  }

  return async (token, now = () => new Date()) => {
    if (token.length > MAX_TOKEN_LENGTH) return refuse('PGRST301', 'JWT is too long')
    const known = verified.get(token)
    if (known && (await isStillGood(known))) return checkClaims(known.claims, { now })
    // Before: keys that another request reads at the same time may lack the one of this token.
    const version = isShared(token) ? null : published.version()
    const result = await verify(token, now)
    if (result.ok) verified.set(token, { claims: result.claims, version })
    return result
  }
}
