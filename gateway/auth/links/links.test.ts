import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../../testing/gateway.ts'

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
const admin = (): ReturnType<TestGateway['client']> => shop.client({ key: KEYS.secretKey })

async function confirmed(): Promise<string> {
  const email = address()
  expect((await admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })).error).toBeNull()
  return email
}

async function mailAfter(action: () => Promise<unknown>, to: string): Promise<{ kind: string; link: string }> {
  const before = shop.mails.length
  await action()
  return vi.waitFor(() => {
    const mail = shop.mails.slice(before).find((one) => one.to === to)
    if (!mail) throw new Error(`no mail to ${to}`)
    return mail
  })
}

const open = (link: string): Promise<Response> => shop.press(link)
const target = (answer: Response): URL => new URL(answer.headers.get('location') ?? '')
const fragment = (answer: Response): URLSearchParams => new URLSearchParams(target(answer).hash.slice(1))

test('a recovery link redirects to the requested page and allows a password change', async () => {
  const email = await confirmed()
  const mail = await mailAfter(() => shop.client().auth.resetPasswordForEmail(email, { redirectTo: 'http://shop.test/reset-password' }), email)
  expect(mail.kind).toBe('recovery')
  const answer = await open(mail.link)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(target(answer).pathname).toBe('/reset-password')
  expect(fragment(answer).get('type')).toBe('recovery')
  const client = shop.client()
  await client.auth.setSession({ access_token: fragment(answer).get('access_token') ?? '', refresh_token: fragment(answer).get('refresh_token') ?? '' })
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull()
  expect((await shop.client().auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
})

test('a second request within a minute is refused for registered and unknown addresses alike', async () => {
  const known = await confirmed()
  const unknown = address()
  for (const email of [known, unknown]) {
    const first = await shop.client().auth.resetPasswordForEmail(email)
    expect(first).toMatchObject({ data: {}, error: null })
    const second = await shop.client().auth.resetPasswordForEmail(email.toUpperCase())
    expect(second.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  }
  shop.advance(61)
  expect((await shop.client().auth.resetPasswordForEmail(unknown)).error).toBeNull()
  expect(shop.mails.some(({ to }) => to === unknown)).toBe(false)
})

test.each([
  ['https://evil.test/steal', 'http://shop.test/'],
  ['http://shop.test@evil.test/', 'http://shop.test/'],
  ['http://shop.test.evil.test/', 'http://shop.test/'],
  ['javascript:alert(1)', 'http://shop.test/'],
  ['//evil.test/', 'http://shop.test/'],
  ['https://app.test/deep/page?x=1', 'https://app.test/deep/page?x=1'],
  ['http://shop.test/account', 'http://shop.test/account'],
])('redirect_to %s redirects to %s', async (wanted, expected) => {
  const answer = await shop.fetch(`/auth/v1/verify?${new URLSearchParams({ token: 'made-up', type: 'signup', redirect_to: wanted })}`)
  expect(answer.status).toBe(303)
  const location = target(answer)
  expect(fragment(answer).get('error_code')).toBe('otp_expired')
  location.hash = ''
  expect(location.href.replace(/#$/, '')).toBe(expected)
})

test('a link is valid for one hour and for its own kind only', async () => {
  const email = await confirmed()
  shop.advance(61)
  const mail = await mailAfter(() => shop.client().auth.resetPasswordForEmail(email), email)
  expect(fragment(await open(mail.link.replace('type=recovery', 'type=signup'))).get('error_code')).toBe('otp_expired')
  shop.advance(3601)
  expect(fragment(await open(mail.link)).get('error_code')).toBe('otp_expired')
})

test('a token hash is redeemed by POST too', async () => {
  const email = await confirmed()
  const mail = await mailAfter(() => shop.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }), email)
  expect(mail.kind).toBe('magiclink')
  const token_hash = new URL(mail.link).searchParams.get('token') ?? ''
  const { data, error } = await shop.client().auth.verifyOtp({ type: 'email', token_hash })
  expect(error).toBeNull()
  expect(data.session?.user.email).toBe(email)
  expect((await shop.client().auth.verifyOtp({ type: 'email', token_hash })).error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('with PKCE the link yields a code that only the requesting browser can exchange', async () => {
  const email = await confirmed()
  const asking = shop.client({ flowType: 'pkce' })
  const mail = await mailAfter(() => asking.auth.resetPasswordForEmail(email, { redirectTo: 'http://shop.test/reset-password' }), email)
  const answer = await open(mail.link)
  const code = target(answer).searchParams.get('code') ?? ''
  expect(target(answer).hash).toBe('')
  const stolen = await shop.fetch('/auth/v1/token?grant_type=pkce', {
    method: 'POST',
    body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(56) }),
  })
  expect(await stolen.json()).toMatchObject({ error_code: 'bad_code_verifier' })
  const { data, error } = await asking.auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.session?.user.email).toBe(email)
  const again = await shop.fetch('/auth/v1/token?grant_type=pkce', { method: 'POST', body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(56) }) })
  expect(await again.json()).toMatchObject({ error_code: 'flow_state_not_found' })
})

test('an address changes only after both mailboxes confirm', async () => {
  const email = await confirmed()
  const fresh = address()
  const client = shop.client()
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  const toNew = await mailAfter(async () => expect((await client.auth.updateUser({ email: fresh })).error).toBeNull(), fresh)
  const toOld = shop.mails.findLast(({ to, kind }) => to === email && kind === 'email_change')
  expect(fragment(await open(toNew.link)).get('message')).toContain('other email')
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  expect(fragment(await open(toOld?.link ?? '')).get('access_token')).toBeTruthy()
  expect((await client.auth.getUser()).data.user?.email).toBe(fresh)
})

test('resend mails a confirmation to unconfirmed addresses only', async () => {
  const email = address()
  await shop.client().auth.signUp({ email, password: PASSWORD })
  const first = await shop.mailTo(email)
  shop.advance(61)
  const second = await mailAfter(() => shop.client().auth.resend({ type: 'signup', email }), email)
  expect(fragment(await open(first.link)).get('error_code')).toBe('otp_expired')
  expect(fragment(await open(second.link)).get('access_token')).toBeTruthy()
  shop.advance(61)
  const sent = shop.mails.length
  expect((await shop.client().auth.resend({ type: 'signup', email })).error).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(shop.mails).toHaveLength(sent)
})

test('admin endpoints require the service role', async () => {
  const email = await confirmed()
  const user = shop.client()
  await user.auth.signInWithPassword({ email, password: PASSWORD })
  const access = (await user.auth.getSession()).data.session?.access_token ?? ''
  const call = (headers: Record<string, string>): Promise<Response> =>
    shop.fetch('/auth/v1/admin/users', { headers: { 'x-supabase-api-version': '2024-01-01', ...headers } })
  expect((await call({})).status).toBe(401)
  expect((await call({ apikey: KEYS.publishableKey })).status).toBe(401)
  expect((await call({ apikey: 'sb_secret_guess' })).status).toBe(401)
  expect((await call({ authorization: `Bearer ${KEYS.anonKey}` })).status).toBe(403)
  expect(await (await call({ authorization: `Bearer ${access}`, apikey: KEYS.secretKey })).json()).toMatchObject({ code: 'not_admin' })
  expect((await call({ apikey: KEYS.secretKey })).status).toBe(200)
  expect((await call({ authorization: `Bearer ${KEYS.serviceRoleKey}` })).status).toBe(200)
  expect((await call({ apikey: KEYS.secretKey, 'user-agent': 'Mozilla/5.0' })).status).toBe(401)
})

test('an administrator creates, reads, lists, updates and deletes users', async () => {
  const api = admin().auth.admin
  const email = address()
  const created = await api.createUser({ email, password: PASSWORD, email_confirm: true, user_metadata: { full_name: 'Asha' }, app_metadata: { tier: 'gold' } })
  const id = created.data.user?.id ?? ''
  expect(created.data.user).toMatchObject({ email, app_metadata: { provider: 'email', tier: 'gold' } })
  // stored as given
  expect(created.data.user?.user_metadata).toEqual({ full_name: 'Asha' })
  expect((await api.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await api.getUserById(id)).data.user?.email).toBe(email)
  const listed = await api.listUsers({ page: 1, perPage: 2 })
  expect(listed.error).toBeNull()
  expect(listed.data.users[0]?.id).toBe(id)
  expect(listed.data).toMatchObject({ nextPage: 2 })
  expect((await api.updateUserById(id, { password: 'a new password', user_metadata: { full_name: 'Asha Rao' } })).data.user?.user_metadata['full_name']).toBe(
    'Asha Rao',
  )
  expect((await shop.client().auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
  expect((await api.deleteUser(id)).error).toBeNull()
  expect((await api.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('an administrator changes an address immediately but cannot grant a database role', async () => {
  const api = admin().auth.admin
  await confirmed()
  const id = (await api.listUsers({ page: 1, perPage: 1 })).data.users[0]?.id ?? ''
  const email = address()
  expect((await api.updateUserById(id, { email })).data.user?.email).toBe(email)
  expect((await shop.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  expect((await api.updateUserById(id, { role: 'service_role' })).error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('an imported account keeps its bcrypt hash', async () => {
  const email = address()
  const { hash } = await import('@node-rs/bcrypt')
  const password_hash = await hash(PASSWORD, 4)
  expect((await admin().auth.admin.createUser({ email, password_hash, email_confirm: true })).error).toBeNull()
  expect((await shop.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('a soft deletion keeps the row and removes the personal data', async () => {
  const email = await confirmed()
  const api = admin().auth.admin
  const id = (await api.listUsers({ page: 1, perPage: 1 })).data.users[0]?.id ?? ''
  expect((await api.deleteUser(id, true)).error).toBeNull()
  expect((await shop.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  expect((await api.createUser({ email, password: PASSWORD })).error).toBeNull()
})

test('generated links and codes work, and an invitation is mailed', async () => {
  const api = admin().auth.admin
  const email = await confirmed()
  const { data } = await api.generateLink({ type: 'magiclink', email })
  expect(fragment(await open(data.properties?.action_link ?? '')).get('access_token')).toBeTruthy()
  const code = (await api.generateLink({ type: 'magiclink', email })).data.properties?.email_otp ?? ''
  expect((await shop.client().auth.verifyOtp({ type: 'email', email, token: code === '000000' ? '111111' : '000000' })).error?.code).toBe('otp_expired')
  expect((await shop.client().auth.verifyOtp({ type: 'email', email, token: code })).error).toBeNull()
  const guest = address()
  const mail = await mailAfter(() => api.inviteUserByEmail(guest, { data: { full_name: 'Guest' } }), guest)
  expect(mail.kind).toBe('invite')
  expect(fragment(await open(mail.link)).get('type')).toBe('invite')
})
