import { afterAll, beforeAll, expect, test } from 'vitest'
import { signJwt } from '../../core/jwt.ts'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../../testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create function public.lives() returns boolean language sql stable as $$ select auth.session_lives() $$;
    grant execute on function public.lives() to anon, authenticated`)
  shop = await openTestGateway(database)
})
afterAll(async () => {
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  await shop.close()
  await database.drop()
})

const PASSWORD = 'correct horse'
let count = 0

async function signedIn(email?: string): Promise<{ client: ReturnType<TestGateway['client']>; email: string; id: string; token: string }> {
  const address = email ?? `person${(count += 1)}@example.com`
  if (!email) await shop.client({ key: KEYS.secretKey }).auth.admin.createUser({ email: address, password: PASSWORD, email_confirm: true })
  const client = shop.client()
  const { data } = await client.auth.signInWithPassword({ email: address, password: PASSWORD })
  return { client, email: address, id: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

async function lives(token: string): Promise<unknown> {
  const answer = await shop.fetch('/rest/v1/rpc/lives', { headers: { apikey: KEYS.publishableKey, authorization: `Bearer ${token}` } })
  return answer.json()
}

test('a session ends at sign-out although its token is still accepted', async () => {
  const { client, email, token } = await signedIn()
  const other = await signedIn(email)
  expect([await lives(token), await lives(other.token)]).toEqual([true, true])
  await client.auth.signOut({ scope: 'local' })
  expect([await lives(token), await lives(other.token)]).toEqual([false, true])
  const third = await signedIn(email)
  await third.client.auth.signOut({ scope: 'global' })
  expect([await lives(other.token), await lives(third.token)]).toEqual([false, false])
})

test('a password set by an administrator, a ban and a deletion end all sessions', async () => {
  const api = shop.client({ key: KEYS.secretKey }).auth.admin
  const [changed, banned, deleted] = [await signedIn(), await signedIn(), await signedIn()]
  await api.updateUserById(changed.id, { password: 'a new password' })
  await api.updateUserById(banned.id, { ban_duration: '1h' })
  await api.deleteUser(deleted.id)
  expect([await lives(changed.token), await lives(banned.token), await lives(deleted.token)]).toEqual([false, false, false])
})

test('a session belongs to its own user, and a token without a session has no live one', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const claims = (token: string): Record<string, unknown> => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const borrowed = signJwt({ ...claims(one.token), session_id: claims(other.token)['session_id'] }, KEYS.jwtSecret)
  expect(await lives(borrowed)).toBe(false)
  expect(await lives(signJwt({ ...claims(one.token), session_id: undefined }, KEYS.jwtSecret))).toBe(false)
  expect(await lives(KEYS.anonKey)).toBe(false)
})
