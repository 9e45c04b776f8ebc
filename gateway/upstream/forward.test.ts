import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { ORIGIN } from '../testing/gateway.ts'
import { bodyOf, openForwarding } from '../testing/upstream.ts'

const KEY = { apikey: 'sb_publishable_test' }

test('a request keeps its method, path, query, body and the headers of the contract', async () => {
  const { fetch } = await openForwarding(async (request, response) => {
    const { method, url, headers } = request
    response.setHeader('content-range', '0-1/7').writeHead(206, { 'content-type': 'application/json', 'preference-applied': 'count=exact' })
    response.end(JSON.stringify({ method, url, prefer: headers['prefer'], body: (await bodyOf(request)).toString() }))
  })
  const headers = { ...KEY, prefer: 'count=exact', 'content-type': 'application/json' }
  const answer = await fetch('/rest/v1/products?select=id&name=eq.a%2Fb', { method: 'POST', headers, body: '{"a":1}' })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe('0-1/7')
  expect(answer.headers.get('preference-applied')).toBe('count=exact')
  expect(await answer.json()).toEqual({ method: 'POST', url: '/rest/v1/products?select=id&name=eq.a%2Fb', prefer: 'count=exact', body: '{"a":1}' })
})

test('nothing else of a browser reaches the project: no cookie, no invented address, no other host', async () => {
  let received: IncomingHttpHeaders = {}
  const { fetch, url } = await openForwarding((request, response) => {
    received = request.headers
    response.end('[]')
  })
  const invented = {
    'x-forwarded-for': '10.0.0.1',
    'x-real-ip': '10.0.0.2',
    'cf-connecting-ip': '10.0.0.3',
    forwarded: 'for=10.0.0.4',
    'sb-forwarded-for': '10.0.0.5',
  }
  const host = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-http-method-override': 'DELETE' }
  await fetch('/rest/v1/products', { headers: { ...KEY, ...invented, ...host, cookie: 'preview=1' } }, '203.0.113.9')
  expect(received['x-forwarded-for']).toBe('203.0.113.9')
  expect(received.host).toBe(new URL(url).host)
  for (const name of ['cookie', ...Object.keys(invented), ...Object.keys(host)].filter((one) => one !== 'x-forwarded-for'))
    expect(received[name], name).toBeUndefined()
  // A request of the server itself has no client.
  await fetch('/rest/v1/products', { headers: KEY })
  expect(received['x-forwarded-for']).toBeUndefined()
})

test('a browser’s request carries the credentials that it came with, never the secret key', async () => {
  const received: IncomingHttpHeaders[] = []
  const { fetch } = await openForwarding((request, response) => {
    received.push(request.headers)
    response.end('[]')
  })
  const browser = { 'user-agent': 'Mozilla/5.0', ...KEY, authorization: 'Bearer user.token.signature' }
  await fetch('/rest/v1/orders', { headers: browser })
  expect(received[0]).toMatchObject({ apikey: KEY.apikey, authorization: browser.authorization })
  const refused = await fetch('/rest/v1/orders', { headers: { ...browser, apikey: 'sb_secret_test' } })
  expect([refused.status, received.length]).toEqual([401, 1])
})

test('of an answer only what the contract names comes back, and redirects to the project lead here', async () => {
  const { fetch, url } = await openForwarding((_, response) => {
    response.writeHead(303, {
      location: `${url}/auth/v1/verify?token=x`,
      'set-cookie': '__cf_bm=1',
      server: 'kong',
      'access-control-allow-origin': 'https://other.example',
      'x-sb-error-code': 'otp_expired',
    })
    response.end()
  })
  const answer = await fetch('/auth/v1/verify?token=x', { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${ORIGIN}/auth/v1/verify?token=x`])
  expect([answer.headers.get('set-cookie'), answer.headers.get('server'), answer.headers.get('access-control-allow-origin')]).toEqual([null, null, '*'])
  expect(answer.headers.get('x-sb-error-code')).toBe('otp_expired')
})

test('a file is streamed both ways', async () => {
  let first: Promise<unknown> | undefined
  const { fetch } = await openForwarding(async (request, response) => {
    first = once(request, 'data')
    response.writeHead(200, { 'content-type': 'image/png' })
    response.write('begin')
    response.end(await bodyOf(request))
  })
  let send: (chunk: string | null) => void = () => undefined
  const body = new ReadableStream({
    start(controller) {
      send = (chunk) => (chunk === null ? controller.close() : controller.enqueue(new TextEncoder().encode(chunk)))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half', headers: KEY }
  const asked = fetch('/storage/v1/object/products/a.png', init)
  send('one ')
  const answer = await asked
  await first
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>
  expect((await reader.read()).value).toBe('begin')
  send('two')
  send(null)
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value
  expect(rest).toBe('one two')
})

test('bodies have the limits of this server', async () => {
  let asked = 0
  const { fetch } = await openForwarding((request, response) => {
    asked += 1
    request.resume().on('end', () => response.end())
  })
  const large = await fetch('/auth/v1/token?grant_type=password', { method: 'POST', headers: KEY, body: 'x'.repeat(70_000) })
  expect([large.status, asked]).toEqual([413, 0])
  const deep = await fetch('/rest/v1/products', { method: 'POST', headers: { ...KEY, 'content-type': 'application/json' }, body: '['.repeat(2000) })
  expect([deep.status, asked]).toEqual([400, 0])
})

test('when the client goes away, the project’s work ends too', async () => {
  let leave = (): void => undefined
  const closed = new Promise<void>((resolve) => (leave = resolve))
  let started = (): void => undefined
  const began = new Promise<void>((resolve) => (started = resolve))
  const { fetch, logged } = await openForwarding((_, response) => {
    response.on('close', () => leave())
    started()
  })
  const client = new AbortController()
  const asked = fetch('/rest/v1/products', { headers: KEY, signal: client.signal }).catch(() => undefined)
  await began
  client.abort()
  await asked
  await closed
  expect(logged).toEqual([])
})

test('a project that is dead, silent or cut off is a 503 with Retry-After, in the format of each service', async () => {
  const { fetch, server, logged } = await openForwarding(() => undefined, { timeouts: { call: 50, upload: 50 } })
  const formats = async () => {
    const version = { 'x-supabase-api-version': '2024-01-01' }
    const answers = await Promise.all([
      fetch('/rest/v1/products', { headers: KEY }),
      fetch('/auth/v1/user', { headers: { ...KEY, ...version } }),
      fetch('/storage/v1/object/public/products/a.png'),
      fetch('/storage/v1/render/image/public/products/a.png?width=320&quality=75'),
    ])
    for (const answer of answers) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    return Promise.all(answers.map(async (answer) => (await answer.json()) as unknown))
  }
  const shapes = [
    { code: 'PGRST000', details: null, hint: null },
    { code: 'unexpected_failure' },
    { statusCode: '503', error: 'slow_down' },
    { statusCode: '503', error: 'slow_down' },
  ]
  expect(await formats()).toMatchObject(shapes)
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  expect(await formats()).toMatchObject(shapes)
  // One line a second, not one a request.
  expect(logged.length).toBeLessThan(4)
  expect(logged[0]).toMatchObject({ level: 'error', message: 'upstream: Does not answer' })
})

test.each([502, 504, 521])('a proxy that answers %i for a dead service is a 503 with Retry-After too, without its page', async (status) => {
  const { fetch, logged } = await openForwarding((_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<html>bad gateway</html>'))
  const answer = await fetch('/rest/v1/products', { headers: KEY })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toMatchObject({ code: 'PGRST000' })
  expect(logged).toEqual([{ level: 'error', message: 'upstream: Does not answer', data: `the answer was ${status}` }])
})

test('a service that says itself that it cannot answer is heard, and asked again later', async () => {
  const { fetch } = await openForwarding((_, response) => response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"PGRST002"}'))
  const answer = await fetch('/rest/v1/products', { headers: KEY })
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([503, '5', { code: 'PGRST002' }])
})

test('a read is asked again when the project had just closed the idle connection', async () => {
  let asked = 0
  const { fetch } = await openForwarding((request, response) => {
    asked += 1
    if (asked === 2) return request.socket.destroy()
    response.end('[]')
  })
  expect((await fetch('/rest/v1/products', { headers: KEY })).status).toBe(200)
  expect((await fetch('/rest/v1/products', { headers: KEY })).status).toBe(200)
  expect(asked).toBe(3)
  asked = 1
  // A write may have been executed: its sender decides.
  expect((await fetch('/rest/v1/products', { method: 'POST', headers: KEY, body: '{}' })).status).toBe(503)
})

test('functions stay here', async () => {
  const { fetch } = await openForwarding(() => expect.unreachable('functions are not forwarded'), {
    functions: { hello: async () => Response.json('here') },
  })
  expect(await (await fetch('/functions/v1/hello', { method: 'POST', headers: KEY })).json()).toBe('here')
})
