/** The settings of a Supabase project that answers a part of the API, and the combinations that can work (docs/decisions/0103-supabase-as-upstream.md). */
import { parseJsonObject } from '#gateway/core/json-object.ts'

export const UPSTREAM_SERVICES = ['rest', 'auth', 'storage', 'realtime'] as const
export type UpstreamService = (typeof UPSTREAM_SERVICES)[number]

export type SupabaseProject = {
  /** Where the project is reached, without a trailing slash. */
  url: string
  /** The key that pages carry. Both keys are opaque ones, or the JWTs `anon` and `service_role` of an older project. */
  publishableKey: string
  secretKey: string
  /** The services that the project answers; this server answers the others itself. */
  services: ReadonlySet<UpstreamService>
  /**
   * Whether the database is the project's: its accounts, reserved roles and schemas are then the project's own, this server applies no
   * migration at start and uses logins of its own. False: the shop's own PostgreSQL, with another PostgREST in front of it.
   */
  ownsDatabase: boolean
  /** `iss` of the project's tokens. */
  issuer: string
  /** The secrets with which the project may sign calls of its Send Email hook; none: it sends the mails of accounts itself. */
  emailHookSecrets: readonly Buffer[]
  /** The project's old, shared signing secret; undefined: its tokens are verified by its published keys alone. */
  jwtSecret: string | undefined
}

export type SupabaseSettings = {
  DATABASE_URL?: string | undefined
  JWT_SECRET?: string | undefined
  PUBLISHABLE_KEY?: string | undefined
  SECRET_KEY?: string | undefined
  SUPABASE_URL?: string | undefined
  SUPABASE_PUBLISHABLE_KEY?: string | undefined
  SUPABASE_SECRET_KEY?: string | undefined
  SUPABASE_ISSUER?: string | undefined
  UPSTREAM?: UpstreamService[] | undefined
  SEND_EMAIL_HOOK_SECRET?: Buffer[] | undefined
}

/** The role of a JWT key; undefined for an opaque key. The key is the owner's own setting: nothing is verified here. */
function roleOf(key: string): unknown {
  return key.startsWith('sb_') ? undefined : parseJsonObject(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString('utf8'))?.['role']
}

/** A key of either kind: `sb_publishable_…` or a JWT of the role `anon`; `sb_secret_…` or a JWT of `service_role`. */
export function isKeyOf(key: string, kind: 'publishable' | 'secret'): boolean {
  if (key.startsWith('sb_')) return key.startsWith(`sb_${kind}_`) && /^[\w-]{16,120}$/.test(key)
  return roleOf(key) === (kind === 'publishable' ? 'anon' : 'service_role')
}

/** @returns the project, undefined without one, or the sentence why these settings cannot work */
export function supabaseProjectOf(env: SupabaseSettings): SupabaseProject | string | undefined {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = env
  if (!url) {
    const lone = (['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'SUPABASE_ISSUER', 'UPSTREAM', 'SEND_EMAIL_HOOK_SECRET'] as const).find(
      (name) => env[name],
    )
    return lone ? `${lone} is set, but SUPABASE_URL does not name the project that it belongs to.` : undefined
  }
  if (!publishableKey || !secretKey) return 'SUPABASE_URL is set: SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY are the keys of that project.'
  if (!env.DATABASE_URL) return 'SUPABASE_URL is set: DATABASE_URL is the address of its database, direct or of its session pooler.'
  if (env.PUBLISHABLE_KEY || env.SECRET_KEY) return 'SUPABASE_URL is set: its keys take the place of PUBLISHABLE_KEY and SECRET_KEY, which must not be set.'
  const services = new Set(env.UPSTREAM ?? UPSTREAM_SERVICES)
  const ownsDatabase = services.has('auth')
  if (ownsDatabase && !services.has('realtime')) {
    return 'UPSTREAM must name realtime if it names auth: only the project itself may read the changes of its database.'
  }
  if (!ownsDatabase && (services.has('storage') || services.has('realtime'))) {
    return 'UPSTREAM must name auth if it names storage or realtime: they bring their own tables, for the accounts of their own project.'
  }
  if (!ownsDatabase && env.SEND_EMAIL_HOOK_SECRET) {
    return 'SEND_EMAIL_HOOK_SECRET is set, but UPSTREAM does not name auth: the mails of accounts are sent by this server anyway.'
  }
  if (!ownsDatabase && !env.JWT_SECRET) {
    return 'UPSTREAM does not name auth: JWT_SECRET must be the secret with which SUPABASE_URL verifies the tokens of this server.'
  }
  return {
    url,
    publishableKey,
    secretKey,
    services,
    ownsDatabase,
    issuer: env.SUPABASE_ISSUER ?? `${url}/auth/v1`,
    emailHookSecrets: env.SEND_EMAIL_HOOK_SECRET ?? [],
    jwtSecret: env.JWT_SECRET,
  }
}
