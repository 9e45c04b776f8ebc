/** API keys over HTTP: two processes of a shop on one database, and a shop whose REST a project answers (docs/api-keys.md). */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { API_KEY_PREFIX } from '#domain/shop/api-keys.ts'
import type { ApiKeyOptions } from '#gateway/api-keys/options.ts'
import { signJwt } from '#gateway/core/jwt.ts'
import { createGateway, type Gateway } from '#gateway/gateway.ts'
import type { GatewayOptions } from '#gateway/options.ts'
import { createTokenVerifier } from '#gateway/upstream/project-tokens.ts'
import type { Query } from '#postgres/statement.ts'
import { apiKeysOf } from '#server/api-keys.ts'
import { rolePassword, type LoginRole } from '#server/database/roles.ts'
import { createHttpServer } from '#server/http/http.ts'
import { createRequestLog } from '#server/http/request-log.ts'
import { TEST_SECRET } from '#server/testing/secret.ts'
import type { Database } from '../database.ts'
import { hireStaff, ORDER, OTHER_ORDER, PEOPLE, PRODUCT } from './scenario.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

const SECRET = 'a jwt secret for this test, long enough'
const ORIGIN = 'http://shop.test'
/** An address whose tries are limited; those of this machine are not. */
const CLIENT = '203.0.113.7'
const seconds = Math.floor(Date.now() / 1000)
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const token = (role: string): string => signJwt({ role, iat: seconds, exp: seconds + 600 }, SECRET)
const keys = { jwtSecret: SECRET, publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', anonKey: token('anon'), serviceRoleKey: token('service_role') }
const SIGNING = { secret: SECRET, issuer: `${ORIGIN}/auth/v1` }

type Node = { gateway: Gateway; url: string; lines: string[]; received: IncomingMessage[] }

let shop: Shop
let folder: string
let lookups: Pool
let first: Node
let second: Node
const closing: (() => unknown)[] = []

const as = (role: LoginRole): string => {
  const url = new URL(shop.url)
  ;[url.username, url.password] = [role, rolePassword(TEST_SECRET, role)]
  return url.toString()
}
let lookedUp = 0
const query: Query = async (text, values) => {
  lookedUp += 1
  return (await lookups.query(text, values)).rows
}
const apiKeys = (signing: ApiKeyOptions['signing'] = SIGNING): ApiKeyOptions => apiKeysOf(query, signing)

/** A process of the shop behind a proxy that names the client. */
async function start(overrides: Partial<GatewayOptions> = {}): Promise<Node> {
  const lines: string[] = []
  const received: IncomingMessage[] = []
  const gateway = await createGateway({
    url: ORIGIN,
    siteUrl: ORIGIN,
    redirectAllowList: [],
    schemas: ['public'],
    keys,
    apiKeys: apiKeys(),
    storageDir: folder,
    functions: { whoami: async (request, { user, role }) => Response.json({ user, role, headers: [...request.headers] }) },
    databaseUrls: {
      authenticator: as('authenticator'),
      auth: as('supabase_auth_admin'),
      storage: as('supabase_storage_admin'),
      realtime: as('supabase_realtime_admin'),
      replication: as('supabase_replication_admin'),
    },
    auth: { autoconfirm: true, bcryptCost: 4, limits: false },
    mails: { send: async () => undefined },
    log: (entry) => void lines.push(JSON.stringify(entry)),
    ...overrides,
  })
  const server: Server = createHttpServer({
    gateway,
    pages: () => {
      throw new Error('no pages here')
    },
    files: undefined,
    cache: undefined,
    keys: { publishable: keys.publishableKey, anon: keys.anonKey },
    siteUrl: ORIGIN,
    trustProxy: { header: 'x-real-ip', hops: 1 },
    database: { answers: async () => true, isAway: () => false },
    followers: [createRequestLog('all', (line) => void lines.push(line)), (request) => void received.push(request)],
    log: (level, message, data) => void lines.push(JSON.stringify({ level, message, data })),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(
    () => gateway.close(),
    async () => {
      await gateway.closeSockets()
      server.closeAllConnections()
      server.close()
    },
  )
  return { gateway, lines, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-keys-'))
  shop = await openShop()
  await hireStaff(shop.owner)
  lookups = new Pool({ connectionString: as('shop_orders'), max: 2 })
  ;[first, second] = [await start(), await start()]
})
afterEach(async () => {
  await shop.owner.query('delete from auth.users where id in (select user_id from private.api_keys)')
})
afterAll(async () => {
  for (const step of closing.toReversed()) await step()
  await lookups.end()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const secretKey = (): string => API_KEY_PREFIX + randomBytes(32).toString('base64url')

async function make(role = 'orders', { days = null as number | null, name = 'ERP' } = {}): Promise<{ secret: string; id: string }> {
  const secret = secretKey()
  const { rows } = await lookups.query<{ refusal: string | null; key: string }>('select refusal, key from private.create_api_key($1, $2, $3, $4, $5, $6)', [
    PEOPLE.superAdmin,
    name,
    role,
    days,
    createHash('sha256').update(secret).digest(),
    secret.slice(-4),
  ])
  expect(rows[0]?.refusal).toBeNull()
  return { secret, id: rows[0]?.key ?? '' }
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: unknown }

/** What a program sends: without the headers that `fetch` adds. */
function call(
  node: Node,
  target: string,
  headers: Record<string, string>,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = { 'x-real-ip': CLIENT, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers }
    const request = httpRequest(node.url + target, { method, headers: sent }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text === '' ? null : JSON.parse(text) })
    })
    request.on('error', reject)
    request.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
}
const bearer = (secret: string): Record<string, string> => ({ authorization: `Bearer ${secret}` })
const ORDERS = `/rest/v1/orders?select=id,status&id=eq.${ORDER}`
/** As an owner does in the back office. */
async function revoke(id: string): Promise<void> {
  await shop.owner.query('begin')
  await shop.owner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ role: 'authenticated', sub: PEOPLE.superAdmin })])
  expect((await shop.owner.query('select public.revoke_api_key($1) as done', [id])).rows).toEqual([{ done: true }])
  await shop.owner.query('commit')
}

describe('a valid key', () => {
  test('reads over REST, and calls functions, as its role may, in every process', async () => {
    const { secret, id } = await make('orders')
    for (const node of [first, second]) {
      for (const headers of [bearer(secret), { apikey: secret }, { ...bearer(secret), apikey: secret }, { ...bearer(secret), apikey: keys.publishableKey }]) {
        expect(await call(node, ORDERS, headers)).toMatchObject({ status: 200, body: [{ id: ORDER, status: 'pending' }] })
      }
    }
    expect(await call(first, '/rest/v1/rpc/my_permissions', bearer(secret), { method: 'POST', body: {} })).toMatchObject({
      status: 200,
      body: expect.arrayContaining(['orders.process']),
    })
    expect(await call(first, '/functions/v1/whoami', bearer(secret))).toMatchObject({ status: 200, body: { user: { id, email: null }, role: 'authenticated' } })
  })

  test('works with the official client', async () => {
    const { secret } = await make('orders')
    const plain: typeof fetch = (input, init) => fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-real-ip': CLIENT } })
    const client = createClient<Database>(first.url, secret, { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: plain } })
    expect((await client.from('orders').select('id').eq('id', ORDER)).data).toEqual([{ id: ORDER }])
  })

  test('counts stock, accepts an order and sends its parcel, each if its role may', async () => {
    const catalogue = await make('catalogue')
    const orders = await make('orders', { name: 'Warehouse' })
    const post = (name: string, secret: string, body: unknown) => call(first, `/rest/v1/rpc/${name}`, bearer(secret), { method: 'POST', body })
    const [soap] = (await call(first, '/rest/v1/products?select=id,stock&sku=eq.SOAP', bearer(catalogue.secret))).body as [{ id: string; stock: number }]
    expect(soap.id).toBe(PRODUCT.soap)
    const count = { p_product: soap.id, p_reason: 'count', p_quantity: 40, p_shown: soap.stock }
    expect((await post('move_stock', orders.secret, count)).status).toBe(403)
    expect(await post('move_stock', catalogue.secret, count)).toMatchObject({ status: 200, body: 40 })
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })
    const ofToday = `/rest/v1/orders?select=id,order_number,status,payment_state,total_amount,version&created_at=gte.${today}T00:00:00%2B05:30&order=created_at`
    expect((await call(first, ofToday, bearer(orders.secret))).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: OTHER_ORDER, status: 'pending' })]),
    )
    const read = `/rest/v1/orders?select=id,version,status&id=eq.${OTHER_ORDER}`
    const accept = (secret: string) =>
      call(first, `${read}&status=eq.pending`, { ...bearer(secret), prefer: 'return=representation' }, { method: 'PATCH', body: { status: 'processing' } })
    expect(await accept(catalogue.secret)).toMatchObject({ status: 200, body: [] })
    const accepted = await accept(orders.secret)
    expect(accepted).toMatchObject({ status: 200, body: [{ id: OTHER_ORDER, status: 'processing' }] })
    const [{ version }] = accepted.body as [{ version: number }]
    const parcel = { p_order: OTHER_ORDER, p_version: version, p_courier: 'Delhivery', p_tracking: '1490820154' }
    expect((await post('create_shipment', catalogue.secret, parcel)).status).toBe(403)
    expect((await post('create_shipment', orders.secret, parcel)).status).toBe(200)
    expect(await call(first, read, bearer(orders.secret))).toMatchObject({ body: [{ status: 'shipped' }] })
    const { rows } = await shop.owner.query('select distinct actor from public.audit_log where row_id = $1 and actor is not null', [OTHER_ORDER])
    expect(rows).toEqual([{ actor: orders.id }])
  })

  test('uploads and deletes files if its role may', async () => {
    const catalogue = await make('catalogue')
    const orders = await make('orders', { name: 'Warehouse' })
    const file = '/storage/v1/object/product_images/by-a-key.png'
    const upload = (secret: string) => call(first, file, { ...bearer(secret), 'content-type': 'image/png' }, { method: 'POST', body: PIXEL })
    expect((await upload(orders.secret)).body).toMatchObject({ statusCode: '403' })
    expect((await upload(catalogue.secret)).status).toBe(200)
    expect((await call(first, file, bearer(orders.secret), { method: 'DELETE' })).status).not.toBe(200)
    expect((await call(first, file, bearer(catalogue.secret), { method: 'DELETE' })).status).toBe(200)
  })

  test('is in the line of the request by its public id, and its secret in no line, no setting of a transaction and no function', async () => {
    const { secret, id } = await make('orders')
    await call(first, ORDERS, bearer(secret))
    const { body } = await call(first, '/functions/v1/whoami', bearer(secret))
    await expect.poll(() => first.lines.some((line) => line.includes('/functions/v1/whoami') && line.includes(`"key":"${id}"`))).toBe(true)
    expect(JSON.stringify(body)).not.toContain(secret)
    await shop.owner.query("create function public.seen_headers() returns text language sql as 'select current_setting(''request.headers'')'")
    await shop.owner.query('grant execute on function public.seen_headers() to authenticated')
    await first.gateway.reloadSchema()
    const headers = await call(first, '/rest/v1/rpc/seen_headers', bearer(secret), { method: 'POST', body: {} })
    await shop.owner.query('drop function public.seen_headers()')
    expect(headers.status).toBe(200)
    expect(headers.body).toContain('authorization')
    expect(headers.body).not.toContain(secret)
    expect([...first.lines, ...second.lines].join('\n')).not.toContain(secret.slice(API_KEY_PREFIX.length))
    const anonymous = await call(first, '/rest/v1/products?select=id', { apikey: keys.publishableKey })
    expect(anonymous.status).toBe(200)
    await expect.poll(() => first.lines.findLast((line) => line.includes('/rest/v1/products'))).toBeDefined()
    expect(first.lines.findLast((line) => line.includes('/rest/v1/products'))).not.toContain('"key"')
  })

  test('ends at once in all processes when it is revoked', async () => {
    const { secret, id } = await make('manager')
    for (const node of [first, second]) expect((await call(node, ORDERS, bearer(secret))).status).toBe(200)
    await revoke(id)
    for (const node of [first, second]) {
      const refused = await call(node, ORDERS, bearer(secret))
      expect(refused).toMatchObject({ status: 401, body: { code: 'PGRST301', message: 'This API key was revoked', details: null, hint: null } })
      expect(refused.headers['www-authenticate']).toContain('invalid_token')
    }
  })

  test('may do less at once when its role is lowered', async () => {
    const { secret, id } = await make('manager')
    const may = async () => (await call(first, '/rest/v1/rpc/my_permissions', bearer(secret), { method: 'POST', body: {} })).body as string[]
    expect(await may()).toContain('settings.write')
    await shop.owner.query('delete from public.user_roles where user_id = $1', [id])
    await shop.owner.query("insert into public.user_roles (user_id, role) values ($1, 'catalogue')", [id])
    expect(await may()).not.toContain('settings.write')
    expect((await call(first, ORDERS, bearer(secret))).body).toEqual([])
  })

  test('is refused once it has expired', async () => {
    const { secret, id } = await make('orders', { days: 30 })
    expect((await call(first, ORDERS, bearer(secret))).status).toBe(200)
    await shop.owner.query("update private.api_keys set created_at = now() - interval '31 days', expires_at = now() - interval '1 second' where user_id = $1", [
      id,
    ])
    expect(await call(first, ORDERS, bearer(secret))).toMatchObject({ status: 401, body: { message: 'This API key has expired' } })
  })
})

describe('what is no valid key', () => {
  test('is refused with 401 in the form of each service', async () => {
    const unknown = secretKey()
    expect(await call(first, ORDERS, bearer(unknown))).toMatchObject({ status: 401, body: { code: 'PGRST301', message: 'Unknown API key' } })
    expect(await call(first, '/storage/v1/bucket', bearer(unknown))).toMatchObject({ status: 401, body: { statusCode: '401', message: 'Unknown API key' } })
    expect(await call(first, '/functions/v1/whoami', bearer(unknown))).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED_INVALID_API_KEY' } })
  })

  test.each([
    ['too short', `${API_KEY_PREFIX}abc`],
    ['too long', `${secretKey()}A`],
    ['of other characters', `${API_KEY_PREFIX}${'+'.repeat(43)}`],
    ['huge', `${API_KEY_PREFIX}${'A'.repeat(30_000)}`],
  ])('is refused without a look into the database when it is %s', async (_, secret) => {
    const before = lookedUp
    expect((await call(first, ORDERS, bearer(secret))).status).toBe(401)
    expect(lookedUp).toBe(before)
  })

  test('is not confused with one that many requests of a starting program bring at once', async () => {
    const node = await start()
    const { secret } = await make('orders')
    const answers = await Promise.all(Array.from({ length: 40 }, () => call(node, ORDERS, { ...bearer(secret), 'x-real-ip': '198.51.100.77' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('is limited per network, and counts once; a key that worked before goes on working', async () => {
    const node = await start()
    const { secret } = await make('orders')
    const network = { 'x-real-ip': '198.51.100.9' }
    expect((await call(node, ORDERS, { ...bearer(secret), ...network })).status).toBe(200)
    const same = secretKey()
    const before = lookedUp
    for (let n = 0; n < 50; n += 1) expect((await call(node, ORDERS, { ...bearer(same), ...network })).status).toBe(401)
    expect(lookedUp - before, 'the same unknown key').toBe(1)
    for (let n = 0; n < 29; n += 1) expect((await call(node, ORDERS, { ...bearer(secretKey()), ...network })).status).toBe(401)
    const full = await call(node, ORDERS, { ...bearer(secretKey()), ...network })
    expect(full).toMatchObject({ status: 429, body: { message: 'Too many unknown API keys: try again later' } })
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call(node, ORDERS, { ...bearer(secret), ...network })).status, 'the key that works').toBe(200)
    expect((await call(node, ORDERS, { ...bearer(secretKey()), 'x-real-ip': '192.0.2.1' })).status, 'another network').toBe(401)
  })
})

test('a key is refused in a browser, in an address, and beside another token', async () => {
  const { secret } = await make('manager')
  const message = async (target: string, headers: Record<string, string>) => {
    const { status, body } = await call(first, target, headers)
    return [status, (body as { message?: string }).message]
  }
  const IN_BROWSER = [401, 'Forbidden use of an API key in a browser']
  expect(await message(ORDERS, { ...bearer(secret), origin: 'https://shop.example' })).toEqual(IN_BROWSER)
  expect(await message(ORDERS, { ...bearer(secret), 'user-agent': 'Mozilla/5.0' })).toEqual(IN_BROWSER)
  expect(await message(ORDERS, { ...bearer(secret), 'sec-fetch-site': 'same-origin' })).toEqual(IN_BROWSER)
  expect(await message(`${ORDERS}&apikey=${secret}`, { apikey: keys.publishableKey })).toEqual([
    401,
    'Send the API key as Authorization: Bearer, never in an address',
  ])
  expect((await message(ORDERS, { apikey: secret, authorization: `Bearer ${token('anon')}` }))[0]).toBe(401)
  expect((await message(ORDERS, { apikey: secret, ...bearer(secretKey()) }))[0]).toBe(401)
})

test('a key signs nobody in, refreshes nothing, and opens no account, no factor and no socket', async () => {
  const { secret, id } = await make('manager')
  const auth = (target: string, method = 'GET', body?: unknown) => call(first, `/auth/v1${target}`, bearer(secret), { method, body })
  for (const [target, method] of [
    ['/user', 'GET'],
    ['/user', 'PUT'],
    ['/factors', 'POST'],
    ['/logout', 'POST'],
    ['/admin/users', 'GET'],
  ] as const) {
    expect((await auth(target, method, method === 'GET' ? undefined : {})).status, target).toBe(401)
  }
  const publishable = { apikey: keys.publishableKey }
  const refresh = await call(first, '/auth/v1/token?grant_type=refresh_token', publishable, { method: 'POST', body: { refresh_token: secret } })
  expect(refresh).toMatchObject({ status: 400, body: { error_code: expect.stringContaining('refresh_token') } })
  for (const email of ['', id, secret]) {
    const signIn = await call(first, '/auth/v1/token?grant_type=password', publishable, { method: 'POST', body: { email, password: secret } })
    expect(signIn.status, email).toBe(400)
  }
  expect((await shop.owner.query('select from auth.sessions where user_id = $1', [id])).rows).toEqual([])
  const socket = httpRequest(`${first.url}/realtime/v1/websocket?vsn=1.0.0`, {
    headers: { ...bearer(secret), connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
  })
  socket.end()
  const [response] = (await once(socket, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(401)
  response.resume()
})

test('its own account has no cart', async () => {
  const { secret } = await make('manager')
  const cart = await call(first, '/rest/v1/cart_items', bearer(secret), { method: 'POST', body: { product_id: PRODUCT.cream, quantity: 1 } })
  expect(cart).toMatchObject({ status: 403, body: { details: '{"code":"API_KEY"}' } })
})

describe('on a Supabase project', () => {
  test('the project gets a token of a minute that it accepts, and never the key', async () => {
    const upstream = { url: second.url, services: new Set(['rest'] as const) }
    const front = await start({ upstream })
    const { secret } = await make('orders')
    second.received.length = 0
    expect(await call(front, ORDERS, bearer(secret))).toMatchObject({ status: 200, body: [{ id: ORDER, status: 'pending' }] })
    const [forwarded] = second.received
    expect(forwarded?.headers['apikey']).toBe(keys.publishableKey)
    const claims = JSON.parse(Buffer.from(String(forwarded?.headers.authorization).split('.')[1] ?? '', 'base64url').toString()) as { exp: number; iat: number }
    expect(claims).toMatchObject({ role: 'authenticated', aud: 'authenticated', iss: SIGNING.issuer })
    expect(claims.exp - claims.iat).toBe(60)
    expect(second.received.map(({ rawHeaders, url }) => [url, ...rawHeaders].join('\n')).join('\n')).not.toContain(secret)
  })

  test('whose secret is known, the functions of this server take the key too', async () => {
    const verifyToken = createTokenVerifier({ keysUrl: 'http://127.0.0.1:9/keys', issuer: SIGNING.issuer, secret: SECRET })
    const front = await start({ upstream: { url: second.url, services: new Set(['rest', 'auth'] as const) }, keys: { ...keys, verifyToken } })
    const { secret, id } = await make('orders')
    expect(await call(front, '/functions/v1/whoami', bearer(secret))).toMatchObject({ status: 200, body: { user: { id }, role: 'authenticated' } })
  })

  test('whose signing secret is not known, keys are refused with one sentence, and the project gets nothing', async () => {
    const front = await start({ upstream: { url: second.url, services: new Set(['rest', 'auth'] as const) }, apiKeys: apiKeys(null) })
    const { secret } = await make('orders')
    second.received.length = 0
    for (const target of [ORDERS, '/functions/v1/whoami']) {
      expect(await call(front, target, bearer(secret))).toMatchObject({
        status: 401,
        body: { message: 'API keys do not work on this server: it does not know the secret with which its Supabase project signs tokens' },
      })
    }
    for (const target of ['/auth/v1/user', `/auth/v1/user?apikey=${secret}`]) expect((await call(front, target, bearer(secret))).status).toBe(401)
    expect(second.received).toEqual([])
  })
})
