import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ANON, openLibrary, USER, type Library } from '../../testing/rest.ts'

let library: Library
beforeAll(async () => {
  const share = { perKey: 2, waitingPerKey: 1, waiting: 10, longestWait: 400 }
  library = await openLibrary({ connections: 12, shares: { visitors: share, users: share } })
})
afterAll(() => library.close())

const open: Promise<unknown>[] = []
afterEach(() => Promise.all(open.splice(0)))

const from = (network: string | null) => ({ network, pages: false })
const QUICK = '/books?select=id&limit=1'

/** Occupies a connection from each of these networks for some seconds. */
async function hold(networks: (string | null)[], session = ANON, seconds = 1): Promise<void> {
  for (const network of networks) open.push(library.request(session, `/rpc/linger?seconds=${seconds}`, {}, from(network)))
  await new Promise(setImmediate)
}

const ONE = '198.51.100.1'

test('a network at its concurrency limit is queued briefly and then gets 503 with Retry-After', async () => {
  await hold([ONE, ONE])
  const waits = library.request(ANON, QUICK, {}, from(ONE))
  const noPlace = await library.request(ANON, QUICK, {}, from(ONE))
  expect([noPlace.status, noPlace.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await noPlace.json()).toMatchObject({ code: 'PGRST910' })
  expect((await waits).status).toBe(503)
})

test('a queued request runs when a statement of the same network ends', async () => {
  await hold([ONE, ONE], ANON, 0.1)
  expect((await library.request(ANON, QUICK, {}, from(ONE))).status).toBe(200)
})

test('another network, a signed-in user and a page are not delayed', async () => {
  await hold([ONE, ONE, ONE])
  const started = performance.now()
  const others = await Promise.all([
    library.request(ANON, QUICK, {}, from('203.0.113.9')),
    library.request(USER, QUICK, {}, from(ONE)),
    library.request(ANON, QUICK, {}, { network: null, pages: true }),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(performance.now() - started).toBeLessThan(900)
})

test('an account has one limit across all its networks', async () => {
  await hold([ONE, '198.51.100.2', '198.51.100.3'], USER)
  expect((await library.request(USER, QUICK, {}, from('198.51.100.4'))).status).toBe(503)
})

test('overload responses are not logged', async () => {
  library.logged.length = 0
  await hold([ONE, ONE, ONE])
  expect((await library.request(ANON, QUICK, {}, from(ONE))).status).toBe(503)
  expect(library.logged).toEqual([])
})

test('the client retries a refused read automatically', async () => {
  await hold([ONE, ONE, ONE], ANON, 0.3)
  const client = library.client(ANON, from(ONE))
  const { data, error } = await client.from('books').select('id').limit(1)
  expect(error).toBeNull()
  expect(data).toHaveLength(1)
})
