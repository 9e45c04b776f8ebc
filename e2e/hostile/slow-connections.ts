/** Connections that send a little and stop, or are cut in the middle: each occupies a connection as long as the shop allows it. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from './random.ts'

const BEGINNINGS = [
  'GET /products HTTP/1.1\r\nhost: localhost\r\n',
  'G',
  'POST /rest/v1/rpc/suggest_products HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":',
  'POST /functions/v1/report-log HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab',
  'PUT /storage/v1/object/product_images/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9000000\r\n\r\n',
  'GET /realtime/v1/websocket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n',
]

/** Keeps `count` connections open until `signal` and reopens those that the shop closes. Resolves to the number of connections opened. */
export async function slowConnections(port: number, count: number, signal: AbortSignal): Promise<number> {
  const random = seeded(7)
  let opened = 0
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      opened += 1
      const socket: Socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(random.pick(BEGINNINGS))
      const turns = 1 + random.int(20)
      for (let turn = 0; turn < turns && !signal.aborted && !socket.destroyed; turn += 1) {
        await sleep(200 + random.int(800))
        if (!socket.destroyed) socket.write('x')
      }
      if (random.chance(0.5)) socket.resetAndDestroy()
      else socket.destroy()
      await sleep(50)
    }
  }
  await Promise.all(Array.from({ length: count }, one))
  return opened
}
