/** Accounts with a second factor, for tests of the auth service. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { appCode } from './authenticator.ts'
import type { TestGateway } from './gateway.ts'

export const PASSWORD = 'correct horse'
let count = 0

export type Person = { email: string; client: SupabaseClient }
export type Protected = Person & { factorId: string; secret: string; code: (steps?: number) => string }

/** Needs a gateway with autoconfirm. */
export async function person(shop: TestGateway, remoteAddress?: string): Promise<Person> {
  const email = `factor${(count += 1)}@example.com`
  const client = shop.client({ remoteAddress })
  const { error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  return { email, client }
}

export async function enrolled(shop: TestGateway, { client, email }: Person): Promise<Protected> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const { secret } = data.totp
  return { email, client, factorId: data.id, secret, code: (steps = 0) => appCode(secret, shop.now(), steps) }
}

/** A user signed in at aal2. Advances the clock by a minute, so that the next code is a new one. */
export async function secured(shop: TestGateway, remoteAddress?: string): Promise<Protected> {
  const one = await enrolled(shop, await person(shop, remoteAddress))
  const { error } = await one.client.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: one.code() })
  if (error) throw error
  shop.advance(60)
  return one
}

export async function signedIn(shop: TestGateway, email: string, remoteAddress?: string): Promise<SupabaseClient> {
  const client = shop.client({ remoteAddress })
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return client
}

export type TokenClaims = { sub: string; aal: string; role: string; session_id: string; amr: { method: string; timestamp: number }[] }

export async function claimsOf(client: SupabaseClient): Promise<TokenClaims> {
  const { data } = await client.auth.getSession()
  return JSON.parse(Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString())
}

export async function refreshTokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.refresh_token ?? ''
}
