import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers a request for a WebSocket with an error. */
export function refuseSocket(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ code: String(status), message })
  const retry = status === 503 ? 'retry-after: 5\r\n' : ''
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json\r\n${retry}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
