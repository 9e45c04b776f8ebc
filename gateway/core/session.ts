import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from './errors.ts'
import { verifyJwt, type Claims } from './jwt.ts'

/** The keys of one installation: the two opaque ones, and the secret behind the legacy JWT keys and all user tokens. */
export type Keys = {
  jwtSecret: string
  publishableKey: string
  secretKey: string
  anonKey: string
  serviceRoleKey: string
}

/** Under whom a request runs. `claimsText` is what `request.jwt.claims` will hold. */
export type Session = {
  readonly role: string
  readonly claims: Claims
  readonly claimsText: string
  /** The verified bearer token; null when only a key was sent, or nothing. */
  readonly token: string | null
}

export type SessionResult = { ok: true; session: Session } | { ok: false; error: ApiError }

function sessionOfRole(role: string): Session {
  const claims = Object.freeze({ role })
  return Object.freeze({ role, claims, claimsText: JSON.stringify(claims), token: null })
}

const ANONYMOUS = sessionOfRole('anon')
const SERVICE = sessionOfRole('service_role')
const userSessions = new WeakMap<Claims, Session>()

function sameSecret(given: string, expected: string): boolean {
  // Digests have equal length whatever was given, so neither content nor length leaks through timing.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(digest(given), digest(expected))
}

function unauthorized(code: string, message: string): SessionResult {
  const challenge = `Bearer error="invalid_token", error_description="${message.replaceAll('"', "'")}"`
  return { ok: false, error: new ApiError(401, code, message, { headers: { 'www-authenticate': challenge } }) }
}

function sessionOfToken(token: string, keys: Keys, now?: () => Date): SessionResult {
  const verdict = verifyJwt(token, keys.jwtSecret, { now })
  if (!verdict.ok) return unauthorized(verdict.code, verdict.message)
  const known = userSessions.get(verdict.claims)
  if (known) return { ok: true, session: known }
  const role = verdict.claims['role'] ?? 'anon'
  if (typeof role !== 'string' || role === '') return unauthorized('PGRST303', "The JWT 'role' claim must be a string")
  const claims = Object.freeze({ ...verdict.claims, role })
  const session = Object.freeze({ role, claims, claimsText: JSON.stringify(claims), token })
  userSessions.set(verdict.claims, session)
  return { ok: true, session }
}

/**
 * Who is calling (docs/api.md#keys): Authorization counts unless it carries an opaque key; then the apikey — publishable →
 * anon, secret → service_role, a legacy JWT → its own role. Nothing at all is anon: row level security decides.
 * `apikey` may also come as a query parameter (WebSockets cannot set headers); pass it as `queryKey`.
 */
export function resolveSession(request: { headers: Headers }, keys: Keys, options: { now?: () => Date; queryKey?: string | null } = {}): SessionResult {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const token = /^bearer\s+(\S+)\s*$/i.exec(authorization)?.[1]
    if (token === undefined) return unauthorized('PGRST301', 'Authorization must be a Bearer token')
    if (!token.startsWith('sb_')) return sessionOfToken(token, keys, options.now)
  }
  const bearerKey = authorization?.replace(/^bearer\s+/i, '').trim()
  const key = request.headers.get('apikey') ?? options.queryKey ?? bearerKey
  if (!key) return { ok: true, session: ANONYMOUS }
  if (!key.startsWith('sb_')) return sessionOfToken(key, keys, options.now)
  // The publishable key is no secret: every page carries it.
  if (key === keys.publishableKey) return { ok: true, session: ANONYMOUS }
  if (sameSecret(key, keys.secretKey)) return { ok: true, session: SERVICE }
  return unauthorized('PGRST301', 'Invalid API key')
}

/** True for callers who showed who they are; decides between 401 and 403 for a refused privilege. */
export function isAuthenticated(session: Session): boolean {
  return session.role !== 'anon'
}
