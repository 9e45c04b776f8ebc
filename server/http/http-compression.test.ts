import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LONG, open } from '../testing/http-server.ts'

describe('compression', () => {
  const long = { accept: '*/*', 'accept-encoding': 'gzip, br' }
  test('of a cached page, a live page and live rows decompresses to the same', async () => {
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

  test('skips images, ranges, short responses and encoded responses', async () => {
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

test('every page has the security headers, cached or live, and requests the phone hint', async () => {
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
