/** A collector of OpenTelemetry that takes what the shop sends. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { watchDuration } from '#postgres/follow-statements.ts'
import { createBoundedServer, setHeaders } from '../http/bounded-server.ts'
import { openTracing, type Tracing } from './tracing.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Sent = { resourceSpans: { resource: { attributes: { key: string; value: { stringValue: string } }[] }; scopeSpans: { spans: Span[] }[] }[] }

const taken: { path: string | undefined; body: Sent }[] = []
let collector: Server
const servers: Server[] = []

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

let address: string
beforeAll(async () => {
  collector = createServer((request, response) => {
    void (async () => {
      taken.push({ path: request.url, body: JSON.parse(await bodyOf(request)) as Sent })
      response.setHeader('content-type', 'application/json').end('{}')
    })()
  })
  address = await listen(collector)
})
beforeEach(() => void taken.splice(0))
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** A shop whose answers take two statements. */
const openShop = (tracing: Tracing) =>
  listen(
    createBoundedServer({
      listener(request, response, common) {
        setHeaders(response, common)
        const read = watchDuration(() => 'select public.list_products($1)', Promise.resolve())
        const fail = watchDuration(() => 'select private.place_order($1)', Promise.reject(new Error('sold out'))).catch(() => undefined)
        void Promise.all([read, fail]).then(() => response.writeHead(request.url?.startsWith('/broken') ? 500 : 200).end('answer'))
      },
      upgrade: (_request, socket) => socket.destroy(),
      isUpgrade: () => false,
      direct: false,
      followers: [tracing.follow],
      log: () => undefined,
    }),
  )
const spans = (): Span[] => taken.flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
const attributes = (span: Span | undefined) => Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

test('a request is a span with its statements below it, under the id of its answer', async () => {
  const tracing = openTracing({ endpoint: `${address}/`, share: 1 })
  const shop = await openShop(tracing)
  const answer = await fetch(`${shop}/products/rose-cream/7b1f0a52-7f1c-4a57-9f2e-3b1f0a527f1c?q=meera%40example.com`)
  await answer.text()
  await fetch(`${shop}/broken`).then((broken) => broken.text())
  await tracing.close()
  expect(taken.map(({ path }) => path)).toEqual(['/v1/traces'])
  expect(taken[0]?.body.resourceSpans[0]?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'shringar' } })
  const [request, broken] = spans().filter(({ kind }) => kind === 2)
  expect(request?.name).toBe('GET /products/:text/:id')
  expect(attributes(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/products/:text/:id',
    'http.response.status_code': 200,
    'shop.request_id': answer.headers.get('x-request-id'),
  })
  expect(broken?.status.code).toBe(2)
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.map(({ name, traceId, status }) => ({ name, same: traceId === request?.traceId, failed: status.code === 2 }))).toEqual([
    { name: 'public.list_products', same: true, failed: false },
    { name: 'private.place_order', same: true, failed: true },
  ])
  expect(BigInt(request?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(request?.startTimeUnixNano ?? 0))
  expect(JSON.stringify(taken)).not.toContain('example.com')
})

test('behind a proxy a request continues its trace; a visitor cannot begin one', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  for (const behindProxy of [true, false]) {
    const tracing = openTracing({ endpoint: address, share: 0 }, behindProxy)
    await fetch(await openShop(tracing), { headers: { traceparent } }).then((answer) => answer.text())
    await tracing.close()
  }
  // Of a share of 0 only what the proxy has begun is traced.
  expect(spans().filter(({ kind }) => kind === 2)).toMatchObject([{ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' }])
})

test('a collector that does not answer holds up neither answers nor the end', async () => {
  const silent = await listen(createServer(() => undefined))
  const tracing = openTracing({ endpoint: silent, share: 1 })
  const shop = await openShop(tracing)
  for (let count = 0; count < 20; count += 1) expect((await fetch(shop)).status).toBe(200)
  const began = performance.now()
  await tracing.close()
  expect(performance.now() - began).toBeLessThan(20_000)
})
