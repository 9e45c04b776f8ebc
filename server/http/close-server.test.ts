import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { closeWith } from './close-server.ts'

async function open(server: Server, finish?: number) {
  const closeSockets = vi.fn(async () => undefined)
  const close = closeWith(server, closeSockets, finish)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { close, closeSockets, port: (server.address() as AddressInfo).port }
}

test('an upgrade that is never ended does not keep the server open', async () => {
  const server = createServer()
  const upgraded = once(
    server.on('upgrade', () => undefined),
    'upgrade',
  )
  const { close, closeSockets, port } = await open(server, 100)
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nhost: shop\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n')
  await upgraded
  await close()
  expect(closeSockets).toHaveBeenCalledOnce()
  client.destroy()
})

test('a request that is being answered is finished', async () => {
  const asked: (() => void)[] = []
  const { close, port } = await open(createServer((_, response) => void asked.push(() => response.end('done'))))
  const answered = once(get({ port, host: '127.0.0.1', agent: false }), 'response')
  await expect.poll(() => asked.length).toBe(1)
  const closed = close()
  asked[0]?.()
  const [answer] = (await answered) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
  await closed
})
