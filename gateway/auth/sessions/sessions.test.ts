import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../../testing/gateway.ts'
import { signJwt } from '../../core/jwt.ts'

let database: TestDatabase
let shop: TestGateway

beforeAll(async () => {
  database = await createGatewayDatabase()
  shop = await openTestGateway(database, { auth: { autoconfirm: true, bcryptCost: 4, limits: true } })
})
afterAll(async () => {
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  await shop.close()
  await database.drop()
})

const PASSWORD = 'correct horse'
let count = 0

async function person(): Promise<{ email: string; client: SupabaseClient; tokens: () => Promise<{ access: string; refresh: string }> }> {
  const email = `person${(count += 1)}@example.com`
  const client = shop.client()
  expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull()
  return { email, client, tokens: () => tokensOf(client) }
}

async function tokensOf(client: SupabaseClient): Promise<{ access: string; refresh: string }> {
  const { data } = await client.auth.getSession()
  return { access: data.session?.access_token ?? '', refresh: data.session?.refresh_token ?? '' }
}

async function refresh(token: string): Promise<{ status: number; code?: string; refresh_token?: string; access_token?: string }> {
  const answer = await shop.fetch('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'x-supabase-api-version': '2024-01-01', apikey: KEYS.publishableKey },
    body: JSON.stringify({ refresh_token: token }),
  })
  return { status: answer.status, ...(await answer.json()) }
}

const getUser = (access: string): Promise<Response> =>
  shop.fetch('/auth/v1/user', { headers: { authorization: `Bearer ${access}`, apikey: KEYS.publishableKey, 'x-supabase-api-version': '2024-01-01' } })

test('a refresh returns a new refresh token of the same session and keeps its authentication method', async () => {
  const { client, tokens } = await person()
  const before = await tokens()
  expect((await client.auth.refreshSession()).error).toBeNull()
  const after = await tokens()
  expect(after.refresh).not.toBe(before.refresh)
  const claims = (token: string): { session_id: string; amr: unknown } => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims(after.access).session_id).toBe(claims(before.access).session_id)
  expect(claims(after.access).amr).toEqual(claims(before.access).amr)
})

test('a client that lost the response gets the same successor again, however late', async () => {
  const first = (await (await person()).tokens()).refresh
  const once = await refresh(first)
  shop.advance(3600)
  const twice = await refresh(first)
  expect(twice.status).toBe(200)
  expect(twice.refresh_token).toBe(once.refresh_token)
  expect((await refresh(once.refresh_token ?? '')).status).toBe(200)
})

test('within 10 seconds an older token still returns the active one', async () => {
  const first = (await (await person()).tokens()).refresh
  const second = (await refresh(first)).refresh_token ?? ''
  const third = (await refresh(second)).refresh_token ?? ''
  expect((await refresh(first)).refresh_token).toBe(third)
  expect((await refresh(third)).status).toBe(200)
})

test('tabs that refresh concurrently get the same token', async () => {
  const first = (await (await person()).tokens()).refresh
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1)
})

test('a used token that is reused later revokes the whole session', async () => {
  const { tokens } = await person()
  const { refresh: first, access } = await tokens()
  const second = (await refresh(first)).refresh_token ?? ''
  const third = (await refresh(second)).refresh_token ?? ''
  shop.advance(11)
  expect(await refresh(first)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  expect(await refresh(third)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  expect(await (await getUser(access)).json()).toMatchObject({ code: 'session_not_found' })
})

test('an unknown refresh token is not found', async () => {
  expect(await refresh('made-up')).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test('after sign-out a refresh fails, and /user answers session_not_found', async () => {
  const { client, tokens } = await person()
  const { access, refresh: token } = await tokens()
  expect((await client.auth.signOut()).error).toBeNull()
  expect(await refresh(token)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  const answer = await getUser(access)
  expect(answer.status).toBe(403)
  expect(await answer.json()).toEqual({ code: 'session_not_found', message: 'Session from session_id claim in JWT does not exist' })
})

test('logout scopes: local ends this session, others the rest, global all', async () => {
  const { email, client: first } = await person()
  const open = async (): Promise<SupabaseClient> => {
    const client = shop.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    return client
  }
  const [second, third, fourth] = [await open(), await open(), await open()]
  const alive = async (client: SupabaseClient): Promise<boolean> => (await client.auth.getUser()).error === null
  await second.auth.signOut({ scope: 'local' })
  expect([await alive(first), await alive(third)]).toEqual([true, true])
  await first.auth.signOut({ scope: 'others' })
  expect([await alive(first), await alive(third), await alive(fourth)]).toEqual([true, false, false])
  const fifth = await open()
  await fifth.auth.signOut({ scope: 'global' })
  expect(await alive(first)).toBe(false)
  const refused = await shop.fetch('/auth/v1/logout?scope=everywhere', { method: 'POST' })
  expect(refused.status).toBe(400)
})

test('no token is no_authorization, a foreign or expired one bad_jwt, and an API key is not a user', async () => {
  const { tokens } = await person()
  const { access } = await tokens()
  const code = async (answer: Response): Promise<[number, string]> => [answer.status, (await answer.json()).code]
  expect(await code(await shop.fetch('/auth/v1/user', { headers: { 'x-supabase-api-version': '2024-01-01' } }))).toEqual([401, 'no_authorization'])
  expect(await code(await getUser(KEYS.publishableKey))).toEqual([401, 'no_authorization'])
  expect(await code(await getUser(KEYS.anonKey))).toEqual([403, 'bad_jwt'])
  const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())
  expect(await code(await getUser(signJwt(claims, 'another secret')))).toEqual([403, 'bad_jwt'])
  expect(await code(await getUser(signJwt({ ...claims, exp: 1 }, KEYS.jwtSecret)))).toEqual([403, 'bad_jwt'])
  expect((await getUser(access)).status).toBe(200)
})

test('a ban ends all sessions and refuses the next sign-in', async () => {
  const { client, email } = await person()
  const admin = shop.client({ key: KEYS.secretKey })
  const id = (await client.auth.getUser()).data.user?.id ?? ''
  expect((await admin.auth.admin.updateUserById(id, { ban_duration: '24h' })).error).toBeNull()
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect((await shop.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({ status: 400, code: 'user_banned' })
  // Only a caller with the correct password learns of the ban.
  expect((await shop.client().auth.signInWithPassword({ email, password: 'something else' })).error?.code).toBe('invalid_credentials')
  await admin.auth.admin.updateUserById(id, { ban_duration: 'none' })
  expect((await shop.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('refreshing a session of a banned user answers user_banned', async () => {
  const { email, tokens } = await person()
  const { refresh: token } = await tokens()
  await database.prepare(`update auth.users set banned_until = now() + interval '100 years' where email = '${email}'`)
  expect(await refresh(token)).toMatchObject({ status: 400, code: 'user_banned' })
  await database.prepare(`update auth.users set banned_until = null where email = '${email}'`)
  expect(await refresh(token)).toMatchObject({ status: 200 })
})

test('one client address may try thirty accounts in five minutes, loopback more', async () => {
  const attempt = async (remoteAddress: string, number: number): Promise<number | undefined> =>
    (await shop.client({ remoteAddress }).auth.signInWithPassword({ email: `nobody${number}@example.com`, password: 'guess' })).error?.status
  const statuses = []
  for (let number = 0; number < 31; number += 1) statuses.push(await attempt('203.0.113.9', number))
  expect(statuses.filter((status) => status === 400)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
  const neighbours = []
  for (let number = 0; number < 31; number += 1) neighbours.push(await attempt(`2001:db8::${number.toString(16)}`, 100 + number))
  expect(neighbours.at(-1)).toBe(429)
  expect(await attempt('2001:db8:0:1::1', 150)).toBe(400)
  expect(await attempt('127.0.0.1', 40)).toBe(400)
  expect(await attempt('::ffff:127.0.0.1', 41)).toBe(400)
})

test('an account keeps its 100 most recent sessions', async () => {
  const { email, tokens } = await person()
  const first = await tokens()
  await database.prepare(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
     select gen_random_uuid(), id, last_sign_in_at, last_sign_in_at + n * interval '1 second', 'aal1' from auth.users, generate_series(1, 120) n
     where email = '${email}'`,
  )
  expect((await shop.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  await database.prepare(
    `do $$ begin
       assert 100 = (select count(*) from auth.sessions s join auth.users u on u.id = s.user_id where u.email = '${email}'), 'not 100 sessions';
     end $$`,
  )
  expect(await refresh(first.refresh)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})
