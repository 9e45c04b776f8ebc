import { expect, test } from 'vitest'
import { signJwt } from './jwt.ts'
import { resolveSession, type Keys } from './session.ts'

const jwtSecret = 'a secret of at least thirty-two characters'
const keys: Keys = {
  jwtSecret,
  publishableKey: 'sb_publishable_abc',
  secretKey: 'sb_secret_abc',
  anonKey: signJwt({ role: 'anon' }, jwtSecret),
  serviceRoleKey: signJwt({ role: 'service_role' }, jwtSecret),
}

async function roleOf(headers: Record<string, string>): Promise<string> {
  const result = await resolveSession({ headers: new Headers(headers) }, keys)
  return result.ok ? result.session.role : `${result.error.status} ${result.error.code}`
}

test('the publishable key is anon and the secret key is service_role', async () => {
  expect(await roleOf({ apikey: keys.publishableKey })).toBe('anon')
  expect(await roleOf({ apikey: keys.secretKey, authorization: `Bearer ${keys.secretKey}` })).toBe('service_role')
})

test('a user token takes precedence over the key', async () => {
  const token = signJwt({ role: 'authenticated', sub: 'a' }, jwtSecret)
  expect(await roleOf({ apikey: keys.publishableKey, authorization: `Bearer ${token}` })).toBe('authenticated')
  expect(await roleOf({ apikey: keys.secretKey, authorization: `Bearer ${token}` })).toBe('authenticated')
})

test('legacy keys work as tokens', async () => {
  expect(await roleOf({ apikey: keys.anonKey })).toBe('anon')
  expect(await roleOf({ apikey: keys.serviceRoleKey })).toBe('service_role')
})

test('no credentials are anon, and so is a token without a role', async () => {
  expect(await roleOf({})).toBe('anon')
  expect(await roleOf({ authorization: `Bearer ${signJwt({ sub: 'a' }, jwtSecret)}` })).toBe('anon')
})

test('a wrong key or token never falls back to anon', async () => {
  expect(await roleOf({ apikey: 'sb_secret_wrong' })).toBe('401 PGRST301')
  expect(await roleOf({ apikey: 'sb_publishable_' })).toBe('401 PGRST301')
  expect(await roleOf({ apikey: keys.publishableKey, authorization: 'Bearer nonsense' })).toBe('401 PGRST301')
  expect(await roleOf({ apikey: keys.publishableKey, authorization: 'Basic YTpi' })).toBe('401 PGRST301')
  expect(await roleOf({ authorization: `Bearer ${signJwt({ exp: 1 }, jwtSecret)}` })).toBe('401 PGRST303')
})

test('an empty secret key grants nothing', async () => {
  const result = await resolveSession({ headers: new Headers({ apikey: 'sb_' }) }, { ...keys, secretKey: '', publishableKey: '' })
  expect(result.ok).toBe(false)
})

test('the claims text contains the fallback role', async () => {
  const token = signJwt({ sub: 'a' }, jwtSecret)
  const result = await resolveSession({ headers: new Headers({ authorization: `Bearer ${token}` }) }, keys)
  expect(result.ok && JSON.parse(result.session.claimsText)).toEqual({ sub: 'a', role: 'anon' })
})
