/** Closes an HTTP server together with the connections that Node itself does not close. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds for the requests that are being answered when the shop closes. */
const FINISH = 10_000

/**
 * Call it before the server listens. The returned function resolves when every connection has ended.
 * @param closeSockets closes WebSockets, which server.close() waits for but never closes
 */
export function closeWith(server: Server, closeSockets: () => Promise<void>, finish = FINISH): () => Promise<void> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return async () => {
    server.closeIdleConnections()
    const closed = new Promise((resolve) => server.close(resolve))
    await closeSockets()
    const timeout = setTimeout(() => {
      // Not closeAllConnections(): it forgets the connections of upgrades, which may be refused or still wait for their answer.
      for (const socket of connections) socket.destroy()
    }, finish)
    await closed
    clearTimeout(timeout)
  }
}
