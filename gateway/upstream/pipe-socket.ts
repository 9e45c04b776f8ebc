/**
 * Pipes a WebSocket to the project, byte for byte: the two ends speak for themselves. A proxy library would pass every header of the
 * browser on; here the handshake is made again from the few that belong to it.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { limitedNetwork } from '../core/client-network.ts'
import { refuseSocket } from '../core/refuse-socket.ts'
import { urlOfTarget } from '../core/request-url.ts'
import { isAwayStatus } from './away.ts'

export type SocketPipe = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, remoteAddress: string): void
  /** Ends all sockets, so that the HTTP server can close. */
  countSockets(): number
  closeSockets(): Promise<void>
}

export type SocketPipeOptions = {
  /** The project's address without a trailing slash. */
  url: string
  maxSockets: number
  maxSocketsPerNetwork: number
  /** Milliseconds without a byte in either direction; clients send a heartbeat every 25 s. */
  silence: number
  /** Milliseconds for the handshake. */
  timeout?: number
}

const HANDSHAKE = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol', 'sec-websocket-extensions', 'user-agent', 'authorization', 'apikey']
const ANSWER = ['upgrade', 'connection', 'sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions']

function usesSecretKey({ headers }: IncomingMessage, url: URL): boolean {
  if (!(headers['user-agent'] ?? '').startsWith('Mozilla/')) return false
  return [url.searchParams.get('apikey') ?? '', String(headers['apikey'] ?? '')].some((key) => key.startsWith('sb_secret_'))
}

function handshakeOf(from: IncomingMessage, remoteAddress: string): Record<string, string> {
  const headers: Record<string, string> = { connection: 'Upgrade', upgrade: 'websocket' }
  for (const name of HANDSHAKE) {
    const value = from.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  if (remoteAddress !== '') headers['x-forwarded-for'] = remoteAddress
  return headers
}

export function createSocketPipe({ url, maxSockets, maxSocketsPerNetwork, silence, timeout = 10_000 }: SocketPipeOptions): SocketPipe {
  /** The browsers' ends with their networks. */
  const sockets = new Map<Duplex, string | null>()

  function isFull(network: string | null): boolean {
    if (sockets.size >= maxSockets) return true
    return network !== null && [...sockets.values()].filter((other) => other === network).length >= maxSocketsPerNetwork
  }

  function join(client: Duplex, project: Duplex): void {
    let timer: NodeJS.Timeout | undefined
    const end = (): void => {
      clearTimeout(timer)
      client.destroy()
      project.destroy()
    }
    timer = setTimeout(end, silence).unref()
    for (const side of [client, project]) {
      side.on('data', () => timer?.refresh())
      side.on('error', end)
      side.on('close', end)
    }
    client.pipe(project).pipe(client)
  }

  return {
    upgrade(request, socket, head, remoteAddress) {
      socket.on('error', () => undefined)
      const target = urlOfTarget(request.url)
      if (!target) return refuseSocket(socket, 400, 'Invalid request URL')
      if (target.pathname !== '/realtime/v1/websocket') return refuseSocket(socket, 404, 'No such service')
      if (usesSecretKey(request, target)) return refuseSocket(socket, 401, 'Forbidden use of secret API key in browser')
      const network = limitedNetwork(remoteAddress)
      if (isFull(network)) return refuseSocket(socket, 429, 'Too many connections')
      sockets.set(socket, network)
      socket.on('close', () => sockets.delete(socket))

      const open = url.startsWith('https:') ? httpsRequest : httpRequest
      const opening = open(`${url}${target.pathname}${target.search}`, { headers: handshakeOf(request, remoteAddress), agent: false, timeout })
      const abandon = (): void => void opening.destroy()
      socket.on('close', abandon)
      opening.on('timeout', abandon)
      const answerAway = (): void => refuseSocket(socket, 503, 'The service does not answer: try again in a moment')
      opening.on('error', answerAway)
      opening.on('response', (answer) => {
        answer.resume()
        const status = answer.statusCode ?? 502
        if (isAwayStatus(status)) answerAway()
        else refuseSocket(socket, status, 'The WebSocket was refused')
      })
      opening.on('upgrade', (answer, project, first) => {
        socket.off('close', abandon)
        if (socket.destroyed) return void project.destroy()
        const lines = ANSWER.flatMap((name) => (typeof answer.headers[name] === 'string' ? [`${name}: ${answer.headers[name]}`] : []))
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
        if (first.length > 0) socket.write(first)
        if (head.length > 0) project.write(head)
        join(socket, project)
      })
      opening.end()
    },
    countSockets: () => sockets.size,
    async closeSockets() {
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}
