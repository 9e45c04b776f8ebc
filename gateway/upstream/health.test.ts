import { expect, test } from 'vitest'
import { ALL, listen } from '../testing/upstream.ts'
import { askUpstream } from './health.ts'

const publishableKey = 'sb_publishable_test'

test('every forwarded service is asked, with the public key alone', async () => {
  const asked = new Map<string | undefined, unknown>()
  const { url } = await listen((request, response) => {
    asked.set(request.url, [request.headers['apikey'], request.headers['authorization']])
    response.writeHead(404).end()
  })
  expect(await askUpstream({ url, services: ALL, publishableKey })()).toEqual([])
  const paths = ['/auth/v1/health', '/realtime/v1/api/ping', '/rest/v1/', '/storage/v1/status']
  expect(asked).toEqual(new Map(paths.map((path) => [path, [publishableKey, undefined]])))
  asked.clear()
  expect(await askUpstream({ url, services: new Set(['rest']), publishableKey })()).toEqual([])
  expect([...asked.keys()]).toEqual(['/rest/v1/'])
})

test('a service whose proxy answers for it, or that says nothing in time, is away', async () => {
  const { url } = await listen((request, response) => {
    if (request.url?.startsWith('/auth')) response.writeHead(502).end()
    else if (request.url?.startsWith('/rest')) response.writeHead(503).end()
    else if (request.url?.startsWith('/storage')) response.writeHead(500).end()
  })
  expect(await askUpstream({ url, services: ALL, publishableKey, timeout: 100 })()).toEqual(['rest', 'auth', 'realtime'])
})

test('the answers count for a while, and callers at the same moment share the questions', async () => {
  let asked = 0
  let status = 200
  const { url } = await listen((_, response) => {
    asked += 1
    response.writeHead(status).end()
  })
  const services = new Set(['auth'] as const)
  const patient = askUpstream({ url, services, publishableKey, knownFor: 60_000 })
  for (const answer of await Promise.all([patient(), patient(), patient()])) expect(answer).toEqual([])
  status = 503
  expect([await patient(), asked]).toEqual([[], 1])
  const eager = askUpstream({ url, services, publishableKey, knownFor: -1 })
  expect(await eager()).toEqual(['auth'])
  status = 200
  expect(await eager()).toEqual([])
})

test('a project that nobody listens for is away', async () => {
  const { url, server } = await listen(() => undefined)
  await new Promise((resolve) => server.close(resolve))
  expect(await askUpstream({ url, services: ALL, publishableKey })()).toEqual([...ALL])
})
