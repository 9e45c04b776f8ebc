import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { LONG, open, PUBLIC } from '../testing/http-server.ts'

describe('sockets', () => {
  /** The status line of the response to a WebSocket upgrade. */
  function upgrade(port: number, path: string, headers = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${headers}\r\n`),
      )
      socket.once('data', (chunk) => {
        resolve(String(chunk).split('\r\n')[0] ?? '')
        socket.destroy()
      })
      socket.on('close', () => resolve(''))
      socket.on('error', reject)
    })
  }

  test('go to the gateway with the client address; upgrades on pages are ignored', async () => {
    const asked: unknown[] = []
    const { fetch, port } = await open({
      trustProxy: { header: 'x-real-ip', hops: 1 },
      upgrade(request, socket, _head, info) {
        asked.push([request.url, info?.remoteAddress])
        socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
      },
    })
    expect(await upgrade(port, '/realtime/v1/websocket?vsn=2.0.0', 'x-real-ip: 203.0.113.7\r\n')).toBe('HTTP/1.1 401 Unauthorized')
    expect(asked).toEqual([['/realtime/v1/websocket?vsn=2.0.0', '203.0.113.7']])
    expect((await fetch('/products')).status).toBe(200)
  })

  test.each(['//', '//[', 'http://[', '/realtime/v1/websocket/', '/realtime/v1/websocket#', '*', '/%'])(
    'are not opened at %s: the response is HTTP, and the server keeps running',
    async (path) => {
      const { fetch, port, logged } = await open({ upgrade: () => expect.unreachable('no other path is upgraded') })
      expect(await upgrade(port, path)).toMatch(/^HTTP\/1\.1 (200|4\d\d) /)
      expect((await fetch('/products')).status).toBe(200)
      expect(logged).toEqual([])
    },
  )

  test('that fail to open are closed and logged, and the server keeps running', async () => {
    const { fetch, port, logged } = await open({
      upgrade() {
        throw new TypeError('Invalid URL')
      },
    })
    expect(await upgrade(port, '/realtime/v1/websocket')).toBe('')
    expect(logged).toMatchObject([['error', 'http: Failed to handle an upgrade', { message: 'Invalid URL' }]])
    expect((await fetch('/products')).status).toBe(200)
  })

  test('are the only upgrade: others such as cleartext HTTP/2 are ignored, as the standard allows, and the page is served', async () => {
    const { fetch } = await open()
    for (const wanted of ['h2c', 'TLS/1.0', 'websocket']) {
      const answer = await fetch('/products', { headers: { connection: 'Upgrade', upgrade: wanted } })
      expect([answer.status, answer.text]).toEqual([200, LONG])
    }
  })
})

describe('the limits of a request', () => {
  test('a URL that is too long is a 414, in JSON for API paths', async () => {
    const { fetch, asked } = await open()
    const long = 'x'.repeat(17_000)
    expect(await fetch(`/products?q=${long}`)).toMatchObject({ status: 414, text: 'The URL is longer than 16384 bytes.' })
    const answer = await fetch(`/rest/v1/products?select=${long}`)
    expect(answer.status).toBe(414)
    expect(JSON.parse(answer.text)).toEqual({ code: '414', message: 'The URL is longer than 16384 bytes.', details: null, hint: null })
    expect(asked).toEqual({ pages: [], gateway: [] })
  })

  test('a page’s path with too many segments is a 414; stored files may have any depth', async () => {
    const { fetch, asked } = await open()
    const answer = await fetch(`/products${'/x'.repeat(20)}?next=/a/b`)
    expect(answer).toMatchObject({ status: 414, text: 'The path of the URL has more than 20 segments.' })
    await fetch(`/nowhere${'/x'.repeat(19)}?next=${'/a'.repeat(30)}`)
    await fetch(`/storage/v1/object/public/products${'/x'.repeat(30)}`)
    expect([asked.pages.length, asked.gateway.length]).toEqual([1, 1])
  })

  test('too many headers, or too many bytes of them, are a 431', async () => {
    const { fetch, asked } = await open()
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-${index}`, '1']))
    expect((await fetch('/products', { headers: many })).status).toBe(431)
    expect((await fetch('/products', { headers: { 'x-large': 'x'.repeat(40_000) } })).status).toBe(431)
    expect(asked.pages).toEqual([])
  })

  test('an error in a listener is a 500 and a log entry, and the server keeps running', async () => {
    let broken = true
    const find = () => {
      if (broken) throw new Error('a file that cannot be read')
      return undefined
    }
    const { fetch, logged } = await open({ files: { find } })
    expect((await fetch('/products')).status).toBe(500)
    expect(logged).toHaveLength(1)
    broken = false
    expect((await fetch('/products')).status).toBe(200)
  })
})

describe('the policy of a page', () => {
  test('allows its own inline scripts by hash, cached or not, and no others', async () => {
    const html = `<script>one()</script><p>${LONG}</p><script type="module">two()</script>`
    const { fetch } = await open({ page: () => new Response(html, { headers: PUBLIC }) })
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    for (const path of ['/products', '/products', '/cart']) {
      const answer = await fetch(path)
      expect(answer.text).toBe(html)
      expect(answer.headers['content-security-policy']).toContain(`script-src 'self' ${hash('one()')} ${hash('two()')};`)
    }
  })

  test('includes HSTS on every response of an https shop only', async () => {
    const secure = await open()
    for (const path of ['/products', '/rest/v1/orders', '/health', `/${'x'.repeat(17_000)}`])
      expect((await secure.fetch(path)).headers['strict-transport-security'], path).toBe('max-age=31536000')
    const plain = await open({ siteUrl: 'http://localhost:3000' })
    expect((await plain.fetch('/products')).headers['strict-transport-security']).toBeUndefined()
  })
})

describe('HEAD', () => {
  test('has the headers of GET and no body, cached or not', async () => {
    const { fetch, asked } = await open()
    const head = await fetch('/products', { method: 'HEAD' })
    const get = await fetch('/products')
    expect(head.body).toHaveLength(0)
    const own = { date: '', 'x-request-id': '' }
    expect({ ...head.headers, ...own }).toEqual({ ...get.headers, ...own })
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(LONG)))
    expect(asked.pages).toHaveLength(1)
    expect((await fetch('/cart', { method: 'HEAD' })).body).toHaveLength(0)
  })
})

const gone = { answers: () => Promise.resolve(false), isAway: () => true }

describe('a failure', () => {
  const secret = 'password of the database'
  test.each(['/products', '/cart'])('of the page %s is a 500 as plain text without details, and logged', async (path) => {
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

  test('of a shared rendering fails all its requests, and the next request renders again', async () => {
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

  test.each(['/products', '/cart'])('of the page %s while the database is unavailable is a 503 with Retry-After', async (path) => {
    const { fetch } = await open({ page: () => Promise.reject(new Error(secret)), database: gone })
    const answer = await fetch(path)
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.text).not.toContain(secret)
    const shown = await open({ page: () => new Response('sorry', { status: 500 }), database: gone })
    expect(await shown.fetch(path)).toMatchObject({ status: 503, text: 'sorry' })
  })

  test('of the database leaves the pages that were read before, marked with their time', async () => {
    let away = false
    let asked = 0
    const html = `<!doctype html><html lang="en"><p>${LONG}</p></html>`
    const { fetch, cache } = await open({
      page: () => (++asked, away ? new Response('sorry', { status: 503 }) : new Response(html, { headers: PUBLIC })),
      database: { answers: () => Promise.resolve(!away), isAway: () => away },
    })
    expect((await fetch('/products')).text).toBe(html)
    cache.outdate()
    away = true
    const answer = await fetch('/products')
    const [, moment] = /^<!doctype html><html data-kept="([^"]+)" data-away="" lang="en">/.exec(answer.text) ?? []
    expect(Date.now() - Date.parse(moment ?? '')).toBeLessThan(60_000)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-read-at': moment })
    expect((await fetch('/about')).status).toBe(503)
    away = false
    asked = 0
    expect((await fetch('/products')).text).toBe(html)
    expect(asked).toBe(1)
  })

  test('of the backend is a 503 too', async () => {
    const { fetch } = await open({ backend: () => Promise.reject(new Error(secret)) })
    const answer = await fetch('/rest/v1/orders', { headers: { authorization: 'Bearer x' } })
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain(secret)
  })
})

describe("the client's address", () => {
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 7.7.7.7', 'x-real-ip': '8.8.8.8' }
  test('is that of the connection without a trusted proxy, for any headers', async () => {
    const { fetch, asked } = await open()
    await fetch('/auth/v1/token', { headers: forwarded })
    expect(asked.gateway[0]?.address).toBe('127.0.0.1')
  })
  test('is the one appended by the trusted proxy, or that of the connection without a header', async () => {
    const { fetch, asked } = await open({ trustProxy: { header: 'x-forwarded-for', hops: 1 } })
    await fetch('/auth/v1/token', { headers: forwarded })
    await fetch('/auth/v1/token', { headers: { 'x-forwarded-for': ['1.1.1.1', '2.2.2.2'] } })
    await fetch('/auth/v1/token', { headers: { 'x-forwarded-for': '' } })
    await fetch('/auth/v1/token')
    expect(asked.gateway.map(({ address }) => address)).toEqual(['7.7.7.7', '2.2.2.2', '127.0.0.1', '127.0.0.1'])
  })
  test('is as many addresses from the end as there are trusted proxies, whatever the client sent before', async () => {
    const { fetch, asked } = await open({ trustProxy: { header: 'x-forwarded-for', hops: 2 } })
    for (const chain of ['6.6.6.6, 7.7.7.7, 10.0.0.2', '7.7.7.7,10.0.0.2', '7.7.7.7', ' , ,'])
      await fetch('/auth/v1/token', { headers: { 'x-forwarded-for': chain } })
    await fetch('/auth/v1/token', { headers: { 'x-forwarded-for': ['6.6.6.6', '7.7.7.7, 10.0.0.2'] } })
    expect(asked.gateway.map(({ address }) => address)).toEqual(['7.7.7.7', '7.7.7.7', '7.7.7.7', '127.0.0.1', '7.7.7.7'])
  })
  test('is read from the configured header only', async () => {
    const { fetch, asked } = await open({ trustProxy: { header: 'x-real-ip', hops: 1 } })
    await fetch('/auth/v1/token', { headers: forwarded })
    expect(asked.gateway[0]?.address).toBe('8.8.8.8')
  })
})

describe('URLs', () => {
  test('of another host are treated as paths of this one, and invalid ones are refused', async () => {
    const { fetch, asked } = await open()
    await fetch('//evil.example/products')
    expect(asked.pages.some((url) => new URL(url).hostname === 'evil.example')).toBe(false)
    expect((await fetch('http://evil.example/products')).status).toBe(400)
    expect((await fetch('*', { method: 'OPTIONS' })).status).toBe(400)
  })

  test('of the backend are routed there with every method, all others to the pages', async () => {
    const { fetch, asked } = await open()
    for (const path of ['/rest/v1/orders', '/auth/v1/user', '/storage/v1/bucket', '/functions/v1/place-order', '/realtime/v1/websocket'])
      await fetch(path, { method: 'POST', body: '' })
    expect(asked.gateway).toHaveLength(5)
    await fetch('/restful')
    expect(asked.pages).toHaveLength(1)
  })

  test('of the checks say whether the process is alive, takes requests, and can do everything', async () => {
    const { fetch } = await open()
    for (const path of ['/health', '/serves', '/ready'])
      expect(await fetch(path)).toMatchObject({ status: 200, text: '{"status":"ok"}', headers: { 'cache-control': 'no-store' } })
    const away = await open({ database: gone })
    expect([(await away.fetch('/health')).status, (await away.fetch('/serves')).status]).toEqual([200, 200])
    expect(await away.fetch('/ready')).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
  })

  test('of load balancers go elsewhere once the process is about to end, while it is still alive', async () => {
    const { fetch } = await open({ isDraining: () => true })
    for (const path of ['/serves', '/ready'])
      expect(await fetch(path)).toMatchObject({
        status: 503,
        text: '{"status":"the server is closing"}',
        headers: { 'retry-after': '5', 'cache-control': 'no-store' },
      })
    expect((await fetch('/health')).status).toBe(200)
  })

  test('to be ready wait for the Supabase project too, and a page that failed without it is asked for again', async () => {
    const awayServices = async (): Promise<string[]> => ['auth', 'rest']
    const { fetch } = await open({ awayServices, page: () => new Response('sorry', { status: 500, headers: { 'content-type': 'text/html' } }) })
    expect(await fetch('/ready')).toMatchObject({
      status: 503,
      text: '{"status":"the Supabase project does not answer: auth, rest"}',
      headers: { 'retry-after': '5' },
    })
    expect(await fetch('/products')).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect((await fetch('/health')).status).toBe(200)
    const back = await open({ awayServices: async () => [] })
    expect((await back.fetch('/ready')).status).toBe(200)
  })

  test('of built files take precedence', async () => {
    const file = { status: 200, headers: { 'content-type': 'text/javascript' }, body: Buffer.from('1') }
    const { fetch, asked } = await open({ files: { find: (pathname) => (pathname === '/assets/a.js' ? file : undefined) } })
    expect((await fetch('/assets/a.js?v=1')).text).toBe('1')
    expect((await fetch('/assets/a.js', { method: 'HEAD' })).headers['content-length']).toBe('1')
    expect(asked.pages).toEqual([])
  })
})
