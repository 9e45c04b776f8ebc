import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Milliseconds for a client to take the answer. */
const UNREAD = 5000

/**
 * Answers a request for a WebSocket with an error. Node keeps the sockets of its HTTP server half open and leaves those of an upgrade to
 * its handler: timeouts and closeAllConnections() do not reach them, so they have to be destroyed here.
 */
export function refuseSocket(socket: Duplex, status: number, message: string): void {
  if (socket.destroyed) return
  const body = JSON.stringify({ code: String(status), message })
  const retry = status === 503 ? 'retry-after: 5\r\n' : ''
  const unread = setTimeout(() => socket.destroy(), UNREAD)
  unread.unref()
  socket.once('close', () => clearTimeout(unread))
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json\r\n${retry}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
