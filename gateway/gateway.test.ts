import { FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from './gateway.ts'
import { createGatewayDatabase, type TestDatabase } from './testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from './testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway

const functions = {
  whoami: async (_request: Request, caller: Caller): Promise<Response> => Response.json(caller),
  echo: async (request: Request): Promise<Response> => new Response(await request.text(), { headers: { 'content-type': 'text/plain' } }),
  refuse: async (): Promise<Response> => Response.json({ code: 'OUT_OF_STOCK' }, { status: 409 }),
  broken: async (): Promise<Response> => {
    throw new Error('the password of the database is hunter2')
  },
  hook: async (request: Request, caller: Caller): Promise<Response> => Response.json({ caller, body: await request.text() }),
  passing: async (): Promise<Response> => Response.redirect('https://app.test/', 307),
}

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create table public.notes (id int primary key, owner uuid default auth.uid(), text text);
    alter table public.notes enable row level security;
    create policy own on public.notes to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
    grant select, insert on public.notes to authenticated;
  `)
  shop = await openTestGateway(database, {
    auth: { autoconfirm: true, bcryptCost: 4, limits: true },
    functions,
    openFunctions: ['hook'],
    functionLimits: { hook: 1000 },
  })
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

async function signedUp(email: string): Promise<ReturnType<TestGateway['client']>> {
  const client = shop.client()
  expect((await client.auth.signUp({ email, password: 'correct horse' })).error).toBeNull()
  return client
}

test('a client signs in, writes and reads its own rows, and other users do not see them', async () => {
  const [one, other] = [await signedUp('one@example.com'), await signedUp('other@example.com')]
  expect((await one.from('notes').insert({ id: 1, text: 'mine' })).error).toBeNull()
  expect((await one.from('notes').select('text')).data).toEqual([{ text: 'mine' }])
  expect((await other.from('notes').select('text')).data).toEqual([])
  expect((await shop.client().from('notes').select('text')).error).toMatchObject({ code: '42501' })
  expect((await shop.client({ key: KEYS.secretKey }).from('notes').select('text')).data).toEqual([{ text: 'mine' }])
})

test.each(['rest/v1/notes', 'auth/v1/token', 'storage/v1/object/pictures/a.jpg', 'functions/v1/whoami', 'realtime/v1/websocket'])(
  'OPTIONS /%s needs no key',
  async (path) => {
    const answer = await shop.fetch(`/${path}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.test', 'access-control-request-headers': 'apikey, x-own-header' },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-own-header')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  },
)

test('every response has CORS headers, including errors', async () => {
  for (const path of [
    '/rest/v1/nothing',
    '/auth/v1/user',
    '/storage/v1/object/public/a/b',
    '/functions/v1/nothing',
    '/functions/v1/passing',
    '/realtime/v1/websocket',
    '/elsewhere',
  ]) {
    const answer = await shop.fetch(path, { headers: { apikey: KEYS.publishableKey } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('content-range')
  }
})

test('a function gets the caller from the token only', async () => {
  const client = await signedUp('caller@example.com')
  const user = (await client.auth.getUser()).data.user
  const signedIn = await client.functions.invoke('whoami', { body: { user: { id: 'another user' } } })
  expect(signedIn.data).toMatchObject({ role: 'authenticated', user: { id: user?.id, email: 'caller@example.com' }, claims: { sub: user?.id } })
  expect((await shop.client().functions.invoke('whoami')).data).toMatchObject({ role: 'anon', user: null, token: null })
  expect((await shop.client({ key: KEYS.secretKey }).functions.invoke('whoami')).data).toMatchObject({ role: 'service_role', user: null })
})

test('a function without a key or with a bad token is 401, an unknown one 404', async () => {
  expect((await shop.fetch('/functions/v1/whoami', { method: 'POST' })).status).toBe(401)
  const bad = await shop.fetch('/functions/v1/whoami', { method: 'POST', headers: { authorization: 'Bearer a.b.c' } })
  expect([bad.status, (await bad.json()).message]).toEqual([401, 'Invalid JWT'])
  const missing = await shop.client().functions.invoke('nothing')
  expect(missing.error).toBeInstanceOf(FunctionsHttpError)
  expect(missing.response?.status).toBe(404)
  expect((await shop.client().functions.invoke('constructor')).response?.status).toBe(404)
})

test('a function without JWT verification gets an anonymous caller, for any headers', async () => {
  const caller = { role: 'anon', user: null, token: null }
  const client = await signedUp('hooked@example.com')
  const token = (await client.auth.getSession()).data.session?.access_token
  const claims: Record<string, string>[] = [{}, { authorization: 'Basic cmF6b3I6cGF5' }, { authorization: `Bearer ${token}` }, { apikey: KEYS.secretKey }]
  for (const headers of claims) {
    const answer = await shop.fetch('/functions/v1/hook', { method: 'POST', headers, body: 'raw \u00e9' })
    expect([answer.status, await answer.json()]).toMatchObject([200, { caller, body: 'raw \u00e9' }])
  }
  const sized = async (bytes: number): Promise<number> => (await shop.fetch('/functions/v1/hook', { method: 'POST', body: 'x'.repeat(bytes) })).status
  expect(await Promise.all([sized(1000), sized(1001), sized(7 * 1024 * 1024)])).toEqual([200, 413, 413])
})

test('a function’s own error response passes through', async () => {
  const { error } = await shop.client().functions.invoke('refuse')
  expect(error).toBeInstanceOf(FunctionsHttpError)
  expect(await error.context.json()).toEqual({ code: 'OUT_OF_STOCK' })
})

test('a failure is reported in the log, not to the caller', async () => {
  const { error } = await shop.client().functions.invoke('broken')
  expect(await error.context.json()).toEqual({ code: 'WORKER_ERROR', message: 'Internal Server Error' })
  expect(shop.logged.find(({ message }) => message === 'functions: broken failed')?.data).toBeInstanceOf(Error)
})

test('bodies are limited, with and without a declared length', async () => {
  const headers = { apikey: KEYS.publishableKey }
  const large = 'x'.repeat(7 * 1024 * 1024)
  expect((await shop.fetch('/functions/v1/echo', { method: 'POST', headers, body: large })).status).toBe(413)
  expect((await shop.fetch('/rest/v1/notes', { method: 'POST', headers, body: large })).status).toBe(413)
  expect(
    (await shop.fetch('/functions/v1/echo', { method: 'POST', headers: { ...headers, 'content-length': String(large.length) }, body: large })).status,
  ).toBe(413)
  expect((await shop.fetch('/auth/v1/signup', { method: 'POST', headers, body: JSON.stringify({ email: large }) })).status).toBe(413)
  expect((await shop.client().functions.invoke('echo', { body: 'small' })).data).toBe('small')
})

test('the secret key is refused in a browser', async () => {
  const browser = { apikey: KEYS.secretKey, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
  expect((await shop.fetch('/rest/v1/notes', { headers: browser })).status).toBe(401)
  expect((await shop.fetch('/rest/v1/notes', { headers: { ...browser, 'user-agent': 'node' } })).status).toBe(200)
  expect((await shop.fetch('/rest/v1/notes', { headers: { authorization: `Bearer ${KEYS.secretKey}`, 'user-agent': browser['user-agent'] } })).status).toBe(401)
})

test('no log entry contains a key, a token or a password', async () => {
  const client = await signedUp('secretive@example.com')
  const session = (await client.auth.getSession()).data.session
  await client.functions.invoke('broken', { body: { password: 'correct horse' } })
  await client.auth.signInWithPassword({ email: 'secretive@example.com', password: 'a wrong horse' })
  const text = JSON.stringify(shop.logged, (_name, value: unknown) => (value instanceof Error ? `${value.message} ${value.stack ?? ''}` : value))
  for (const secret of [
    KEYS.secretKey,
    KEYS.jwtSecret,
    KEYS.serviceRoleKey,
    session?.access_token ?? '',
    session?.refresh_token ?? '',
    'correct horse',
    'a wrong horse',
  ]) {
    expect(secret).not.toBe('')
    expect(text).not.toContain(secret)
  }
})

test('the WebSocket path without an upgrade is 426, an unknown service 404', async () => {
  expect((await shop.fetch('/realtime/v1/websocket')).status).toBe(426)
  expect((await shop.fetch('/elsewhere')).status).toBe(404)
  expect((await shop.fetch('/rest/v10/notes')).status).toBe(404)
})

test('no API role can read the auth tables, even by SQL', async () => {
  const { Client } = await import('pg')
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const login = new Client({ connectionString: database.urlFor('authenticator') })
    await login.connect()
    await login.query(`set role ${role}`)
    for (const table of ['users', 'sessions', 'refresh_tokens', 'one_time_tokens', 'flow_state', 'identities', 'audit_log_entries']) {
      await expect(login.query(`select 1 from auth.${table}`)).rejects.toMatchObject({ code: '42501' })
    }
    await login.end()
  }
})

test('a login without a role can do nothing', async () => {
  const { Client } = await import('pg')
  for (const name of ['authenticator', 'supabase_storage_admin'] as const) {
    const login = new Client({ connectionString: database.urlFor(name) })
    await login.connect()
    await expect(login.query('select 1 from public.notes')).rejects.toMatchObject({ code: '42501' })
    await expect(login.query('select 1 from storage.objects')).rejects.toMatchObject({ code: '42501' })
    await expect(login.query('set role supabase_auth_admin')).rejects.toMatchObject({ code: '42501' })
    await login.end()
  }
})

test('a new function cannot be called until it is granted', async () => {
  await database.prepare('create function public.secret() returns int language sql as $$ select 1 $$')
  await shop.gateway.reloadSchema()
  expect((await shop.client().rpc('secret')).error).toMatchObject({ code: '42501' })
  await database.prepare('grant execute on function public.secret() to anon')
  expect((await shop.client().rpc('secret')).data).toBe(1)
})

test('a stable function cannot write; a volatile or unknown one may', async () => {
  await database.prepare(
    "create function public.looks() returns int language sql stable as 'select 1'; create function public.writes() returns int language sql as 'select 1'",
  )
  await shop.gateway.reloadSchema()
  expect(['looks', 'writes', 'nothing'].map((call) => shop.gateway.mayWrite(call))).toEqual([false, true, true])
})

test('REST requests require an API key, as on hosted Supabase: a token without one is refused too', async () => {
  const client = await signedUp('keyless@example.com')
  const token = (await client.auth.getSession()).data.session?.access_token
  const bearer = `Bearer ${token}`
  for (const headers of [new Headers(), new Headers({ apikey: '' }), new Headers({ authorization: bearer })]) {
    const answer = await shop.fetch('/rest/v1/notes?select=text', { headers })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'No API key found in request' })
  }
  const keyed = await shop.fetch('/rest/v1/notes?select=text', { headers: { apikey: KEYS.publishableKey, authorization: bearer } })
  expect(keyed.status).toBe(200)
})
