import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createRequestLog, requestIdOf, routeOf, type RequestLogMode } from './request-log.ts'

describe('the id of a request', () => {
  const asks = (id: string | undefined, behindProxy: boolean) => requestIdOf({ headers: { 'x-request-id': id } } as unknown as IncomingMessage, behindProxy)
  test('is that of a proxy', () => expect(asks('0123456789abcdef-7', true)).toBe('0123456789abcdef-7'))
  test('is a new one without a proxy', () => expect(asks('0123456789abcdef-7', false)).toMatch(/^[\da-f-]{36}$/))
  test.each(['short', 'x'.repeat(65), 'a b c d e f', "12345678'; drop table", '12345678*/', 'नमस्ते-नमस्ते', ''])(
    'is a new one where the proxy lets %o through',
    (id) => expect(asks(id, true)).toMatch(/^[\da-f-]{36}$/),
  )
})

test.each([
  ['/', '/'],
  ['/products?q=meera%40example.com', '/products'],
  ['/products/rose-cream/7b1f0a52-7f1c-4a57-9f2e-3b1f0a527f1c', '/products/:text/:id'],
  ['/order-confirmation/7b1f0a52-7f1c-4a57-9f2e-3b1f0a527f1c', '/order-confirmation/:id'],
  ['/meera@example.com', '/:text'],
  ['/admin/orders/7b1f0a52-7f1c-4a57-9f2e-3b1f0a527f1c', '/admin/orders/:id'],
  ['/rest/v1/rpc/list_products?p=1', '/rest/v1/rpc/list_products'],
  ['/functions/v1/place-order', '/functions/v1/place-order'],
  ['/storage/v1/object/public/pictures/Meera Nair.jpg', '/storage/v1/object/:text/…'],
  ['/assets/app-3b1f.js', '/assets/:text'],
  [`/${'a'.repeat(5000)}`, '/:text'],
])('the route of %s is %s', (url, route) => expect(routeOf(url)).toBe(route))

/** Answers requests one after the other. */
function logged(mode: RequestLogMode, requests: { status?: number; ms?: number; /** until the client has it */ whole?: number; at?: number }[]): unknown[] {
  const lines: string[] = []
  let time = 0
  const follow = createRequestLog(
    mode,
    (line) => void lines.push(line),
    () => time,
  )
  for (const { status, ms = 5, whole = ms, at = 0 } of requests) {
    time = at
    const response = Object.assign(new EventEmitter(), { headersSent: status !== undefined, statusCode: status, writeHead: () => undefined })
    follow({ method: 'GET', url: '/cart?secret=1' } as IncomingMessage, response as unknown as ServerResponse, 'request-1')
    time = at + ms
    if (status !== undefined) response.writeHead()
    time = at + whole
    response.emit('close')
  }
  return lines.map((line) => JSON.parse(line) as unknown)
}

test('by default a line is written about what failed and what began late, not about a client that reads slowly', () => {
  const lines = logged('slow', [{ status: 200 }, { status: 404 }, { status: 503 }, { status: 200, ms: 1500, whole: 1600 }, { status: 200, whole: 60_000 }])
  expect(lines).toEqual([
    {
      time: expect.any(String),
      level: 'warn',
      message: 'request',
      request: 'request-1',
      data: { method: 'GET', route: '/cart', status: 503, ms: 5, whole_ms: 5 },
    },
    {
      time: expect.any(String),
      level: 'info',
      message: 'request',
      request: 'request-1',
      data: { method: 'GET', route: '/cart', status: 200, ms: 1500, whole_ms: 1600 },
    },
  ])
})

test('all requests get one, or none; a client that left before the answer has status 0', () => {
  expect(logged('all', [{ status: 200 }, {}])).toMatchObject([{ data: { status: 200 } }, { data: { status: 0 } }])
  expect(logged('off', [{ status: 503 }])).toEqual([])
})

test.each([
  ['all', 200],
  ['slow', 20],
] as const)('with %s, a flood writes at most %i lines a second, and how many were left out', (mode, most) => {
  const lines = logged(mode, [...Array.from({ length: 1000 }, () => ({ status: 503, at: 1000 })), { status: 500, at: 2000 }])
  expect(lines).toHaveLength(most + 2)
  expect(lines.at(-2)).toMatchObject({ message: 'requests: Lines left out', data: { count: 1000 - most } })
})
