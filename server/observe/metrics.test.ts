import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Backlog } from './backlog.ts'
import { shopFunctions } from '#functions/registry.ts'
import { areaOf, COUNTED, createMetrics, functionOf, type Metrics } from './metrics.ts'

let metrics: Metrics
let backlog: Backlog | null
let server: Server
let port: number
beforeEach(async () => {
  backlog = {
    mails_queued: 3,
    mails_late_seconds: 60,
    mails_failed: 0,
    pictures_queued: 0,
    refunds_queued: 1,
    jobs_failing: 0,
    webhooks_queued: 0,
    webhooks_parked: 0,
    backup_age_seconds: null,
  }
  metrics = createMetrics({
    cache: { bytes: 1234 },
    pools: { callers: { totalCount: 4, idleCount: 1, waitingCount: 2 } },
    sockets: () => 7,
    isDatabaseAway: () => false,
    backlog: () => Promise.resolve(backlog),
  })
  server = createServer((asked, response) => {
    metrics.follow(asked, response)
    if (asked.url !== '/never') response.writeHead(asked.url?.includes('bad') ? 500 : 200).end('x')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => void server.close())

const url = (path: string): string => `http://127.0.0.1:${port}${path}`
/** The values of one figure by its labels. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return Object.fromEntries(lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

test('responses are counted by area, method and status, and calls that take orders by name', async () => {
  for (const path of ['/products', '/products?page=2', '/rest/v1/products', '/functions/v1/place-order', '/functions/v1/bad', '/assets/x.js'])
    await (await fetch(url(path))).text()
  await (await fetch(url('/rest/v1/cart_items'), { method: 'DELETE' })).text()
  expect(await valuesOf('shop_http_requests_total')).toEqual({
    '{area="page",method="GET",status="200"}': 2,
    '{area="rest",method="GET",status="200"}': 1,
    '{area="functions",method="GET",status="200"}': 1,
    '{area="functions",method="GET",status="500"}': 1,
    '{area="file",method="GET",status="200"}': 1,
    '{area="rest",method="DELETE",status="200"}': 1,
  })
  expect(await valuesOf('shop_function_calls_total')).toEqual({ '{name="place-order",status="200"}': 1 })
  expect((await valuesOf('shop_http_request_duration_seconds_count'))['{area="page"}']).toBe(2)
})

test('a client that leaves before the response counts as aborted', async () => {
  const asked = request(url('/never'))
  asked.on('error', () => undefined)
  asked.end()
  await once(server, 'request')
  asked.destroy()
  await expect.poll(() => valuesOf('shop_http_requests_total')).toEqual({ '{area="page",method="GET",status="aborted"}': 1 })
})

test('every counted function exists', () => {
  expect([...COUNTED].filter((name) => !(name in shopFunctions))).toEqual([])
})

test('addresses and methods of clients make no labels of their own', () => {
  const areas = [
    '/rest/v1',
    '/rest/v1/x',
    '/rest/v10',
    '/auth/v1/token?x',
    '/<script>',
    '/products/a"b',
    '//',
    '',
    '/metrics',
    '/healthy',
    '/ready?x',
    '/brand/logo.svg',
  ]
  expect(areas.map(areaOf)).toEqual(['rest', 'rest', 'page', 'auth', 'page', 'page', 'page', 'page', 'probe', 'page', 'probe', 'file'])
  expect(['/functions/v1/place-order', '/functions/v1/place-order/x', '/functions/v1/place-order"}', '/functions/v1/invented'].map(functionOf)).toEqual([
    'place-order',
    'place-order',
    undefined,
    undefined,
  ])
})

test('the process, its pools, its caches and what waits are shown', async () => {
  expect(await valuesOf('shop_pool_connections')).toEqual({
    '{pool="callers",state="used"}': 3,
    '{pool="callers",state="idle"}': 1,
    '{pool="callers",state="waiting"}': 2,
  })
  expect(await valuesOf('shop_realtime_sockets')).toEqual({ '': 7 })
  expect(await valuesOf('shop_response_cache_bytes')).toEqual({ '': 1234 })
  expect(await valuesOf('shop_mails_queued')).toEqual({ '': 3 })
  expect(await metrics.text()).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('while the database does not answer, the backlog shows no old numbers, and the rest is there', async () => {
  await metrics.text()
  backlog = null
  expect(await valuesOf('shop_mails_queued')).toEqual({})
  expect(await valuesOf('shop_realtime_sockets')).toEqual({ '': 7 })
})
