/** Keys for other systems (docs/api-keys.md). */
import type { KeyRole } from '#domain/shop/api-keys.ts'
import type { FunctionRow } from '#supabase/database.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { callOwnerFunction } from '../staff/owner-calls.ts'

export type ApiKey = FunctionRow<'api_keys'>

export type ApiKeyState = 'active' | 'expired' | 'revoked'
export function stateOf({ revoked_at: revoked, expires_at: expires }: ApiKey, now: Date): ApiKeyState {
  if (revoked !== null) return 'revoked'
  return expires !== null && Date.parse(expires) <= now.getTime() ? 'expired' : 'active'
}

/** `works`: whether this server can honour keys. The revoked ones are last. */
export async function fetchApiKeys(): Promise<{ works: boolean; keys: ApiKey[] }> {
  const client = await loadSupabase()
  const [list, server] = await Promise.all([
    client.rpc('api_keys', {}, { get: true }),
    client.functions.invoke<{ works: boolean }>('api-keys', { method: 'GET' }),
  ])
  if (list.error) throw new Error(list.error.message, { cause: list.error })
  if (server.error) throw new Error('The server did not say whether keys work', { cause: server.error })
  return { works: server.data?.works ?? false, keys: list.data }
}

const REFUSALS = ['WRONG_PASSWORD', 'TOO_MANY', 'FORBIDDEN', 'SECOND_FACTOR', 'ROLE', 'NAME_TAKEN', 'TOO_MANY_KEYS', 'UNAVAILABLE'] as const
export type KeyRefusal = (typeof REFUSALS)[number] | 'FAILED'

/** @param days until it expires; null: it does not @returns the secret, which is in this answer alone */
export async function createApiKey(
  wanted: { name: string; role: KeyRole; days: number | null },
  password: string,
): Promise<{ secret: string } | { refused: KeyRefusal }> {
  const answer = await callOwnerFunction('api-keys', wanted, password)
  if (!answer.ok) return { refused: REFUSALS.find((known) => known === answer.code) ?? 'FAILED' }
  const { secret } = answer.data
  return typeof secret === 'string' ? { secret } : { refused: 'FAILED' }
}

/** @returns whether it was valid until now */
export async function revokeApiKey(id: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('revoke_api_key', { p_key: id })
  if (error) throw new Error(error.message, { cause: error })
  return data
}
