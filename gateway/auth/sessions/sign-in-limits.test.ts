import { afterAll, beforeAll, expect, test } from 'vitest'
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

async function person(): Promise<string> {
  const email = `person${(count += 1)}@example.com`
  await shop.client({ key: KEYS.secretKey }).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
  return email
}

type Tried = { status: number; token: string | null }
async function attempt(email: string, password: string, from: string | undefined, token?: string): Promise<Tried> {
  const answer = await shop.fetch(
    '/auth/v1/token?grant_type=password',
    { method: 'POST', body: JSON.stringify({ email, password }), headers: token === undefined ? {} : { 'x-device-token': token } },
    from,
  )
  return { status: answer.status, token: answer.headers.get('x-device-token') }
}
const statuses = async (times: number, one: (number: number) => Promise<Tried>): Promise<number[]> => {
  const all = []
  for (let number = 0; number < times; number += 1) all.push((await one(number)).status)
  return all
}

test('ten wrong passwords lock the account for their network, not for its owner elsewhere', async () => {
  const email = await person()
  expect(await statuses(11, () => attempt(email, 'guess', '203.0.113.1'))).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  expect((await attempt(email, PASSWORD, '203.0.113.1')).status).toBe(429)
  expect((await attempt(email, PASSWORD, '198.51.100.7')).status).toBe(200)
  shop.advance(301)
  expect((await attempt(email, PASSWORD, '203.0.113.1')).status).toBe(200)
})

test('loopback counts as one network and is limited', async () => {
  const email = await person()
  await statuses(10, () => attempt(email, 'guess', '127.0.0.1'))
  expect((await attempt(email, PASSWORD, undefined)).status).toBe(429)
})

test('all networks together get sixty guesses; a device that signed in before is never locked out', async () => {
  const email = await person()
  const device = (await attempt(email, PASSWORD, '198.51.100.7')).token ?? ''
  const guesses = await statuses(70, (number) => attempt(email, 'guess', `203.0.113.${number}`))
  expect(guesses.filter((status) => status === 400)).toHaveLength(60)
  expect((await attempt(email, PASSWORD, '198.51.100.8')).status).toBe(429)
  const known = await attempt(email, PASSWORD, '198.51.100.8', device)
  expect(known.status).toBe(200)
  // A busy network does not lock it out either: a mobile carrier puts thousands behind one address.
  await statuses(31, (number) => attempt(`nobody${number}@example.com`, 'guess', '198.51.100.9'))
  expect((await attempt('nobody@example.com', PASSWORD, '198.51.100.9')).status).toBe(429)
  expect((await attempt(email, PASSWORD, '198.51.100.9', `not.a.token, ${device}`)).status).toBe(200)
  shop.advance(901)
  expect((await attempt(email, PASSWORD, '198.51.100.8')).status).toBe(200)
})

test('a device token is valid for its own account, allows ten guesses, and expires with the password', async () => {
  const [mine, other] = [await person(), await person()]
  const device = (await attempt(mine, PASSWORD, '198.51.100.20')).token ?? ''
  expect(device).toMatch(/^[a-z0-9]+\.[\w-]{22}\.[\w-]{43}$/)
  await statuses(10, () => attempt(other, 'guess', '198.51.100.21'))
  expect((await attempt(other, PASSWORD, '198.51.100.21', device)).status).toBe(429)
  const stolen = await statuses(11, (number) => attempt(mine, 'guess', `203.0.113.${number}`, device))
  expect(stolen.at(-1)).toBe(429)

  shop.advance(301)
  const client = shop.client({ remoteAddress: '198.51.100.20' })
  await client.auth.signInWithPassword({ email: mine, password: PASSWORD })
  const session = (await client.auth.getSession()).data.session
  const changed = await shop.fetch('/auth/v1/user', {
    method: 'PUT',
    headers: { authorization: `Bearer ${session?.access_token}` },
    body: JSON.stringify({ password: 'a new password', current_password: PASSWORD }),
  })
  const renewed = changed.headers.get('x-device-token') ?? ''
  await statuses(10, () => attempt(mine, 'guess', '198.51.100.22'))
  expect((await attempt(mine, 'a new password', '198.51.100.22', device)).status).toBe(429)
  expect((await attempt(mine, 'a new password', '198.51.100.22', renewed)).status).toBe(200)
})

test('a correct password does not count for its network, so a shared address does not limit customers', async () => {
  const email = await person()
  const all = await statuses(40, () => attempt(email, PASSWORD, '203.0.113.99'))
  expect(new Set(all)).toEqual(new Set([200]))
})

test('password changes are limited per account, so that one session cannot keep the hasher busy', async () => {
  const email = await person()
  const client = shop.client()
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  const codes = []
  for (let change = 0; change < 16; change += 1) codes.push((await client.auth.updateUser({ password: PASSWORD, current_password: PASSWORD })).error?.code)
  expect(codes).toEqual([...Array.from({ length: 15 }, () => 'same_password'), 'over_request_rate_limit'])
})

test('invalid characters get a clear error, never a 500', async () => {
  const call = async (path: string, body: unknown): Promise<unknown[]> => {
    const answer = await shop.fetch(`/auth/v1/${path}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
    return [answer.status, (await answer.json()).error_code]
  }
  const email = await person()
  // A NUL is refused in every body before an endpoint reads it.
  const refused = (text: string, code: string): unknown[] => [400, text.includes('\0') ? 'bad_json' : code]
  for (const odd of ['a\0b@example.com', 'a\u0007@example.com', 'a@exa\u0000mple.com', '\ud800@example.com']) {
    expect(await call('signup', { email: odd, password: PASSWORD }), JSON.stringify(odd)).toEqual(refused(odd, 'validation_failed'))
    expect(await call('recover', { email: odd })).toEqual(refused(odd, 'validation_failed'))
    expect(await call('token?grant_type=password', { email: odd, password: PASSWORD })).toEqual(refused(odd, 'invalid_credentials'))
  }
  for (const odd of [`${PASSWORD}\0`, 'x'.repeat(73), 'x'.repeat(50_000), `\ud800${PASSWORD}`]) {
    expect(await call('signup', { email: 'odd@example.com', password: odd })).toEqual(refused(odd, 'validation_failed'))
    expect(await call('token?grant_type=password', { email, password: odd })).toEqual(refused(odd, 'invalid_credentials'))
  }
  for (const data of [{ full_name: 'a\0b' }, { 'a\0b': 1 }, { full_name: '\udc00' }])
    expect((await call('signup', { email: 'odd@example.com', password: PASSWORD, data }))[0]).toBe(400)
  const deep = `{"email":"odd@example.com","password":"${PASSWORD}","data":{"deep":${'['.repeat(15_000)}${']'.repeat(15_000)}}}`
  expect((await call('signup', deep))[0]).toBe(400)
  const form = await shop.fetch('/auth/v1/verify', { method: 'POST', body: new URLSearchParams({ type: 'signup', token: '\0', password: '\0' }) })
  expect(form.headers.get('location')).toContain('otp_expired')
  expect(await call('token?grant_type=password', { email })).toEqual([400, 'validation_failed'])
})

test('letter case and Unicode composition of an address do not matter', async () => {
  const composed = 'Józef.Å@exämple.com'
  await shop.client({ key: KEYS.secretKey }).auth.admin.createUser({ email: composed, password: PASSWORD, email_confirm: true })
  for (const written of [composed.normalize('NFD'), composed.toUpperCase(), ` ${composed} `])
    expect((await attempt(written, PASSWORD, undefined)).status, written).toBe(200)
  expect((await attempt('मीरा@उदाहरण.भारत', PASSWORD, undefined)).status).toBe(400)
  expect((await shop.client().auth.signUp({ email: 'मीरा@उदाहरण.भारत', password: PASSWORD })).error).toBeNull()
})

test('a sign-in without an address or a password names what is missing', async () => {
  for (const body of [{}, { email: 'a@example.com' }, { password: PASSWORD }]) {
    const answer = await shop.fetch('/auth/v1/token?grant_type=password', { method: 'POST', body: JSON.stringify(body) })
    expect([answer.status, (await answer.json()).msg]).toEqual([400, 'You must provide either an email or phone number and a password'])
  }
})
