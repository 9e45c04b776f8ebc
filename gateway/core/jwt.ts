import { parseJsonObject } from './json-object.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Lru } from './lru.ts'

export type Claims = Readonly<Record<string, unknown>>
export type JwtResult =
  | { ok: true; claims: Claims }
  /** PGRST301: not signed by us; PGRST303: signed by us, but not valid now or not for this audience. */
  | { ok: false; code: 'PGRST301' | 'PGRST303'; message: string }

type VerifyOptions = { now?: () => Date; audience?: string }

/** Allowed clock skew in seconds (docs/api.md#keys). */
export const SKEW_SECONDS = 30
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
const MAX_TOKEN_LENGTH = 16_384

// Caches only tokens with a valid signature; their times are checked on every use.
const verified = new Lru<string, Claims>(2_000)

function signatureOf(signed: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(signed).digest()
}

/** Signs claims with HS256. The caller sets `exp`, `iat` and `nbf`, in seconds since 1970. */
export function signJwt(claims: Claims, secret: string): string {
  const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${signed}.${signatureOf(signed, secret).toString('base64url')}`
}

const parseSegment = (segment: string): Record<string, unknown> | null => parseJsonObject(Buffer.from(segment, 'base64url').toString('utf8'))

function refuse(code: 'PGRST301' | 'PGRST303', message: string): JwtResult {
  return { ok: false, code, message }
}

/** Checks the times of a token and, if given, its audience; its signature was verified before. */
export function checkClaims(claims: Claims, options: VerifyOptions): JwtResult {
  for (const name of ['exp', 'nbf', 'iat']) {
    const value = claims[name]
    if (value !== undefined && (typeof value !== 'number' || !Number.isFinite(value))) {
      return refuse('PGRST303', `The JWT '${name}' claim must be a number`)
    }
  }
  const now = (options.now?.() ?? new Date()).getTime() / 1000
  const { exp, nbf, iat, aud } = claims as { exp?: number; nbf?: number; iat?: number; aud?: unknown }
  if (exp !== undefined && now > exp + SKEW_SECONDS) return refuse('PGRST303', 'JWT expired')
  if (nbf !== undefined && now < nbf - SKEW_SECONDS) return refuse('PGRST303', 'JWT not yet valid')
  if (iat !== undefined && now < iat - SKEW_SECONDS) return refuse('PGRST303', 'JWT issued at future')
  if (aud !== undefined && aud !== null) {
    const audiences: unknown[] = Array.isArray(aud) ? aud : [aud]
    if (!audiences.every((one) => typeof one === 'string')) {
      return refuse('PGRST303', "The JWT 'aud' claim must be a string or an array of strings")
    }
    if (options.audience !== undefined && audiences.length > 0 && !audiences.includes(options.audience)) {
      return refuse('PGRST303', 'JWT not in audience')
    }
  }
  return { ok: true, claims }
}

/**
 * Verifies an HS256 token. The algorithm is pinned: the header's `alg` is compared, never used to choose one, so neither `none`
 * nor a public key used as a secret is accepted. Of several secrets, each may have signed it.
 */
export function verifyJwt(token: string, secrets: string | readonly string[], options: VerifyOptions = {}): JwtResult {
  if (typeof secrets === 'string') return verifyWith(token, secrets, options)
  let result = refuse('PGRST301', 'No suitable key was found to decode the JWT')
  for (const secret of secrets) {
    result = verifyWith(token, secret, options)
    if (result.ok || result.code !== 'PGRST301') return result
  }
  return result
}

function verifyWith(token: string, secret: string, options: VerifyOptions): JwtResult {
  const cacheKey = `${secret}\n${token}`
  const known = verified.get(cacheKey)
  if (known) return checkClaims(known, options)
  if (token.length > MAX_TOKEN_LENGTH) return refuse('PGRST301', 'JWT is too long')
  const parts = token.split('.')
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3) return refuse('PGRST301', `Expected 3 parts in JWT; got ${parts.length}`)
  if (parseSegment(header)?.['alg'] !== 'HS256') return refuse('PGRST301', 'Wrong or unsupported encoding algorithm')
  const expected = signatureOf(`${header}.${payload}`, secret)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return refuse('PGRST301', 'No suitable key was found to decode the JWT')
  }
  const claims = parseSegment(payload)
  if (!claims) return refuse('PGRST301', 'The JWT payload must be a JSON object')
  const result = checkClaims(Object.freeze(claims), options)
  if (result.ok) verified.set(cacheKey, result.claims)
  return result
}
