import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { cacheKey, changesPublicReads } from './cache-policy.ts'

const keys = { publishable: 'sb_publishable_x', anon: 'anon.jwt' }
const visitor = { apikey: keys.publishable }

const keyOf = (url: string, headers: Record<string, string> = {}, method = 'GET', phone = false): string | undefined =>
  cacheKey({ url, method, headers } as unknown as IncomingMessage, phone, keys)

describe('cached for visitors', () => {
  test.each([
    '/',
    '/products',
    '/products?category=Makeup&page=2',
    '/products/rose-cream/123',
    '/category/1',
    '/about',
    '/no-such-page',
    '/products/%E0%A4%A8%E0%A5%82%E0%A4%B0/1',
  ])('the page %s', (url) => {
    expect(keyOf(url)).toBe(`page wide ${url}`)
    expect(keyOf(url, {}, 'GET', true)).toBe(`page phone ${url}`)
  })

  test.each(['/_.data', '/_root.data', '/products.data', '/products.data?page=2&_routes=routes%2Fproducts', '/products/rose-cream/123.data'])(
    "the data of a public page, as React Router's single fetch asks for it: %s",
    (url) => {
      expect(keyOf(url)).toBeDefined()
    },
  )

  test('a read of the catalogue with the visitors’ key in any header', () => {
    const url = '/rest/v1/products?select=*,categories(name)&order=name&limit=12'
    expect(keyOf(url, visitor)).toBeDefined()
    for (const headers of [
      { apikey: keys.anon },
      { ...visitor, authorization: `Bearer ${keys.publishable}` },
      { ...visitor, authorization: `bearer ${keys.anon}` },
    ])
      expect(keyOf(url, headers)).toBe(keyOf(url, visitor))
    for (const table of [
      'product_images',
      'product_families',
      'product_family_values',
      'categories',
      'banner_images',
      'own_pages',
      'settings',
      'order_steps',
      'rpc/list_products',
      'rpc/product_facets',
      'rpc/search_products',
      'rpc/suggest_products',
    ])
      expect(keyOf(`/rest/v1/${table}?select=*`, visitor), table).toBeDefined()
  })

  test('the same URL with other headers has another cache key', () => {
    const url = '/rest/v1/products?select=id'
    const shapes: Record<string, string>[] = [{}, { accept: 'text/csv' }, { prefer: 'count=exact' }, { range: '0-9' }, { 'accept-profile': 'public' }]
    expect(new Set(shapes.map((shape) => keyOf(url, { ...visitor, ...shape }))).size).toBe(shapes.length)
  })

  test('the origin that a request names changes nothing', () => {
    const url = '/rest/v1/products?select=id'
    expect(keyOf(url, { ...visitor, origin: 'https://a.example' })).toBe(keyOf(url, visitor))
  })

  test('HEAD of a page uses the cached page, HEAD of a REST read does not', () => {
    expect(keyOf('/products', {}, 'HEAD')).toBe(keyOf('/products'))
    expect(keyOf('/rest/v1/products', visitor, 'HEAD')).toBeUndefined()
  })
})

describe('never cached', () => {
  test.each([
    ['no key', {}],
    ['an empty key', { apikey: '' }],
    ["a customer's token", { ...visitor, authorization: 'Bearer eyJ.customer.token' }],
    ['the secret key', { apikey: 'sb_secret_x' }],
    ['the secret key together with the public one', { ...visitor, authorization: 'Bearer sb_secret_x' }],
    ['two keys', { apikey: `${keys.publishable},sb_secret_x` }],
    ['another scheme', { ...visitor, authorization: `Basic ${keys.publishable}` }],
  ])('a read with %s', (_what, headers) => {
    expect(keyOf('/rest/v1/products?select=*', headers)).toBeUndefined()
  })

  test.each([
    'cart_items',
    'orders',
    'order_items',
    'profiles',
    'addresses',
    'notifications',
    'order_status_history',
    'payments',
    'rpc/has_role',
    'products_secret',
    'products/',
    '',
  ])('the rows of /rest/v1/%s', (table) => {
    expect(keyOf(`/rest/v1/${table}`, visitor)).toBeUndefined()
    expect(keyOf(`/rest/v1/${table}?select=*`, visitor)).toBeUndefined()
  })

  test.each([
    '/auth/v1/user',
    '/auth/v1/verify?token=1',
    '/storage/v1/object/public/product_images/a.webp',
    '/functions/v1/place-order',
    '/realtime/v1/websocket',
    '/rest/v1',
    '/health',
    '/ready',
  ])('the backend at %s', (url) => {
    expect(keyOf(url)).toBeUndefined()
    expect(keyOf(url, visitor)).toBeUndefined()
  })

  test.each([
    '/cart',
    '/checkout',
    '/dashboard',
    '/profile',
    '/my-orders',
    '/orders',
    '/wishlist',
    '/notifications',
    '/order-confirmation/1',
    '/invoice/1',
    '/admin',
    '/admin/orders',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
  ])('the screen %s and its data', (url) => {
    for (const form of [
      url,
      `${url}/`,
      `${url}?x=1`,
      `${url}.data`,
      `${url}.data?_routes=x`,
      url.toUpperCase(),
      url.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ])
      expect(keyOf(form), form).toBeUndefined()
  })

  test('a page requested with credentials', () => {
    expect(keyOf('/products', { authorization: 'Bearer eyJ.customer.token' })).toBeUndefined()
    expect(keyOf('/products', visitor)).toBeUndefined()
  })

  test('anything but GET and HEAD, and requests with no-cache', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) expect(keyOf('/products', {}, method), method).toBeUndefined()
    expect(keyOf('/products', { 'cache-control': 'no-cache' })).toBeUndefined()
  })
})

test.each([
  '/a/../rest/v1/orders?select=*',
  '/a/%2e%2e/rest/v1/orders',
  '/./rest/v1/orders',
  '/rest\\v1\\orders',
  '/%72est/v1/orders',
  '/rest%2Fv1%2Forders',
  '/REST/v1/orders',
  '//rest/v1/orders',
  '/\\rest/v1/orders',
  '/rest//v1/orders',
  '/rest/v1/products/../orders',
  '/rest/v1/products%2F..%2Forders',
  '/rest/v1/%70roducts',
  '/a/../dashboard',
  '/products/..%5cdashboard',
  '/%5cevil',
  '//evil.example/products',
  'http://evil.example/products',
  '*',
  '',
  '/%',
  '/%ff',
  '/%00',
  '/products#x',
  '/a b',
  `/products?q=${'x'.repeat(2000)}`,
])('a URL that is not normalised is never cached: %s', (url) => {
  for (const headers of [{}, visitor, { ...visitor, authorization: 'Bearer eyJ.customer.token' }]) expect(keyOf(url, headers)).toBeUndefined()
})

const mayWrite = (call: string): boolean => call !== 'suggest_products'

test('changes of the catalogue clear the cache, reads and orders do not', () => {
  for (const [method, url] of [
    ['POST', '/rest/v1/products'],
    ['PATCH', '/rest/v1/settings?id=eq.1'],
    ['DELETE', '/rest/v1/categories?id=eq.1'],
    ['POST', '/rest/v1/rpc/anything'],
  ] as const)
    expect(changesPublicReads(method, url, mayWrite), url).toBe(true)
  for (const [method, url] of [
    ['GET', '/rest/v1/products'],
    ['HEAD', '/rest/v1/products'],
    ['OPTIONS', '/rest/v1/products'],
    ['POST', '/rest/v1/cart_items'],
    ['POST', '/auth/v1/token'],
    ['POST', '/functions/v1/generate-pdf'],
    ['POST', '/functions/v1/place-order'],
    ['POST', '/rest/v1/rpc/suggest_products?select=name'],
    ['POST', '/rest/v1/rpc/add_to_cart'],
  ] as const)
    expect(changesPublicReads(method, url, mayWrite), url).toBe(false)
})
