import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LONG, open, PUBLIC, visitor } from '../testing/http-server.ts'

describe('the response cache', () => {
  test('renders a public page once, until the catalogue changes', async () => {
    const { fetch, asked, cache } = await open()
    const first = await fetch('/products?page=2')
    const second = await fetch('/products?page=2')
    expect(first).toMatchObject({ status: 200, text: LONG })
    expect(second).toMatchObject({ status: 200, text: LONG })
    const own = { date: '', 'x-request-id': '' }
    expect({ ...second.headers, ...own }).toEqual({ ...first.headers, ...own })
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(asked.pages).toEqual(['https://shop.example/products?page=2'])
    cache.clear()
    await fetch('/products?page=2')
    expect(asked.pages).toHaveLength(2)
  })

  test('has separate pages for phones and wide screens', async () => {
    const { fetch, asked } = await open({ page: (_request, phone) => new Response(phone ? 'six' : 'twelve', { headers: PUBLIC }) })
    const iphone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148' }
    for (let round = 0; round < 2; round += 1) {
      expect((await fetch('/products')).text).toBe('twelve')
      expect((await fetch('/products', { headers: iphone })).text).toBe('six')
      expect((await fetch('/products', { headers: { 'sec-ch-ua-mobile': '?1' } })).text).toBe('six')
    }
    expect(asked.pages).toHaveLength(2)
  })

  test('survives a write that changes nothing; one that does clears it before the response to the writer', async () => {
    let changed = false
    const { fetch, asked, cache } = await open({
      caughtUp: async () => {
        if (changed) cache.clear() // as the database's notification does
        return true
      },
    })
    const write = (): Promise<unknown> => fetch('/rest/v1/products?id=eq.1', { method: 'PATCH', headers: visitor, body: '{}' })
    await fetch('/products')
    for (let round = 0; round < 3; round += 1) await write()
    await fetch('/products')
    expect(asked.pages).toHaveLength(1)
    changed = true
    await write()
    await fetch('/products')
    expect(asked.pages).toHaveLength(2)
  })

  test('is cleared by every write while notifications are not received', async () => {
    const { fetch, asked } = await open({ caughtUp: () => Promise.resolve(false) })
    await fetch('/products')
    await fetch('/rest/v1/products?id=eq.1', { method: 'PATCH', headers: visitor, body: '{}' })
    await fetch('/products')
    expect(asked.pages).toHaveLength(2)
  })

  test('stores a visitor’s read of the catalogue, never a customer’s', async () => {
    const { fetch, asked } = await open()
    for (let round = 0; round < 3; round += 1) await fetch('/rest/v1/products?select=*', { headers: visitor })
    expect(asked.gateway).toHaveLength(1)
    for (let round = 0; round < 3; round += 1)
      await fetch('/rest/v1/products?select=*', { headers: { ...visitor, authorization: 'Bearer eyJ.customer.token' } })
    expect(asked.gateway).toHaveLength(4)
  })

  test('cannot be poisoned by a URL that is not normalised', async () => {
    const { fetch } = await open({ backend: (request) => Response.json({ whose: request.headers.get('authorization') }) })
    for (const path of ['/a/../rest/v1/orders', '/%72est/v1/orders', '/rest\\v1\\orders', '/rest/v1/products/../orders']) {
      await fetch(path, { headers: { ...visitor, authorization: 'Bearer eyJ.customer.token' } })
      expect((await fetch(path, { headers: visitor })).text, path).not.toContain('customer')
      expect((await fetch(path)).text, path).not.toContain('customer')
    }
  })

  test('never serves a customer’s response to a visitor, for any URL', async () => {
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
  ])('does not store a page that %s', async (_what, init) => {
    const { fetch, asked } = await open({ page: () => new Response('page', init) })
    expect(await fetch('/products')).toMatchObject({ status: init.status, text: 'page' })
    expect(await fetch('/products')).toMatchObject({ status: init.status, text: 'page' })
    expect(asked.pages).toHaveLength(2)
  })

  test('does not store a refused read', async () => {
    const { fetch, asked } = await open({ backend: () => Response.json({ code: '42501' }, { status: 401 }) })
    for (let round = 0; round < 2; round += 1) expect((await fetch('/rest/v1/products', { headers: visitor })).status).toBe(401)
    expect(asked.gateway).toHaveLength(2)
  })

  test('does not store a page begun before a change', async () => {
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
    expect((await early).text).toBe('render 2') // the newer one is ready
    expect((await fetch('/products')).text).toBe('render 2')
    expect(asked.pages).toHaveLength(2)
  })

  test('concurrent requests for the same page share one rendering', async () => {
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

  test('is cleared by a successful write before its response, but not by a refused one', async () => {
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

  test('a page without cache-control is sent with no-cache', async () => {
    const { fetch } = await open({ page: () => new Response('page') })
    expect((await fetch('/cart')).headers['cache-control']).toBe('no-cache')
  })
})
