import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openForwarding, type Forwarding } from '../testing/upstream.ts'

const PATH = '/realtime/v1/websocket?apikey=sb_publishable_test&vsn=2.0.0'

/** A server in front of the gateway, as the shop's own. */
async function front({ gateway }: Forwarding, remoteAddress = ''): Promise<string> {
  const server = createServer()
  server.on('upgrade', (request, socket, head) => gateway.upgrade(request, socket, head, { remoteAddress }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function statusOf(socket: WebSocket): Promise<number | undefined> {
  socket.on('error', () => undefined)
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }]
  return answer.statusCode
}

test('messages pass both ways, with the client’s address and nothing that it invented', async () => {
  const forwarding = await openForwarding(() => undefined)
  const echo = new WebSocketServer({ server: forwarding.server })
  let handshake: { url: string | undefined; headers: IncomingHttpHeaders } | undefined
  echo.on('connection', (socket, { url, headers }) => {
    handshake = { url, headers }
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  const headers = { 'x-forwarded-for': '10.0.0.1', cookie: 'preview=1', origin: 'https://shop.example' }
  const socket = new WebSocket((await front(forwarding, '203.0.113.9')) + PATH, { headers })
  await once(socket, 'open')
  expect(handshake?.url).toBe(PATH)
  expect([handshake?.headers['x-forwarded-for'], handshake?.headers.cookie]).toEqual(['203.0.113.9', undefined])
  for (const message of ['["1","1","phoenix","heartbeat",{}]', Buffer.alloc(100_000, 7)]) {
    const answered = once(socket, 'message')
    socket.send(message)
    expect(Buffer.from(((await answered) as [Buffer])[0])).toEqual(Buffer.from(message))
  }
  // The end of one side is the end of the other.
  const [left] = echo.clients
  const ended = once(left as WebSocket, 'close')
  socket.terminate()
  await ended
})

test('a project that is away is a 503, and one that refuses is heard', async () => {
  const forwarding = await openForwarding((_, response) => response.writeHead(426).end())
  const url = await front(forwarding)
  forwarding.server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n'))
  expect(await statusOf(new WebSocket(url + PATH))).toBe(401)
  forwarding.server.removeAllListeners('upgrade')
  forwarding.server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'))
  expect(await statusOf(new WebSocket(url + PATH))).toBe(503)
  forwarding.server.closeAllConnections()
  forwarding.server.close()
  expect(await statusOf(new WebSocket(url + PATH))).toBe(503)
})

test('a secret key from a browser, another path and too many sockets of a network are refused here', async () => {
  const forwarding = await openForwarding(() => undefined)
  const upstream = new WebSocketServer({ server: forwarding.server })
  const url = await front(forwarding, '203.0.113.9')
  const secret = PATH.replace('publishable', 'secret')
  expect(await statusOf(new WebSocket(url + secret, { headers: { 'user-agent': 'Mozilla/5.0' } }))).toBe(401)
  expect(await statusOf(new WebSocket(`${url}/realtime/v1/other`))).toBe(404)
  const sockets = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = new WebSocket(url + PATH)
      await once(socket, 'open')
      return socket
    }),
  )
  expect(await statusOf(new WebSocket(url + PATH))).toBe(429)
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
  await forwarding.gateway.closeSockets()
  await closed
  await expect.poll(() => upstream.clients.size).toBe(0)
})
