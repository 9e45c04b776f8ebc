import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPool } from '#postgres/pool.ts'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestGateway, type TestGateway } from '../testing/gateway.ts'

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

test.each([
  ['signup', { phone: '+919800000000', password: 'correct horse' }, 400, 'phone_provider_disabled'],
  ['signup', {}, 422, 'anonymous_provider_disabled'],
  ['signup', { email: 'a@example.com' }, 400, 'validation_failed'],
  ['signup', { email: 'a@example.com', password: 'correct horse', data: ['list'] }, 400, 'validation_failed'],
  ['signup', { email: 'a@example.com', password: 'correct horse', data: { blob: 'x'.repeat(5000) } }, 400, 'validation_failed'],
  ['signup', { email: 'a@example.com', password: 'correct horse', code_challenge: 'short', code_challenge_method: 's256' }, 400, 'validation_failed'],
  ['token?grant_type=password', { phone: '+919800000000', password: 'correct horse' }, 422, 'phone_provider_disabled'],
  ['token?grant_type=password', { email: 'a@example.com' }, 400, 'validation_failed'],
  ['token?grant_type=password', { email: "' or 1=1 --", password: 'correct horse' }, 400, 'invalid_credentials'],
  ['token?grant_type=id_token', { provider: 'google' }, 400, 'validation_failed'],
  ['token', {}, 400, 'validation_failed'],
  ['token?grant_type=refresh_token', {}, 400, 'validation_failed'],
  ['token?grant_type=pkce', { auth_code: 'x' }, 400, 'validation_failed'],
  ['resend', { type: 'email_change', email: 'a@example.com' }, 400, 'validation_failed'],
  ['resend', { type: 'sms', phone: '+919800000000' }, 400, 'phone_provider_disabled'],
  ['otp', { phone: '+919800000000' }, 400, 'phone_provider_disabled'],
  ['recover', { email: 'nobody' }, 400, 'validation_failed'],
  ['verify', { type: 'sms', token: '123456', phone: '+919800000000' }, 400, 'validation_failed'],
  ['verify', { type: 'signup' }, 400, 'validation_failed'],
  ['verify', { type: 'signup', token_hash: 'made-up' }, 403, 'otp_expired'],
  ['admin/users', { email: 'a@example.com' }, 401, 'no_authorization'],
  ['admin/generate_link', { type: 'magiclink', email: 'a@example.com' }, 401, 'no_authorization'],
  ['invite', { email: 'a@example.com' }, 401, 'no_authorization'],
  ['logout', {}, 401, 'no_authorization'],
])('POST /%s with %j is %i %s', async (path, body, status, code) => {
  const answer = await shop.fetch(`/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect([answer.status, (await answer.json()).error_code]).toEqual([status, code])
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test.each(['{', '[]', '"text"', 'null'])('the body %s is not a JSON object', async (body) => {
  const answer = await shop.fetch('/auth/v1/signup', { method: 'POST', body })
  expect([answer.status, (await answer.json()).error_code]).toEqual([400, 'bad_json'])
})

test('concurrent registrations of one address create one account', async () => {
  const email = 'twice@example.com'
  const answers = await Promise.all([1, 2, 3].map(() => shop.client().auth.signUp({ email, password: 'correct horse' })))
  // One mail per minute and address: the others are limited, and none fails.
  expect(answers.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['ok', 'over_email_send_rate_limit', 'over_email_send_rate_limit'])
  const open = await openTestGateway(database, { auth: { autoconfirm: true, bcryptCost: 4, limits: true } })
  const both = await Promise.all([1, 2, 3].map(() => open.client().auth.signUp({ email: 'thrice@example.com', password: 'correct horse' })))
  expect(both.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['ok', 'user_already_exists', 'user_already_exists'])
  expect(open.logged.filter(({ level }) => level === 'error')).toEqual([])
  await open.close()
})

test('a failed mail is logged and not revealed to the visitor', async () => {
  const silent = await openTestGateway(database, {
    mails: {
      send: async () => {
        throw new Error('the mail server is away')
      },
    },
  })
  expect((await silent.client().auth.signUp({ email: 'unlucky@example.com', password: 'correct horse' })).error).toBeNull()
  await silent.close()
  expect(silent.logged).toContainEqual(expect.objectContaining({ level: 'error', message: 'auth: Failed to send a signup mail' }))
})

test('a mail that cannot be queued rolls back its registration; the mail worker is woken after the commit', async () => {
  const queued: unknown[] = []
  let refuse = true
  const observer = openPool(database.urlFor('supabase_auth_admin'), { max: 1, applicationName: 'observer' })
  const visibleUsers = async (to: string): Promise<number> => (await observer.query('select from auth.users where email = $1', [to])).rowCount ?? 0
  const queueing = await openTestGateway(database, {
    mails: {
      queue: async (query, { kind, to, expiresAt }) => {
        if (refuse) throw new Error('the queue is full')
        queued.push(kind, expiresAt > new Date(), (await query('select from auth.users where email = $1', [to])).length, await visibleUsers(to))
        return () => void visibleUsers(to).then((users) => queued.push(users))
      },
    },
  })
  const signUp = (email: string) => queueing.client().auth.signUp({ email, password: 'correct horse' })
  expect((await signUp('refused@example.com')).error?.status).toBe(500)
  expect(await visibleUsers('refused@example.com')).toBe(0)
  refuse = false
  expect((await signUp('queued@example.com')).error).toBeNull()
  await vi.waitFor(() => expect(queued).toEqual(['signup', true, 1, 0, 1])) // inside the transaction one user, for other connections none; after the commit one
  await queueing.close()
  await observer.end()
})
