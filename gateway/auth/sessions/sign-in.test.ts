import type * as Bcrypt from '@node-rs/bcrypt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { KEYS, ORIGIN, openTestGateway, type TestGateway } from '../../testing/gateway.ts'
import { verifyJwt } from '../../core/jwt.ts'

const bcrypt = vi.hoisted(() => ({ verifications: [] as string[] }))
vi.mock('@node-rs/bcrypt', async (original) => {
  const real = await original<typeof Bcrypt>()
  return { ...real, verify: (password: string, stored: string) => (bcrypt.verifications.push(stored), real.verify(password, stored)) }
})

let database: TestDatabase
let shop: TestGateway

beforeAll(async () => {
  database = await createGatewayDatabase()
  shop = await openTestGateway(database)
})
afterAll(async () => {
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  await shop.close()
  await database.drop()
})

const PASSWORD = 'correct horse'
let count = 0
const address = (): string => `person${(count += 1)}@example.com`

async function registered(email = address()): Promise<string> {
  const { error } = await shop.client().auth.signUp({ email, password: PASSWORD, options: { data: { full_name: 'Asha Rao' } } })
  expect(error).toBeNull()
  const mail = await shop.mailTo(email)
  const answer = await shop.press(mail.link)
  expect(answer.status).toBe(303)
  return email
}

async function signedIn(email?: string): Promise<{ client: ReturnType<TestGateway['client']>; email: string }> {
  const known = email ?? (await registered())
  const client = shop.client()
  const { error } = await client.auth.signInWithPassword({ email: known, password: PASSWORD })
  expect(error).toBeNull()
  return { client, email: known }
}

const fragment = (answer: Response): URLSearchParams => new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1))

test('a sign-up returns the user without a session and mails a link without the given name', async () => {
  const email = address()
  const { data, error } = await shop
    .client()
    .auth.signUp({ email: ` ${email.toUpperCase()} `, password: PASSWORD, options: { data: { full_name: 'Asha Rao' } } })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email, aud: 'authenticated', role: 'authenticated', user_metadata: { full_name: 'Asha Rao' } })
  expect(data.user?.identities).toHaveLength(1)
  expect(await shop.mailTo(email)).toMatchObject({ kind: 'signup', to: email, data: {} })
})

test('the confirmation link signs in once, with tokens in the fragment', async () => {
  const email = address()
  await shop.client().auth.signUp({ email, password: PASSWORD })
  const { link } = await shop.mailTo(email)
  const first = await shop.press(link)
  expect(first.headers.get('location')).toMatch(/^http:\/\/shop\.test\/#/)
  expect(fragment(first).get('type')).toBe('signup')
  const { data, error } = await shop
    .client()
    .auth.setSession({ access_token: fragment(first).get('access_token') ?? '', refresh_token: fragment(first).get('refresh_token') ?? '' })
  expect(error).toBeNull()
  expect(data.user?.email_confirmed_at).toBeTruthy()
  const again = await shop.press(link)
  expect(fragment(again).get('error_code')).toBe('otp_expired')
  expect(fragment(again).get('access_token')).toBeNull()
})

test('an unconfirmed account cannot sign in; a wrong password and an unknown address get the same error', async () => {
  const email = address()
  await shop.client().auth.signUp({ email, password: PASSWORD })
  const refusals = await Promise.all([
    shop.client().auth.signInWithPassword({ email, password: PASSWORD }),
    shop.client().auth.signInWithPassword({ email, password: 'something else' }),
    shop.client().auth.signInWithPassword({ email: address(), password: PASSWORD }),
  ])
  expect(refusals.map(({ error }) => [error?.status, error?.code, error?.message])).toEqual([
    [400, 'email_not_confirmed', 'Email not confirmed'],
    [400, 'invalid_credentials', 'Invalid login credentials'],
    [400, 'invalid_credentials', 'Invalid login credentials'],
  ])
})

test('an unknown address costs one bcrypt comparison, like a known one', async () => {
  const email = await registered()
  bcrypt.verifications.length = 0
  await shop.client().auth.signInWithPassword({ email, password: 'something else' })
  expect(bcrypt.verifications).toHaveLength(1)
  await shop.client().auth.signInWithPassword({ email: address(), password: 'something else' })
  expect(bcrypt.verifications).toHaveLength(2)
  // The same work factor, or timing would reveal the difference.
  expect(new Set(bcrypt.verifications.map((stored) => stored.slice(0, 7))).size).toBe(1)
})

test('passwords under 8 characters are weak, and those over 72 bytes are refused', async () => {
  const weak = await shop.client().auth.signUp({ email: address(), password: '1234567' })
  expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password', reasons: ['length'] })
  const long = await shop.client().auth.signUp({ email: address(), password: 'ॐ'.repeat(25) })
  expect(long.error).toMatchObject({ status: 400, code: 'validation_failed' })
  const eight = await shop.client().auth.signUp({ email: address(), password: '12345678' })
  expect(eight.error).toBeNull()
})

test('an invalid address is refused', async () => {
  const { error } = await shop.client().auth.signUp({ email: 'not-an-address', password: PASSWORD })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed', message: 'Unable to validate email address: invalid format' })
})

test('the access token has the documented claims and is valid for one hour', async () => {
  const { client, email } = await signedIn()
  const { data } = await client.auth.getSession()
  const result = verifyJwt(data.session?.access_token ?? '', KEYS.jwtSecret, { audience: 'authenticated', now: shop.now })
  expect(result).toMatchObject({
    ok: true,
    claims: {
      iss: `${ORIGIN}/auth/v1`,
      sub: data.session?.user.id,
      aud: 'authenticated',
      email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
      amr: [{ method: 'password' }],
    },
  })
  if (!result.ok) return
  expect(Number(result.claims['exp']) - Number(result.claims['iat'])).toBe(3600)
  expect(result.claims['session_id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(data.session?.expires_in).toBe(3600)
})

test('users read and update their own data, and keys set to null are removed', async () => {
  const { client, email } = await signedIn()
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  const { data, error } = await client.auth.updateUser({ data: { full_name: null, city: 'Pune' } })
  expect(error).toBeNull()
  expect(data.user?.user_metadata['city']).toBe('Pune')
  expect(data.user?.user_metadata).not.toHaveProperty('full_name')
  for (const name of ['one', 'two']) {
    const grown = await client.auth.updateUser({ data: { [name]: 'x'.repeat(3000) } })
    expect(grown.error?.code).toBe(name === 'one' ? undefined : 'validation_failed')
  }
})

test('a new password must differ, ends every other session and works immediately', async () => {
  const { client, email } = await signedIn()
  const other = await signedIn(email)
  const change = (password: string) => client.auth.updateUser({ password, current_password: PASSWORD })
  expect((await change(PASSWORD)).error).toMatchObject({ status: 422, code: 'same_password' })
  expect((await change('short')).error).toMatchObject({ status: 422, code: 'weak_password' })
  expect((await change('a new password')).error).toBeNull()
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await other.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect((await shop.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  expect((await shop.client().auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
})

test('a new password requires the current one or a recent link', async () => {
  const { client, email } = await signedIn()
  expect((await client.auth.updateUser({ password: 'chosen by a thief' })).error).toMatchObject({ status: 400, code: 'current_password_required' })
  expect((await client.auth.updateUser({ password: 'chosen by a thief', current_password: '' })).error?.code).toBe('current_password_required')
  await signedIn(email)

  shop.advance(61)
  const linked = async (): Promise<ReturnType<TestGateway['client']>> => {
    const sent = shop.mails.length
    await shop.client().auth.resetPasswordForEmail(email)
    await vi.waitFor(() => expect(shop.mails[sent]).toMatchObject({ to: email, kind: 'recovery' }))
    const tokens = fragment(await shop.press(shop.mails.at(-1)?.link ?? ''))
    const other = shop.client()
    await other.auth.setSession({ access_token: tokens.get('access_token') ?? '', refresh_token: tokens.get('refresh_token') ?? '' })
    return other
  }
  const fresh = await linked()
  shop.advance(14 * 60)
  expect((await fresh.auth.updateUser({ password: 'a new password' })).error).toBeNull()
  const stale = await linked()
  shop.advance(16 * 60)
  expect((await stale.auth.updateUser({ password: 'another password' })).error?.code).toBe('current_password_required')
})

test('an account without a password gets its first one only after a recent link', async () => {
  const email = address()
  await shop.client().auth.signInWithOtp({ email })
  const tokens = fragment(await shop.press((await shop.mailTo(email)).link))
  const client = shop.client()
  await client.auth.setSession({ access_token: tokens.get('access_token') ?? '', refresh_token: tokens.get('refresh_token') ?? '' })
  shop.advance(16 * 60)
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
})

test('a given current password must be correct, and guessing it is limited like a sign-in', async () => {
  const { client, email } = await signedIn()
  const change = (current_password: string, password: string) => client.auth.updateUser({ password, current_password })
  expect((await change('not the password', 'a new password')).error).toMatchObject({ status: 400, code: 'current_password_invalid' })
  expect((await shop.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  expect((await change(PASSWORD, 'a new password')).error).toBeNull()
  for (let guess = 0; guess < 10; guess++) await change(`guess ${guess}`, 'another password')
  expect((await change('a new password', 'another password')).error?.status).toBe(429)
})

test('an error has both formats, chosen by the API version, which is echoed', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: address(), password: PASSWORD }) }
  const old = await shop.fetch('/auth/v1/token?grant_type=password', init)
  expect(await old.json()).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
  expect(old.headers.get('x-sb-error-code')).toBe('invalid_credentials')
  const now = await shop.fetch('/auth/v1/token?grant_type=password', { ...init, headers: { ...init.headers, 'x-supabase-api-version': '2024-01-01' } })
  expect(await now.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
  expect(now.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(now.headers.get('access-control-expose-headers')).toContain('x-supabase-api-version')
})

test('the database stores digests of tokens only', async () => {
  const { client, email } = await signedIn()
  const session = (await client.auth.getSession()).data.session
  await shop.client().auth.resetPasswordForEmail(address())
  shop.advance(61)
  await shop.client().auth.resetPasswordForEmail(email)
  await vi.waitFor(() => expect(shop.mails.at(-1)).toMatchObject({ to: email, kind: 'recovery' }))
  const linkToken = new URL(shop.mails.at(-1)?.link ?? '').searchParams.get('token') ?? ''
  const { Client } = await import('pg')
  const owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ text: string }>(
    `select (select json_agg(u)::text from auth.users u) || (select json_agg(t)::text from auth.refresh_tokens t) || (select json_agg(o)::text from auth.one_time_tokens o) || (select json_agg(s)::text from auth.sessions s) || (select json_agg(a)::text from auth.audit_log_entries a) as text`,
  )
  await owner.end()
  const stored = rows[0]?.text ?? ''
  expect(stored).toContain(email)
  for (const secret of [session?.refresh_token ?? '', linkToken, PASSWORD]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(stored).not.toContain(secret)
  }
})

test('settings, health and JWKS are public', async () => {
  expect(await (await shop.fetch('/auth/v1/settings')).json()).toMatchObject({ external: { email: true, phone: false }, mailer_autoconfirm: false })
  expect((await shop.fetch('/auth/v1/health')).status).toBe(200)
  expect(await (await shop.fetch('/auth/v1/.well-known/jwks.json')).json()).toEqual({ keys: [] })
})

test('with autoconfirm a sign-up is a session and a repeat is refused', async () => {
  const open = await openTestGateway(database, { auth: { autoconfirm: true, bcryptCost: 4, limits: true } })
  const email = address()
  const { data, error } = await open.client().auth.signUp({ email, password: PASSWORD })
  expect(error).toBeNull()
  expect(data.session?.user.email_confirmed_at).toBeTruthy()
  expect((await open.client().auth.signUp({ email, password: PASSWORD })).error).toMatchObject({ status: 422, code: 'user_already_exists' })
  expect(open.mails).toHaveLength(0)
  await open.close()
})

test('unsupported endpoints answer 501, unknown ones 404', async () => {
  expect((await shop.fetch('/auth/v1/authorize')).status).toBe(501)
  expect((await shop.fetch('/auth/v1/nothing')).status).toBe(404)
  expect((await shop.fetch('/auth/v1/signup')).status).toBe(405)
})
