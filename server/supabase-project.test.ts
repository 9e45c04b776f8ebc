import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const PROJECT = {
  SUPABASE_URL: 'https://project.supabase.co/',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdefghij',
  SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdefghij',
  DATABASE_URL: 'postgresql://postgres:secret@db.example/postgres',
}
const SECRET = 'a-secret-of-more-than-32-characters'
const project = (settings: Record<string, string> = {}) => readConfig({ ...PROJECT, ...settings }, { dev: false }).supabase
const refusal = (settings: Record<string, string>): string => {
  try {
    project(settings)
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}
const jwtKey = (role: string): string => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.c2lnbmVk`

test('the address, its two keys and the database are enough: all services are the project’s', () => {
  expect(project()).toEqual({
    url: 'https://project.supabase.co',
    publishableKey: PROJECT.SUPABASE_PUBLISHABLE_KEY,
    secretKey: PROJECT.SUPABASE_SECRET_KEY,
    services: new Set(['rest', 'auth', 'storage', 'realtime']),
    ownsDatabase: true,
    issuer: 'https://project.supabase.co/auth/v1',
    emailHookSecrets: [],
    jwtSecret: undefined,
  })
})

test('without the address there is no project', () => {
  expect(readConfig({}, { dev: false }).supabase).toBeUndefined()
  expect(refusal({ SUPABASE_URL: '' })).toBe('SUPABASE_PUBLISHABLE_KEY is set, but SUPABASE_URL does not name the project that it belongs to.')
})

test('REST and storage can stay here, with the accounts of the project', () => {
  expect(project({ UPSTREAM: 'auth, realtime' })).toMatchObject({ services: new Set(['auth', 'realtime']), ownsDatabase: true })
})

test('REST alone can be another PostgREST in front of the shop’s own database', () => {
  expect(project({ UPSTREAM: 'rest', JWT_SECRET: SECRET })).toMatchObject({ services: new Set(['rest']), ownsDatabase: false, jwtSecret: SECRET })
})

test('the keys of an older project are JWTs, and each must be of its own role', () => {
  const keys = { SUPABASE_PUBLISHABLE_KEY: jwtKey('anon'), SUPABASE_SECRET_KEY: jwtKey('service_role') }
  expect(project(keys)).toMatchObject({ publishableKey: keys.SUPABASE_PUBLISHABLE_KEY })
  expect(refusal({ ...keys, SUPABASE_PUBLISHABLE_KEY: jwtKey('service_role') })).toMatch(/^SUPABASE_PUBLISHABLE_KEY must be/)
})

test('the secrets of the Send Email hook are read as the project shows them, several while they change', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(24, 2)]
  const shown = [one, two].map((secret) => `v1,whsec_${secret.toString('base64')}`)
  for (const divider of [',', '|', ', ', ' ']) expect(project({ SEND_EMAIL_HOOK_SECRET: shown.join(divider) })?.emailHookSecrets).toEqual([one, two])
  expect(project({ SEND_EMAIL_HOOK_SECRET: shown[0] ?? '' })?.emailHookSecrets).toEqual([one])
  for (const wrong of ['v1,', 'secret', 'v1,whsec_short', 'v1a,whsec_not-a-key', `${shown[0]},x`])
    expect(refusal({ SEND_EMAIL_HOOK_SECRET: wrong }), wrong).toBe('SEND_EMAIL_HOOK_SECRET must be v1,whsec_… as the project shows it.')
  expect(refusal({ SEND_EMAIL_HOOK_SECRET: Array(5).fill(shown[0]).join() })).toBe('SEND_EMAIL_HOOK_SECRET must have at most four values.')
})

test.each([
  [
    'a hook of accounts that are here',
    { UPSTREAM: 'rest', JWT_SECRET: SECRET, SEND_EMAIL_HOOK_SECRET: `v1,whsec_${'A'.repeat(43)}=` },
    /^SEND_EMAIL_HOOK_SECRET is set, but UPSTREAM/,
  ],
  ['a missing key', { SUPABASE_SECRET_KEY: '' }, 'SUPABASE_URL is set: SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY are the keys of that project.'],
  ['a missing database', { DATABASE_URL: '' }, 'SUPABASE_URL is set: DATABASE_URL is the address of its database, direct or of its session pooler.'],
  ['keys of two kinds', { JWT_SECRET: SECRET, SECRET_KEY: 'sb_secret_0123456789abcdefghij' }, /^SUPABASE_URL is set: its keys take the place of/],
  ['live changes read past the project', { UPSTREAM: 'rest,auth,storage' }, /^UPSTREAM must name realtime if it names auth/],
  ['files of accounts that are here', { UPSTREAM: 'storage', JWT_SECRET: SECRET }, /^UPSTREAM must name auth if it names storage or realtime/],
  ['accounts here without a shared secret', { UPSTREAM: 'rest' }, /^UPSTREAM does not name auth: JWT_SECRET must be/],
])('%s cannot work and is refused with a sentence', (_, settings, sentence) => {
  expect(refusal(settings)).toMatch(sentence)
})
