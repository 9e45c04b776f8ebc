import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from './errors.ts'
import { verifyJwt, type Claims, type JwtResult } from './jwt.ts'

/** The keys of one installation: the two opaque keys, and the secret that signs the legacy JWT keys and all user tokens. */
export type Keys = {
  jwtSecret: string
  publishableKey: string
  secretKey: string
  anonKey: string
  serviceRoleKey: string
  /** Verifies the tokens of callers in place of `jwtSecret`, when another server signs them. Rejects if it cannot be known now. */
  verifyToken?: VerifyToken
  /** Further keys that are accepted while the keys of the installation change, besides those that it gives out and signs with. */
  also?: { jwtSecrets: readonly string[]; publishableKeys: readonly string[]; secretKeys: readonly string[] }
  /** Of what is stored, mailed or given to a browser: the first seals and signs, all open and verify. Default: the secrets of tokens. */
  dataKeys?: DataKeys
}

export type VerifyToken = (token: string, now?: () => Date) => Promise<JwtResult>

export type DataKeys = readonly [string, ...string[]]

/** All secrets that may have signed a token. */
const secretsOf = ({ jwtSecret, also }: Pick<Keys, 'jwtSecret' | 'also'>): readonly string[] => (also ? [jwtSecret, ...also.jwtSecrets] : [jwtSecret])

export const dataKeysOf = ({ jwtSecret, also, dataKeys }: Keys): DataKeys => dataKeys ?? [jwtSecret, ...(also?.jwtSecrets ?? [])]

export const isSecretKey = (key: string, { secretKey, also }: Keys): boolean =>
  sameSecret(key, secretKey) || (also?.secretKeys.some((one) => sameSecret(key, one)) ?? false)

/** The identity that a request runs under. `claimsText` is the value of `request.jwt.claims`. */
export type Session = {
  readonly role: string
  readonly claims: Claims
  readonly claimsText: string
  /** The verified bearer token; null if only a key or nothing was sent. */
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
  // Digests have equal length, so timing reveals neither content nor length.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(digest(given), digest(expected))
}

function unauthorized(code: string, message: string): SessionResult {
  const challenge = `Bearer error="invalid_token", error_description="${message.replaceAll('"', "'")}"`
  return { ok: false, error: new ApiError(401, code, message, { headers: { 'www-authenticate': challenge } }) }
}

/** The only place where tokens of callers are verified. */
export async function verifyToken(token: string, keys: Pick<Keys, 'jwtSecret' | 'also' | 'verifyToken'>, now?: () => Date): Promise<JwtResult> {
  return keys.verifyToken ? keys.verifyToken(token, now) : verifyJwt(token, secretsOf(keys), { now })
}

/** The role of a key; null for what is no key of this installation, such as a user's token. */
function sessionOfKey(key: string, keys: Keys): Session | null {
  // The publishable key is public: every page contains it.
  if (key === keys.publishableKey || keys.also?.publishableKeys.includes(key)) return ANONYMOUS
  // Most calls come with a user's token: it is not worth two digests if the keys are opaque.
  if (key.startsWith('sb_') !== keys.secretKey.startsWith('sb_')) return null
  return isSecretKey(key, keys) ? SERVICE : null
}

async function sessionOfToken(token: string, keys: Keys, now?: () => Date): Promise<SessionResult> {
  const result = await verifyToken(token, keys, now)
  if (!result.ok) return unauthorized(result.code, result.message)
  const known = userSessions.get(result.claims)
  if (known) return { ok: true, session: known }
  const role = result.claims['role'] ?? 'anon'
  if (typeof role !== 'string' || role === '') return unauthorized('PGRST303', "The JWT 'role' claim must be a string")
  const claims = Object.freeze({ ...result.claims, role })
  const session = Object.freeze({ role, claims, claimsText: JSON.stringify(claims), token })
  userSessions.set(result.claims, session)
  return { ok: true, session }
}

/**
 * Identifies the caller (docs/api.md#keys): by Authorization unless it contains an opaque key, else by the apikey: publishable →
 * anon, secret → service_role, a legacy JWT → its own role. Without any of them the role is anon, and row level security decides.
 * WebSockets cannot set headers, so `apikey` may also be a query parameter: pass it as `queryKey`.
 */
export async function resolveSession(
  request: { headers: Headers },
  keys: Keys,
  options: { now?: () => Date; queryKey?: string | null } = {},
): Promise<SessionResult> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const token = /^bearer\s+(\S+)\s*$/i.exec(authorization)?.[1]
    if (token === undefined) return unauthorized('PGRST301', 'Authorization must be a Bearer token')
    if (!token.startsWith('sb_')) {
      // The clients also send a key that is a JWT as the token of anyone who is not signed in.
      const session = sessionOfKey(token, keys)
      return session ? { ok: true, session } : sessionOfToken(token, keys, options.now)
    }
  }
  const bearerKey = authorization?.replace(/^bearer\s+/i, '').trim()
  const key = request.headers.get('apikey') ?? options.queryKey ?? bearerKey
  if (!key) return { ok: true, session: ANONYMOUS }
  const session = sessionOfKey(key, keys)
  if (session) return { ok: true, session }
  return key.startsWith('sb_') ? unauthorized('PGRST301', 'Invalid API key') : sessionOfToken(key, keys, options.now)
}

/** Whether the caller is authenticated; decides between 401 and 403 for a missing privilege. */
export function isAuthenticated(session: Session): boolean {
  return session.role !== 'anon'
}
