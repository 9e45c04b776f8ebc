/** Downloads from a real server on this machine, which the tests allow and the shop does not. */
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostLocator } from '../network/host-locator.ts'
import { download, MOST_BYTES } from './download.ts'

const pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/a.jpg': (_, response) => response.end('a picture'),
  '/gone': (_, response) => response.writeHead(404).end(),
  '/private': (_, response) => response.writeHead(403).end(),
  '/busy': (_, response) => response.writeHead(503).end(),
  '/moved': (_, response) => response.writeHead(301, { location: '/a.jpg' }).end(),
  '/circle': (_, response) => response.writeHead(302, { location: '/circle' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://inner.example/' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/declared': (_, response) => response.writeHead(200, { 'content-length': String(MOST_BYTES + 1) }).write('x'),
  '/endless': (_, response) => {
    const chunk = Buffer.alloc(1024 * 1024)
    const more = (): void => void (response.destroyed || response.write(chunk, more))
    more()
  },
  '/never': () => undefined,
}
let server: Server
let origin: string
beforeAll(async () => {
  server = createServer((request, response) => (pages[request.url ?? ''] ?? pages['/gone'])?.(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://shop-pictures.example:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const locate = async (host: string) => (host === 'inner.example' ? null : '127.0.0.1')
const get = (path: string, signal = new AbortController().signal) => download(`${origin}${path}`, { locate, anyPort: true }, signal)

describe('a download', () => {
  test('goes to the address that was checked, and follows a move', async () => {
    for (const path of ['/a.jpg', '/moved']) {
      const answer = await get(path)
      expect(answer.ok && Buffer.from(answer.bytes).toString()).toBe('a picture')
    }
  })
  test.each([
    ['/gone', 'NOT_FOUND', false],
    ['/private', 'FORBIDDEN', false],
    ['/busy', 'UNREACHABLE', true],
    ['/circle', 'UNREACHABLE', false],
    ['/declared', 'TOO_LARGE', false],
    ['/endless', 'TOO_LARGE', false],
    ['/file', 'ADDRESS', false],
  ])('of %s fails: %s', async (path, failure, again) => expect(await get(path)).toEqual({ ok: false, failure, again }))

  test('is refused where a redirect leads inside', async () => expect(await get('/inside')).toEqual({ ok: false, failure: 'INNER', again: false }))

  test('ends with the server', async () => {
    const closing = new AbortController()
    const answer = get('/never', closing.signal)
    closing.abort()
    expect(await answer).toEqual({ ok: false, failure: 'UNREACHABLE', again: true })
  })

  test.each(['http://127.0.0.1/a.jpg', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data', 'http://2130706433/', 'http://0x7f.1/'])(
    'of %s is refused by the shop',
    async (address) => expect(await download(address, { locate: hostLocator(false) }, new AbortController().signal)).toMatchObject({ failure: 'INNER' }),
  )
  test.each(['ftp://a.example/', 'http://user:word@a.example/', 'https://a.example:8443/', 'nothing'])('of %s is no address', async (address) =>
    expect(await download(address, { locate }, new AbortController().signal)).toMatchObject({ failure: 'ADDRESS' }),
  )
})
