import { request as ask, type IncomingHttpHeaders, type Server } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Gateway } from '#gateway/gateway.ts'
import { createFrontDoor, type FrontDoor } from './http.ts'
import { ResponseCache } from './response-cache.ts'

const keys = { publishable: 'sb_publishable_x', anon: 'anon.jwt' }
const visitor = { apikey: keys.publishable }
const PUBLIC = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0, s-maxage=60' }
const LONG = 'कुमकुम और काजल '.repeat(200)

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }
type Asked = { method?: string; headers?: Record<string, string | string[]>; body?: string }

let server: Server | undefined
afterEach(() => void server?.close())

/** A front door over pages and a backend that say what the test wants, and count how often they are asked. */
async function open(
  parts: {
    page?: (request: Request, phone: boolean) => Response | Promise<Response>
    backend?: (request: Request) => Response | Promise<Response>
    upgrade?: Gateway['upgrade']
  } & Partial<FrontDoor> = {},
) {
  const asked = { pages: [] as string[], gateway: [] as { url: string; address: string }[] }
  const logged: unknown[] = []
  const cache = new ResponseCache()
  const { page = () => new Response(LONG, { headers: PUBLIC }), backend = () => Response.json([{ id: 1, text: LONG }]), upgrade, ...rest } = parts
  server = createFrontDoor({
    gateway: {
      fetch: async (request, info) => {
        asked.gateway.push({ url: request.url, address: info?.remoteAddress ?? '' })
        return backend(request)
      },
      upgrade,
    } as Gateway,
    pages: () => async (request, phone) => {
      asked.pages.push(request.url)
      return page(request, phone)
    },
    files: undefined,
    cache,
    keys,
    siteUrl: 'https://shop.example',
    trustProxy: undefined,
    healthy: () => Promise.resolve(true),
    log: (...entry) => void logged.push(entry),
    ...rest,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  function fetch(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = ask({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes, text: bytes.toString() })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
  return { fetch, asked, logged, cache, port }
}

describe('sockets', () => {
  /** The first line of what is answered to a request that wants to be a WebSocket. */
  function upgrade(port: number, path: string, headers = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${headers}\r\n`),
      )
      let answer = ''
      socket.on('data', (chunk) => (answer += String(chunk)))
      socket.on('end', () => resolve(answer.split('\r\n')[0] ?? ''))
      socket.on('error', reject)
    })
  }

  test('go to the gateway with the address that asks, and pages stay pages', async () => {
    const asked: unknown[] = []
    const { fetch, port } = await open({
      trustProxy: 'x-real-ip',
      upgrade(request, socket, _head, info) {
        asked.push([request.url, info?.remoteAddress])
        socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
      },
    })
    expect(await upgrade(port, '/realtime/v1/websocket?vsn=2.0.0', 'x-real-ip: 203.0.113.7\r\n')).toBe('HTTP/1.1 401 Unauthorized')
    expect(asked).toEqual([['/realtime/v1/websocket?vsn=2.0.0', '203.0.113.7']])
    expect((await fetch('/products')).status).toBe(200)
  })
})

describe('kept answers', () => {
  test('a public page is rendered once and answered alike, until the catalogue changes', async () => {
    const { fetch, asked, cache } = await open()
    const first = await fetch('/products?page=2')
    const second = await fetch('/products?page=2')
    expect(first).toMatchObject({ status: 200, text: LONG })
    expect(second).toMatchObject({ status: 200, text: LONG })
    expect({ ...second.headers, date: '' }).toEqual({ ...first.headers, date: '' })
    expect(asked.pages).toEqual(['https://shop.example/products?page=2'])
    cache.clear()
    await fetch('/products?page=2')
    expect(asked.pages).toHaveLength(2)
  })

  test('phones and desks get their own', async () => {
    const { fetch, asked } = await open({ page: (_request, phone) => new Response(phone ? 'six' : 'twelve', { headers: PUBLIC }) })
    const iphone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148' }
    for (let round = 0; round < 2; round += 1) {
      expect((await fetch('/products')).text).toBe('twelve')
      expect((await fetch('/products', { headers: iphone })).text).toBe('six')
      expect((await fetch('/products', { headers: { 'sec-ch-ua-mobile': '?1' } })).text).toBe('six')
    }
    expect(asked.pages).toHaveLength(2)
  })

  test("a visitor's read of the catalogue is kept, a customer's never", async () => {
    const { fetch, asked } = await open()
    for (let round = 0; round < 3; round += 1) await fetch('/rest/v1/products?select=*', { headers: visitor })
    expect(asked.gateway).toHaveLength(1)
    for (let round = 0; round < 3; round += 1)
      await fetch('/rest/v1/products?select=*', { headers: { ...visitor, authorization: 'Bearer eyJ.customer.token' } })
    expect(asked.gateway).toHaveLength(4)
  })

  test('one who asks by a crooked address cannot leave his rows for others', async () => {
    const { fetch } = await open({ backend: (request) => Response.json({ whose: request.headers.get('authorization') }) })
    for (const path of ['/a/../rest/v1/orders', '/%72est/v1/orders', '/rest\\v1\\orders', '/rest/v1/products/../orders']) {
      await fetch(path, { headers: { ...visitor, authorization: 'Bearer eyJ.customer.token' } })
      expect((await fetch(path, { headers: visitor })).text, path).not.toContain('customer')
      expect((await fetch(path)).text, path).not.toContain('customer')
    }
  })

  test('nor by any other address: what a customer was answered, no visitor is', async () => {
    const mine = 'rows of the customer'
    const own = (request: Request): boolean => request.headers.get('authorization') === 'Bearer eyJ.customer.token'
    const { fetch, asked } = await open({
      backend: (request) => Response.json({ rows: own(request) ? mine : '' }),
      page: (request) => new Response(own(request) ? mine : 'page', { headers: PUBLIC }),
    })
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      'rest',
      '%72est',
      'REST',
      'v1',
      'orders',
      'products',
      'cart_items',
      'dashboard',
      'a',
      '?',
      '#',
      ';',
      '%',
      '%25',
      '%2572est',
      '.data',
      '&select=*',
    )
    const anything = fc.array(piece, { maxLength: 9 }).map((pieces) => `/${pieces.join('')}`)
    const detour = fc
      .tuple(
        fc.constantFrom('', '/a/..', '/.', '/a/%2e%2e', '/products/1/../..'),
        fc.constantFrom('/rest', '/%72est', '/./rest', '/x/../rest'),
        fc.constantFrom('/v1', '\\v1', '/a/../v1', '/%76%31'),
        fc.constantFrom('/orders', '/products/../orders', '/products', '/%6frders', '/orders?select=*'),
      )
      .map((parts) => parts.join(''))
    const address = fc.oneof(anything, detour)
    await fc.assert(
      fc.asyncProperty(address, async (path) => {
        await fetch(path, { headers: { ...visitor, authorization: 'Bearer eyJ.customer.token' } })
        for (const headers of [{}, visitor]) expect((await fetch(path, { headers })).text).not.toContain(mine)
      }),
      { numRuns: process.env['SHRINGAR_TEST_SIZE'] === 'long' ? 5000 : 300 },
    )
    expect(asked.gateway.length).toBeGreaterThan(50)
    expect(asked.pages.length).toBeGreaterThan(50)
  })

  test.each([
    ['was not found', { status: 404, headers: PUBLIC }],
    ['failed', { status: 503, headers: PUBLIC }],
    ['leads elsewhere', { status: 301, headers: { ...PUBLIC, location: '/products/a/1' } }],
    ['sets a cookie', { status: 200, headers: { ...PUBLIC, 'set-cookie': 'a=1' } }],
    ['is private', { status: 200, headers: { 'content-type': 'text/html', 'cache-control': 'private' } }],
    ['is not to be stored', { status: 200, headers: { 'content-type': 'text/html', 'cache-control': 'public, no-store' } }],
    ['does not say that it is public', { status: 200, headers: { 'content-type': 'text/html' } }],
  ])('a page that %s is not kept', async (_what, init) => {
    const { fetch, asked } = await open({ page: () => new Response('page', init) })
    expect(await fetch('/products')).toMatchObject({ status: init.status, text: 'page' })
    expect(await fetch('/products')).toMatchObject({ status: init.status, text: 'page' })
    expect(asked.pages).toHaveLength(2)
  })

  test('a read that is refused is not kept', async () => {
    const { fetch, asked } = await open({ backend: () => Response.json({ code: '42501' }, { status: 401 }) })
    for (let round = 0; round < 2; round += 1) expect((await fetch('/rest/v1/products', { headers: visitor })).status).toBe(401)
    expect(asked.gateway).toHaveLength(2)
  })

  test('a page that was begun before a change is sent but not kept', async () => {
    const begun = Promise.withResolvers<void>()
    const finished = Promise.withResolvers<void>()
    const { fetch, asked, cache } = await open({
      page: async () => {
        const round = asked.pages.length
        if (round === 1) {
          begun.resolve()
          await finished.promise
        }
        return new Response(`render ${round}`, { headers: PUBLIC })
      },
    })
    const early = fetch('/products')
    await begun.promise
    cache.clear()
    expect((await fetch('/products')).text).toBe('render 2')
    finished.resolve()
    expect((await early).text).toBe('render 2') // the newer one is at hand by now
    expect((await fetch('/products')).text).toBe('render 2')
    expect(asked.pages).toHaveLength(2)
  })

  test('many who ask the same at once are answered by one rendering', async () => {
    const { fetch, asked } = await open({
      page: async () => {
        await new Promise((resolve) => setTimeout(resolve, 30))
        return new Response(LONG, { headers: PUBLIC })
      },
    })
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch('/')))
    expect(answers.every(({ text }) => text === LONG)).toBe(true)
    expect(asked.pages).toHaveLength(1)
  })

  test('a write that succeeded drops them before its writer has the answer, one that was refused does not', async () => {
    let status = 401
    const { fetch, asked } = await open({ backend: () => new Response(null, { status }) })
    await fetch('/')
    await fetch('/rest/v1/products', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' })
    await fetch('/')
    expect(asked.pages).toHaveLength(1)
    status = 204
    await fetch('/rest/v1/products', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' })
    await fetch('/')
    expect(asked.pages).toHaveLength(2)
  })
})

describe('HEAD', () => {
  test('has the headers of GET and no body, kept or not', async () => {
    const { fetch, asked } = await open()
    const head = await fetch('/products', { method: 'HEAD' })
    const get = await fetch('/products')
    expect(head.body).toHaveLength(0)
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(LONG)))
    expect(asked.pages).toHaveLength(1)
    expect((await fetch('/cart', { method: 'HEAD' })).body).toHaveLength(0)
  })
})

describe('a failure', () => {
  const secret = 'password of the database'
  test.each(['/products', '/cart'])('of the page %s is a 500 in plain words without details, and logged', async (path) => {
    const { fetch, logged } = await open({ page: () => Promise.reject(new Error(secret)) })
    const answer = await fetch(path)
    expect(answer.status).toBe(500)
    expect(answer.text).toBe('The server could not answer this request. It has been logged; please try again.')
    expect(answer.headers['content-type']).toContain('text/plain')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(JSON.stringify(answer)).not.toContain(secret)
    expect(logged).toHaveLength(1)
    expect((await fetch(path)).status).toBe(500)
  })

  test('of a rendering that many wait for fails them all, and the next one is tried', async () => {
    let broken = true
    const { fetch } = await open({
      page: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        if (broken) throw new Error(secret)
        return new Response('page', { headers: PUBLIC })
      },
    })
    expect((await Promise.all([fetch('/'), fetch('/'), fetch('/')])).map(({ status }) => status)).toEqual([500, 500, 500])
    broken = false
    expect((await fetch('/')).status).toBe(200)
  })

  test('of the backend too', async () => {
    const { fetch } = await open({ backend: () => Promise.reject(new Error(secret)) })
    const answer = await fetch('/rest/v1/orders', { headers: { authorization: 'Bearer x' } })
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain(secret)
  })
})

describe('compression', () => {
  const long = { accept: '*/*', 'accept-encoding': 'gzip, br' }
  test('of a kept page, a live page and live rows unpacks to the same', async () => {
    const { fetch } = await open()
    for (const path of ['/products', '/products', '/cart', '/no-such']) {
      const answer = await fetch(path, { headers: long })
      expect(answer.headers['content-encoding'], path).toBe('br')
      expect(answer.headers['vary'], path).toMatch(/accept-encoding/i)
      expect(brotliDecompressSync(answer.body).toString()).toBe(LONG)
    }
    const rows = await fetch('/rest/v1/orders', { headers: { 'accept-encoding': 'gzip' } })
    expect(rows.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(rows.body).toString())).toEqual([{ id: 1, text: LONG }])
    expect((await fetch('/products')).headers['content-encoding']).toBeUndefined()
    expect((await fetch('/products')).headers['vary']).toMatch(/accept-encoding/i)
  })

  test('leaves pictures, parts of files, short answers and what is packed already as they are', async () => {
    const answers: Record<string, ResponseInit> = {
      picture: { headers: { 'content-type': 'image/webp' } },
      part: { status: 206, headers: { 'content-type': 'text/plain', 'content-range': 'bytes 0-9/100' } },
      tagged: { headers: { 'content-type': 'text/plain', etag: '"a"' } },
      packed: { headers: { 'content-type': 'text/plain', 'content-encoding': 'x-own' } },
    }
    const { fetch } = await open({ backend: (request) => new Response(LONG, answers[request.url.split('/').at(-1) ?? '']) })
    for (const [name, init] of Object.entries(answers)) {
      const answer = await fetch(`/storage/v1/object/public/${name}`, { headers: long })
      expect(answer.text, name).toBe(LONG)
      expect(answer.headers['content-encoding'], name).toBe(name === 'packed' ? 'x-own' : undefined)
      expect(answer.status).toBe(init.status ?? 200)
    }
  })
})

test('every page carries the security headers, kept or live, and asks for the phone hint', async () => {
  const { fetch } = await open()
  for (const path of ['/products', '/products', '/cart']) {
    const { headers } = await fetch(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'accept-ch': 'Sec-CH-UA-Mobile',
    })
    const policy = headers['content-security-policy'] as string
    for (const part of ["default-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'self'", "form-action 'self'"])
      expect(policy).toContain(part)
  }
})

test('a page that says nothing about caches is asked for again', async () => {
  const { fetch } = await open({ page: () => new Response('page') })
  expect((await fetch('/cart')).headers['cache-control']).toBe('no-cache')
})

describe("the client's address", () => {
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 7.7.7.7', 'x-real-ip': '8.8.8.8' }
  test('is the connection where no proxy is trusted, whatever the headers say', async () => {
    const { fetch, asked } = await open()
    await fetch('/auth/v1/token', { headers: forwarded })
    expect(asked.gateway[0]?.address).toBe('127.0.0.1')
  })
  test('is what the trusted proxy appended, and the connection where it said nothing', async () => {
    const { fetch, asked } = await open({ trustProxy: 'x-forwarded-for' })
    await fetch('/auth/v1/token', { headers: forwarded })
    await fetch('/auth/v1/token', { headers: { 'x-forwarded-for': ['1.1.1.1', '2.2.2.2'] } })
    await fetch('/auth/v1/token', { headers: { 'x-forwarded-for': '' } })
    await fetch('/auth/v1/token')
    expect(asked.gateway.map(({ address }) => address)).toEqual(['7.7.7.7', '2.2.2.2', '127.0.0.1', '127.0.0.1'])
  })
  test('is read from the named header alone', async () => {
    const { fetch, asked } = await open({ trustProxy: 'x-real-ip' })
    await fetch('/auth/v1/token', { headers: forwarded })
    expect(asked.gateway[0]?.address).toBe('8.8.8.8')
  })
})

describe('addresses', () => {
  test('that name another host stay paths of this one, and what is no path is refused', async () => {
    const { fetch, asked } = await open()
    await fetch('//evil.example/products')
    expect(asked.pages.some((url) => new URL(url).hostname === 'evil.example')).toBe(false)
    expect((await fetch('http://evil.example/products')).status).toBe(400)
    expect((await fetch('*', { method: 'OPTIONS' })).status).toBe(400)
  })

  test('of the backend go there with every method, all else to the pages', async () => {
    const { fetch, asked } = await open()
    for (const path of ['/rest/v1/orders', '/auth/v1/user', '/storage/v1/bucket', '/functions/v1/place-order', '/realtime/v1/websocket'])
      await fetch(path, { method: 'POST', body: '' })
    expect(asked.gateway).toHaveLength(5)
    await fetch('/restful')
    expect(asked.pages).toHaveLength(1)
  })

  test('of the health check tell the truth', async () => {
    let well = true
    const { fetch } = await open({ healthy: () => Promise.resolve(well) })
    expect(await fetch('/health')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    well = false
    expect((await fetch('/health')).status).toBe(503)
  })

  test('of built files are answered before anything else', async () => {
    const file = { status: 200, headers: { 'content-type': 'text/javascript' }, body: Buffer.from('1') }
    const { fetch, asked } = await open({ files: { find: (pathname) => (pathname === '/assets/a.js' ? file : undefined) } })
    expect((await fetch('/assets/a.js?v=1')).text).toBe('1')
    expect((await fetch('/assets/a.js', { method: 'HEAD' })).headers['content-length']).toBe('1')
    expect(asked.pages).toEqual([])
  })
})
