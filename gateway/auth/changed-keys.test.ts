/** Three processes on one database while its keys change: with the old ones, with both, and with the new ones alone. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signJwt } from '../core/jwt.ts'
import type { Keys } from '../core/session.ts'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { appCode } from '../testing/authenticator.ts'
import { KEYS, openTestGateway, type TestGateway } from '../testing/gateway.ts'
import { PASSWORD, refreshTokenOf, type Person } from '../testing/second-factor.ts'
import { resealSecrets } from './mfa/secrets.ts'

const jwtSecret = randomBytes(32).toString('hex')
const DATA_KEY = randomBytes(32).toString('hex')
const NEW: Keys = {
  jwtSecret,
  publishableKey: 'sb_publishable_new',
  secretKey: 'sb_secret_new',
  anonKey: signJwt({ role: 'anon' }, jwtSecret),
  serviceRoleKey: signJwt({ role: 'service_role' }, jwtSecret),
  dataKeys: [DATA_KEY],
}
const BOTH: Keys = {
  ...NEW,
  also: { jwtSecrets: [KEYS.jwtSecret], publishableKeys: [KEYS.publishableKey], secretKeys: [KEYS.secretKey] },
  dataKeys: [DATA_KEY, KEYS.jwtSecret],
}

let database: TestDatabase
let before: TestGateway
let during: TestGateway
let after: TestGateway
beforeAll(async () => {
  database = await createGatewayDatabase()
  const open = (keys: Keys): Promise<TestGateway> => openTestGateway(database, { keys, auth: { autoconfirm: false, bcryptCost: 4, limits: true } })
  ;[before, during, after] = [await open(KEYS), await open(BOTH), await open(NEW)]
})
afterAll(async () => {
  for (const shop of [before, during, after]) await shop.close()
  await database.drop()
})

const userAt = async (shop: TestGateway, apikey: string, token: string): Promise<number> =>
  (await shop.fetch('/auth/v1/user', { headers: { apikey, authorization: `Bearer ${token}` } })).status
const refreshAt = (shop: TestGateway, apikey: string, refreshToken: string): Promise<Response> =>
  shop.fetch('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  })

async function reseal(keys: readonly [string, ...string[]]): Promise<number> {
  const client = new Client({ connectionString: database.urlFor('supabase_auth_admin') })
  await client.connect()
  try {
    return await resealSecrets(async (text, values) => (await client.query(text, values)).rows, keys)
  } finally {
    await client.end()
  }
}

async function newPerson(shop: TestGateway): Promise<Person> {
  const email = `asha-${randomBytes(6).toString('hex')}@changed-keys.example`
  const admin = shop.client({ key: shop === before ? KEYS.secretKey : NEW.secretKey })
  await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
  const client = shop.client({ key: shop === before ? KEYS.publishableKey : NEW.publishableKey })
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  return { email, client }
}

test('a token and the keys of before are good while the keys change, and refused afterwards', async () => {
  const { client } = await newPerson(before)
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  expect(await userAt(during, KEYS.publishableKey, token)).toBe(200)
  expect(await userAt(during, NEW.publishableKey, token)).toBe(200)
  expect(await userAt(after, NEW.publishableKey, token)).toBe(403)
  const users = async (shop: TestGateway, apikey: string): Promise<number> => (await shop.fetch('/auth/v1/admin/users', { headers: { apikey } })).status
  expect([await users(during, KEYS.secretKey), await users(during, NEW.secretKey)]).toEqual([200, 200])
  expect([await users(after, KEYS.secretKey), await users(after, NEW.secretKey)]).toEqual([401, 200])
  const read = async (shop: TestGateway, apikey: string): Promise<number> => (await shop.fetch('/rest/v1/', { headers: { apikey } })).status
  expect(await read(during, KEYS.publishableKey)).toBe(await read(during, NEW.publishableKey))
  expect([await read(after, KEYS.publishableKey), await read(after, KEYS.anonKey)]).toEqual([401, 401])
})

test('a session goes on through the change: refreshed in each step, also when a response was lost between them', async () => {
  const { client } = await newPerson(before)
  const first = await refreshTokenOf(client)
  await refreshAt(before, KEYS.publishableKey, first)
  // Its response is lost: the client repeats the request, and another process answers.
  const repeated = await refreshAt(during, KEYS.publishableKey, first)
  expect(repeated.status).toBe(200)
  const second = ((await repeated.json()) as { refresh_token: string }).refresh_token
  const next = await refreshAt(during, NEW.publishableKey, second)
  const third = (await next.json()) as { refresh_token: string; access_token: string }
  expect(await userAt(after, NEW.publishableKey, third.access_token)).toBe(200)
  expect((await refreshAt(after, NEW.publishableKey, third.refresh_token)).status).toBe(200)
})

test('a second factor that was sealed before works during the change, and after it is sealed again', async () => {
  const owner = await newPerson(before)
  const { data } = await owner.client.auth.mfa.enroll({ factorType: 'totp' })
  const secret = data?.type === 'totp' ? data.totp.secret : ''

  const verifyAt = async (shop: TestGateway, key: string, steps: number): Promise<string | undefined> => {
    const client = shop.client({ key })
    await client.auth.signInWithPassword({ email: owner.email, password: PASSWORD })
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: appCode(secret, shop.now(), steps) })
    return error?.code
  }
  expect((await owner.client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: appCode(secret, before.now(), -1) })).error).toBeNull()
  expect(await verifyAt(during, NEW.publishableKey, 0)).toBeUndefined()
  expect(await reseal(BOTH.dataKeys ?? [DATA_KEY])).toBeGreaterThan(0)
  expect(await reseal(BOTH.dataKeys ?? [DATA_KEY]), 'once is enough').toBe(0)
  expect(await verifyAt(after, NEW.publishableKey, 1)).toBeUndefined()
  expect(await reseal(['a key that opens nothing']), 'what no key opens stays').toBe(0)
})

test('a link and a code that were mailed before work during the change', async () => {
  const { email } = await newPerson(before)
  await before.client().auth.resetPasswordForEmail(email)
  const { link } = await before.mailTo(email)
  const opened = await during.press(link)
  expect(new URL(opened.headers.get('location') ?? '').hash).toContain('access_token=')
})
