/** The shop's API keys for the gateway (docs/decisions/0117-api-keys.md): how they look, where they are found, what signs for them. */
import { API_KEY, API_KEY_PREFIX } from '#domain/shop/api-keys.ts'
import type { ApiKeyOptions, FoundKey } from '#gateway/api-keys/options.ts'
import type { Query } from '#postgres/statement.ts'
import type { Config } from './config.ts'
import type { Keys } from './keys.ts'

/**
 * What signs a token that every service accepts which may get it: this server's own secret, or that of the Supabase project that
 * answers. Null: the project signs with a key that never leaves it.
 */
export function signingOf({ supabase: project, siteUrl }: Pick<Config, 'supabase' | 'siteUrl'>, keys: Pick<Keys, 'jwt_secret'>): ApiKeyOptions['signing'] {
  if (!project?.ownsDatabase) return { secret: keys.jwt_secret, issuer: `${siteUrl}/auth/v1` }
  return project.jwtSecret === undefined ? null : { secret: project.jwtSecret, issuer: project.issuer }
}

/** @param query runs one statement as `shop_orders` */
export function apiKeysOf(query: Query, signing: ApiKeyOptions['signing']): ApiKeyOptions {
  return {
    prefix: API_KEY_PREFIX,
    form: API_KEY,
    signing,
    async find(digest): Promise<FoundKey> {
      const [found] = await query<{ account: string; problem: 'REVOKED' | 'EXPIRED' | null; expires_at: Date | null }>(
        'select account, problem, expires_at from private.find_api_key($1)',
        [digest],
      )
      if (!found) return { account: null, problem: 'UNKNOWN' }
      const { account, problem, expires_at: expiresAt } = found
      return problem === null ? { account, problem, expiresAt } : { account, problem }
    },
  }
}
