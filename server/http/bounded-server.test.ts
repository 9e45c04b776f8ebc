import { EventEmitter, once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Server } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { requestId } from '#postgres/request-context.ts'
import { createBoundedServer, setHeaders } from './bounded-server.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function open(options: Partial<Parameters<typeof createBoundedServer>[0]> = {}): Promise<number> {
  server = createBoundedServer({
    listener(request, response, common) {
      setHeaders(response, common)
      request.on('end', () => response.end('whole')).resume()
    },
    upgrade: (_request, socket) => socket.destroy(),
    isUpgrade: () => false,
    direct: true,
    log: () => undefined,
    ...options,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Sends the pieces with a pause before each and returns everything received until the connection ended. */
async function send(port: number, pieces: string[], pause: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => (heard += String(chunk)))
  socket.on('error', () => undefined)
  // Not `once`, which rejects when the server ends the connection with a reset.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const piece of pieces) {
    if (!socket.writable || heard) break
    socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  await closed
  return heard
}

const timeouts = { headers: 150, request: 300, checkEvery: 20 }

test('headers that arrive too slowly are a 408', async () => {
  const port = await open({ timeouts })
  expect(await send(port, ['GET / HTTP/1.1\r\n', ...Array.from({ length: 20 }, () => 'x-a: 1\r\n')], 50)).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body that arrives too slowly is a 408, and one in time is read', async () => {
  const port = await open({ timeouts })
  const head = 'POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 20\r\nconnection: close\r\n\r\n'
  expect(await send(port, [head, ...Array.from({ length: 20 }, () => 'x')], 50)).toMatch(/^HTTP\/1\.1 408 /)
  server?.close()
  // With the default timeouts, because on a busy machine even this request takes longer than `timeouts`.
  expect(await send(await open(), [head, 'x'.repeat(20)], 10)).toMatch(/^HTTP\/1\.1 200 /)
})

test('connections are limited per network, and a closed one can be replaced', async () => {
  await open({ connectionsPerNetwork: 2 })
  const from = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn<() => void>() })
  const arrive = (address: string) => {
    const socket = from(address)
    // Only the counter: Node's own listener needs a real socket.
    for (const listener of server?.listeners('connection').slice(1) ?? []) (listener as (socket: Socket) => void)(socket as unknown as Socket)
    return socket
  }
  const [first, second, third] = [arrive('2001:db8::1'), arrive('2001:db8::2'), arrive('2001:db8::3')]
  expect([first, second, third].map(({ destroy }) => destroy.mock.calls.length)).toEqual([0, 0, 1])
  expect(arrive('198.51.100.7').destroy).not.toHaveBeenCalled()
  for (let count = 0; count < 5; count += 1) expect(arrive('127.0.0.1').destroy).not.toHaveBeenCalled()
  first?.emit('close')
  expect(arrive('2001:db8::4').destroy).not.toHaveBeenCalled()
  expect(arrive('2001:db8::5').destroy).toHaveBeenCalled()
})

test('a connection that cannot be accepted is logged, and the server keeps running', async () => {
  const log = vi.fn()
  const port = await open({ log })
  server?.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  expect(log).toHaveBeenCalledWith('error', 'http: Failed to accept a connection', expect.any(Error))
  expect(await send(port, ['GET / HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n'], 1)).toMatch(/^HTTP\/1\.1 200 /)
})

test('each answer has the id of its request, also a refusal, and what the listener does runs in its name', async () => {
  const heard: (string | undefined)[] = []
  const port = await open({
    listener(request, response, common) {
      if (request.url === '/broken') throw new Error('broken')
      heard.push(requestId())
      response.writeHead(200, [...common]).end('whole')
    },
  })
  const ask = (path: string, id = 'of-a-client') => send(port, [`GET ${path} HTTP/1.1\r\nhost: shop\r\nx-request-id: ${id}\r\nconnection: close\r\n\r\n`], 10)
  const idOf = (answer: string) => /\r\nx-request-id: ([^\r]+)\r\n/i.exec(answer)?.[1]
  const [first, second, refused] = [idOf(await ask('/')), idOf(await ask('/')), await ask(`/${'x/'.repeat(30)}`)]
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(second).not.toBe(first)
  expect(heard).toEqual([first, second])
  expect(refused).toMatch(/^HTTP\/1\.1 414 /)
  expect(idOf(refused)).toMatch(/^[\da-f-]{36}$/)
  const broken = await ask('/broken')
  expect(broken).toMatch(/^HTTP\/1\.1 500 /)
  expect(idOf(broken)).toMatch(/^[\da-f-]{36}$/)
})

test('behind a proxy its id is kept, and each request is reported when it begins', async () => {
  const followed: string[] = []
  const port = await open({ direct: false, followers: [(_request, _response, id) => void followed.push(id)] })
  const answer = await send(port, ['GET / HTTP/1.1\r\nhost: shop\r\nx-request-id: of-the-proxy\r\nconnection: close\r\n\r\n'], 10)
  expect(answer.toLowerCase()).toContain('x-request-id: of-the-proxy')
  expect(followed).toEqual(['of-the-proxy'])
})
