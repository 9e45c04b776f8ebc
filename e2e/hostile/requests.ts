/** One hostile request as bytes: any method, any headers, any body, well-formed HTTP or not. */
import { hostileAddress } from './addresses.ts'
import { hostileBody } from './bodies.ts'
import type { Random } from './random.ts'
import { NETWORKS, type Target } from './target.ts'

export type HostileRequest = { bytes: Buffer; method: string; what: string }

const METHODS = ['GET', 'GET', 'GET', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'QUERY']
const TYPES = [
  '*/*',
  'application/json',
  'text/csv',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.plan',
  'application/geo+json',
  'image/avif',
  'text/html',
  ',,,',
  'a/b;q=9',
]

const forgedToken = [{ alg: 'none' }, { role: 'service_role' }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')

function keyHeaders(random: Random, target: Target): string[] {
  const kind = random.int(12)
  if (kind === 0) return []
  if (kind === 1) return [`apikey: ${random.pick(['x', 'sb_secret_x', `${forgedToken}.`, 'a'.repeat(4_000)])}`]
  if (kind === 2)
    return [
      `apikey: ${target.publishableKey}`,
      `authorization: ${random.pick(['Bearer', 'Bearer x', `Bearer ${forgedToken}.`, 'Basic eDp5', `Bearer ${target.customerToken}x`])}`,
    ]
  if (kind < 6) return [`apikey: ${target.publishableKey}`, `authorization: Bearer ${target.customerToken}`]
  return [`apikey: ${target.publishableKey}`]
}

function oddHeaders(random: Random): string[] {
  const made: string[] = []
  const add = (share: number, make: () => string): void => {
    if (random.chance(share)) made.push(make())
  }
  add(0.4, () => `accept: ${random.pick(TYPES)}`)
  add(
    0.2,
    () =>
      `prefer: ${random.pick(['count=exact', 'count=planned', 'return=representation', 'return=minimal,tx=rollback', 'max-affected=0,handling=strict', 'resolution=merge-duplicates', 'x=y', ','.repeat(500)])}`,
  )
  add(0.15, () => `range: ${random.pick(['0-9', '5-1', '-5', 'bytes=0-', 'bytes=0-1,2-3,4-5', '99999999999999999999-', 'x'])}`)
  add(0.05, () => `range-unit: ${random.pick(['items', 'bytes'])}`)
  add(0.1, () => `accept-encoding: ${random.pick(['br', 'gzip', 'br;q=0, *', 'x', 'zstd, br'])}`)
  add(0.05, () => `accept-profile: ${random.pick(['public', 'private', 'auth', 'pg_catalog'])}`)
  add(0.05, () => `content-profile: ${random.pick(['public', 'private', 'auth'])}`)
  add(0.1, () => `user-agent: ${random.pick(['Mozilla/5.0 (Linux; Android 14) Mobile', 'Android'.repeat(500), '', 'curl/8'])}`)
  add(0.05, () => `origin: ${random.pick(['null', 'https://evil.example', '//'])}`)
  add(0.03, () => `cookie: ${'a=b; '.repeat(random.int(200))}`)
  add(0.03, () => `if-none-match: ${'"x",'.repeat(random.int(200))}`)
  add(0.03, () => `expect: ${random.pick(['100-continue', 'x'])}`)
  add(0.03, () => `content-encoding: ${random.pick(['gzip', 'br', 'x'])}`)
  add(0.04, () => `upgrade: ${random.pick(['h2c', 'websocket', 'x', 'TLS/1.0'])}\r\nconnection: upgrade`)
  add(0.04, () => `x-upsert: true`)
  add(0.02, () => `x-odd: ${'h'.repeat(random.pick([100, 9_000, 40_000]))}`)
  add(0.02, () => Array.from({ length: random.pick([50, 300, 1_500]) }, (_, place) => `x-${place}: 1`).join('\r\n'))
  return made
}

/** Bytes that are not quite HTTP. The shop may answer 400 or close. */
function brokenBytes(random: Random, path: string): Buffer {
  return Buffer.from(
    random.pick([
      `GET ${path} HTTP/1.1\r\n\r\n`,
      `GET ${path} HTTP/9.9\r\nhost: x\r\n\r\n`,
      `GET http://[ HTTP/1.1\r\nhost: x\r\n\r\n`,
      `GET // HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
      `GET //[ HTTP/1.1\r\nhost: [\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13\r\n\r\n`,
      `GET http://[ HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
      `GET /realtime/v1/websocket?apikey=% HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n`,
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef`,
      `POST ${path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 6\r\n\r\n0\r\n\r\n`,
      `POST ${path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffffffffff\r\nx`,
      `CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n`,
      `* * *\r\n\r\n`,
      '\u0000\u0001\u0002\r\n\r\n',
      `GET ${path} HTTP/1.1\r\nhost: a b\r\nx y: z\r\n\r\n`,
    ]),
    'latin1',
  )
}

export function hostileRequest(random: Random, target: Target): HostileRequest {
  const address = hostileAddress(random, target)
  if (random.chance(0.02)) {
    const bytes = brokenBytes(random, address.path)
    return { bytes, method: 'BROKEN', what: bytes.subarray(0, 200).toString('latin1') }
  }
  const method = random.pick(METHODS)
  const body = /^(get|head|options|trace)$/i.test(method) && random.chance(0.95) ? null : hostileBody(random, address.names)
  const lines = [
    `${method} ${address.path} HTTP/1.1`,
    `host: localhost:${target.port}`,
    `x-forwarded-for: ${random.chance(0.1) ? `${random.pick(['unknown', '127.0.0.1', "'--", '::1'])}, ` : ''}${random.pick(NETWORKS)}`,
    ...(address.json || random.chance(0.2) ? keyHeaders(random, target) : []),
    ...oddHeaders(random),
  ]
  if (!body) return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), method, what: lines.join(' ⏎ ').slice(0, 600) }
  if (body.type) lines.push(`content-type: ${body.type}`)
  const what = `${lines.join(' ⏎ ').slice(0, 600)} ⏎⏎ ${body.bytes.subarray(0, 300).toString('latin1')}`
  if (random.chance(0.2)) {
    const head = Buffer.from(`${lines.join('\r\n')}\r\ntransfer-encoding: chunked\r\n\r\n${body.bytes.length.toString(16)}\r\n`, 'latin1')
    // A chunk of length 0 already ends the body.
    const tail = body.bytes.length === 0 ? '\r\n' : '\r\n0\r\n\r\n'
    return { bytes: Buffer.concat([head, body.bytes, Buffer.from(tail)]), method, what }
  }
  return { bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\ncontent-length: ${body.bytes.length}\r\n\r\n`, 'latin1'), body.bytes]), method, what }
}
