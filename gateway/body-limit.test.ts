import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBodyBudget, limitBody } from './body-limit.ts'
import { createGatewayDatabase, type TestDatabase } from './testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from './testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway
let pool: Pool

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare('create table public.notes (id int primary key, data jsonb); grant select, insert on public.notes to anon;')
  pool = new Pool({ connectionString: database.urlFor('authenticator'), max: 1 })
  const store = async (request: Request): Promise<Response> => Response.json((await pool.query('select $1::text', [await request.json()])).rows)
  shop = await openTestGateway(database, { functions: { store } })
})
afterAll(async () => {
  await pool.end()
  await shop.close()
  await database.drop()
})

const JSON_TYPE = { 'content-type': 'application/json' }
const VISITOR = { apikey: KEYS.publishableKey, ...JSON_TYPE }

/** An endless stream of spaces in chunks of 64 kB; counts the bytes read. */
function endless(): { body: ReadableStream; taken: () => number } {
  let taken = 0
  const body = new ReadableStream({
    pull(controller) {
      taken += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(0x20))
    },
  })
  return { body, taken: () => taken }
}

/** All endpoints where the gateway reads JSON, with a visitor's key. */
const PLACES: [method: string, path: string][] = [
  ['POST', '/rest/v1/notes'],
  ['POST', '/rest/v1/rpc/nothing'],
  ['POST', '/auth/v1/signup'],
  ['POST', '/auth/v1/token?grant_type=password'],
  ['POST', '/auth/v1/recover'],
  ['POST', '/auth/v1/verify'],
  ['PUT', '/auth/v1/user'],
  ['POST', '/storage/v1/bucket'],
  ['PUT', '/storage/v1/bucket/pictures'],
  ['POST', '/storage/v1/object/list/pictures'],
  ['POST', '/storage/v1/object/sign/pictures'],
  ['POST', '/storage/v1/object/sign/pictures/a.png'],
  ['POST', '/storage/v1/object/move'],
  ['POST', '/storage/v1/object/copy'],
  ['DELETE', '/storage/v1/object/pictures'],
  ['POST', '/functions/v1/store'],
  ['POST', '/realtime/v1/api/broadcast'],
  ['POST', '/realtime/v1/api/broadcast/hall/events/e'],
]

describe.each(PLACES)('%s %s', (method, path) => {
  test('stops reading an endless body and answers 413', async () => {
    const { body, taken } = endless()
    const answer = await shop.fetch(path, { method, headers: VISITOR, body, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(413)
    expect(taken()).toBeLessThan(8 * 1024 * 1024)
  })

  test('refuses deeply nested JSON before parsing it', async () => {
    const answer = await shop.fetch(path, { method, headers: VISITOR, body: '{"a":'.repeat(10_000) })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(await answer.json())).toContain('nested more than 100 levels deep')
  })

  test('refuses U+0000, which the database cannot store, and logs no error', async () => {
    const email = 'a\0@example.com'
    const body = JSON.stringify(path.includes('functions') ? email : { email, id: email, name: email, prefix: email, type: 'signup', data: email })
    const answer = await shop.fetch(path, { method, headers: VISITOR, body })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

test('each service reports a refused body in its own format', async () => {
  const ask = async (path: string): Promise<unknown> => (await shop.fetch(path, { method: 'POST', headers: VISITOR, body: 'x'.repeat(7 * 1024 * 1024) })).json()
  const message = 'The request body is too large'
  expect(await ask('/rest/v1/notes')).toEqual({ code: '413', message, details: null, hint: null })
  expect(await ask('/functions/v1/store')).toEqual({ code: '413', message, details: null, hint: null })
  expect(await ask('/auth/v1/signup')).toEqual({ code: 413, error_code: 'request_too_large', msg: message })
  expect(await ask('/storage/v1/object/list/pictures')).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' })
})

test('U+0000 in a URL is refused too', async () => {
  for (const path of [
    '/rest/v1/notes?id=eq.%00',
    '/auth/v1/verify?type=signup&token=%00',
    '/storage/v1/object/pictures/%00.png',
    '/storage/v1/object/public/%00/a.png',
    '/storage/v1/bucket/%00',
  ]) {
    const answer = await shop.fetch(path, { headers: VISITOR, redirect: 'manual' })
    expect(answer.status, path).toBeLessThan(500)
  }
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('an email address with a control character is refused', async () => {
  for (const email of ['a\0b@example.com', 'a\u0007b@example.com', 'a\u0085b@example.com']) {
    const { error } = await shop.client().auth.signUp({ email, password: 'correct horse' })
    expect(error, JSON.stringify(email)).toMatchObject({ status: 400 })
  }
})

test('a client that disconnects within its body does not cause a server error', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":'))
      controller.error(new Error('aborted'))
    },
  })
  const answer = await shop.fetch('/rest/v1/notes', { method: 'POST', headers: VISITOR, body, duplex: 'half' } as RequestInit)
  expect(answer.status).toBe(400)
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('bodies in memory are limited per network and in total, and released afterwards', async () => {
  const budget = createBodyBudget(1000, 600)
  const read = (network: string | null, size: number) => {
    const share = budget.open(network)
    const request = new Request('http://shop.test', { method: 'POST', body: 'x'.repeat(size) })
    return { share, read: limitBody(request, { limit: 10_000, allowsNul: true, share }) }
  }
  const first = read('a', 500)
  await first.read
  await expect(read('a', 200).read).rejects.toMatchObject({ refusal: { status: 503, retryAfter: 5 } })
  await expect(read('b', 400).read).rejects.toMatchObject({ refusal: { status: 503 } })
  first.share.release()
  expect(budget.held).toBe(600)
})
