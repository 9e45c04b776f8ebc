import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress, encodingOf, variedByEncoding, worthCompressing } from './compression.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['*', 'identity'],
  ['deflate', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0.5', 'gzip'],
  ['br;q=0.001', 'br'],
  ['gzip;q=0', 'identity'],
  ['abr, xgzip', 'identity'],
  ['gzip;q=1.0, br ; q=0', 'gzip'],
] as const)('of "%s" the best is %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding)
})

test('a compressed body decompresses to the original', () => {
  const body = Buffer.from('शृंगार '.repeat(300))
  expect(brotliDecompressSync(compress(body, 'br', 6))).toEqual(body)
  expect(gunzipSync(compress(body, 'gzip', 11))).toEqual(body)
  expect(compress(body, 'identity', 6)).toBe(body)
  expect(compress(body, 'br', 3).length).toBeLessThan(body.length / 10)
})

test('text of some length is compressed, images and short responses are not', () => {
  for (const type of ['text/html; charset=utf-8', 'application/json', 'application/vnd.pgrst.object+json', 'image/svg+xml', 'text/x-script'])
    expect(worthCompressing(type, 5000), type).toBe(true)
  for (const type of ['image/avif', 'application/pdf', 'font/woff2', 'application/octet-stream', undefined])
    expect(worthCompressing(type, 5000), type).toBe(false)
  expect(worthCompressing('text/html', 300)).toBe(false)
})

test('vary names accept-encoding exactly once', () => {
  expect(variedByEncoding(undefined)).toBe('accept-encoding')
  expect(variedByEncoding('User-Agent')).toBe('User-Agent, accept-encoding')
  expect(variedByEncoding('Origin, Accept-Encoding')).toBe('Origin, Accept-Encoding')
  expect(variedByEncoding('*')).toBe('*')
})
