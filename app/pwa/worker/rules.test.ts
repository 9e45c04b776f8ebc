import { expect, test } from 'vitest'
import { dataKeyOf, isGone, keyOf, mayCache, partOf } from './rules.ts'

const SHOP = 'https://shop.example'
const ask = (path: string, more: { method?: string; mode?: string; headers?: Record<string, string> } = {}) =>
  partOf({ method: more.method ?? 'GET', mode: more.mode ?? 'navigate', url: new URL(path, SHOP).href, headers: new Headers(more.headers) }, SHOP)

test.each([
  ['/', 'page'],
  ['/products?q=oil&page=2', 'page'],
  ['/my-orders', 'page'],
  ['/_.data', 'data'],
  ['/products.data?_routes=x', 'data'],
  ['/products/kajal/1.data', 'data'],
  ['/assets/shell-abc.js', 'asset'],
  ['/storage/v1/render/image/public/products/a.jpg?width=320', 'picture'],
  ['/__manifest?paths=%2Fcart', 'routes'],
])('%s is a %s', (path, part) => expect(ask(path)).toBe(part))

test.each([
  '/rest/v1/orders?select=*',
  '/auth/v1/user',
  '/functions/v1/generate-pdf',
  '/realtime/v1/websocket',
  '/storage/v1/object/sign/invoices/1.pdf?token=x',
  '/storage/v1/object/authenticated/invoices/1.pdf',
  '/health',
  '/ready',
  '/my-orders.data',
  '/invoice/1.data',
  '/checkout.data',
  '/admin/orders.data',
  'https://elsewhere.example/assets/a.js',
])('the worker does not handle %s, and a page opened there is requested once', (path) => {
  expect(ask(path, { mode: 'cors' })).toBeNull()
  expect(ask(path)).toBe(path.startsWith('/') ? 'live' : null)
})

test('no writes, partial responses or requests with a token', () => {
  expect(ask('/products', { method: 'POST' })).toBeNull()
  expect(ask('/auth/v1/verify', { method: 'POST' })).toBeNull()
  expect(ask('/pictures/welcome.webp', { headers: { range: 'bytes=0-9' } })).toBeNull()
  expect(ask('/storage/v1/object/public/products/a.jpg', { headers: { authorization: 'Bearer x' } })).toBeNull()
})

test('the requested loaders do not change the cache key', () => {
  expect(keyOf(`${SHOP}/products.data?page=2&_routes=a%2Cb`)).toBe('/products.data?page=2')
  expect(dataKeyOf('/')).toBe('/_.data')
  expect(dataKeyOf('/products?q=oil')).toBe('/products.data?q=oil')
})

const answer = (more: Partial<Parameters<typeof mayCache>[0]> = {}, control = 'public, max-age=0') => ({
  status: 200,
  type: 'basic',
  redirected: false,
  headers: new Headers({ 'cache-control': control }),
  ...more,
})

test('a complete public response is cached', () => expect(mayCache(answer())).toBe(true))

test.each([
  ['a part', answer({ status: 206 })],
  ['a failure', answer({ status: 500 })],
  ['a redirect that was followed', answer({ redirected: true })],
  ['a redirect that was not', answer({ type: 'opaqueredirect', status: 0 })],
  ['another origin’s, that nobody can look into', answer({ type: 'opaque', status: 0 })],
  ['what its sender calls private', answer({}, 'private')],
  ['what its sender wants kept nowhere', answer({}, 'no-store')],
])('%s is not', (_what, refused) => expect(mayCache(refused)).toBe(false))

test('what is gone leaves; what fails for now stays', () => expect([404, 410, 500, 503].map(isGone)).toEqual([true, true, false, false]))
