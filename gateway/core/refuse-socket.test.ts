import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { refuseSocket } from './refuse-socket.ts'

test('the connection of a refused upgrade ends, although the client keeps its own end open', async () => {
  const server = createServer().on('upgrade', (_, socket) => refuseSocket(socket, 401, 'Unknown key'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nhost: shop\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n')
  let answer = ''
  client.on('data', (bytes) => (answer += String(bytes)))
  await once(client, 'end')
  expect(answer).toMatch(/^HTTP\/1.1 401 Unauthorized\r\n[^]*\r\n\r\n\{"code":"401","message":"Unknown key"\}$/)
  const connections = (): Promise<number> => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  await new Promise((resolve) => server.close(resolve))
  client.destroy()
})

test('a client that does not take the answer is disconnected', () => {
  vi.useFakeTimers()
  try {
    const socket = new Duplex({ read: () => undefined, write: () => undefined })
    refuseSocket(socket, 503, 'The server is restarting')
    vi.advanceTimersByTime(4000)
    expect(socket.destroyed).toBe(false)
    vi.advanceTimersByTime(2000)
    expect(socket.destroyed).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
