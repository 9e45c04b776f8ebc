/**
 * The HTTP server with the bounds of one connection: what a client may send, how slowly, and how many of them. Everything here is
 * refused before any other code sees the request, and no error in a listener leaves it (docs/decisions/0030-uncaught-exceptions.md).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { limitedNetwork } from '#gateway/core/client-network.ts'
import type { Log } from './log.ts'

/** Bytes of one address; a longer one is answered with 414. */
export const MAX_URL = 16 * 1024
/** Parts of a page's path. */
export const MAX_DEPTH = 20
/** Bytes of the request line and all headers together, and how many headers; beyond: 431. */
export const MAX_HEADERS = 32 * 1024
export const MAX_HEADER_COUNT = 100
/** Milliseconds for the headers, and for the whole request with its body; beyond: 408. A file of 50 MB needs 3.5 Mbit/s. */
const PATIENCE = { headers: 10_000, request: 120_000, checkEvery: 2000 }
/** Milliseconds that an unused connection stays open: longer than the proxies in front keep theirs (nginx: 60 s). */
const KEEP_ALIVE = 65_000
/** Milliseconds without a byte in either direction: a client that stops reading its answer does not hold it in memory. */
const SILENCE = 120_000
const MAX_CONNECTIONS = 8000
/** Connections of one network, where clients connect without a proxy. */
const MAX_CONNECTIONS_PER_NETWORK = 500

export const FAILED = 'The server could not answer this request. It has been logged; please try again.'
const GATEWAY_PATH = /^\/(rest|auth|storage|functions|realtime)\/v1(\/|\?|$)/

/** Answers without reading the body and ends the connection: JSON for programs, a sentence for people. */
export function refuse(request: IncomingMessage, response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  if (response.headersSent) return void response.destroy()
  const isApi = GATEWAY_PATH.test(request.url ?? '')
  const body = isApi ? JSON.stringify({ code: String(status), message, details: null, hint: null }) : message
  response.writeHead(status, {
    'content-type': isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The router matches each beginning of a path with every route, so a deep path costs the square of its depth. No page is deeper than six. */
function isTooDeep(url: string): boolean {
  return !GATEWAY_PATH.test(url) && (url.split('?', 1)[0] ?? '').split('/').length - 1 > MAX_DEPTH
}

function refusalOf({ url = '', rawHeaders }: IncomingMessage): [status: number, message: string] | null {
  if (url.length > MAX_URL) return [414, `The address is longer than ${MAX_URL} bytes.`]
  if (rawHeaders.length > 2 * MAX_HEADER_COUNT) return [431, `The request has more than ${MAX_HEADER_COUNT} headers.`]
  if (isTooDeep(url)) return [414, `The path of the address has more than ${MAX_DEPTH} parts.`]
  if (!url.startsWith('/')) return [400, 'This is not an address of the shop.']
  return null
}

/** Counts connections by network; loopback is exempt, because a proxy there stands for everybody. */
function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = limitedNetwork(socket.remoteAddress ?? null)
    if (network === null) return
    const before = open.get(network) ?? 0
    if (before >= most) return void socket.destroy()
    open.set(network, before + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

export function createBoundedServer(options: {
  listener: (request: IncomingMessage, response: ServerResponse) => void
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Which `Upgrade:` headers are for `upgrade`; every other one is ignored, and its request answered as plain HTTP. */
  isUpgrade: (request: IncomingMessage) => boolean
  /** False: clients connect through a proxy, so that one network stands for all of them. */
  direct: boolean
  /** Of every answer. */
  headers?: Record<string, string>
  log: Log
  /** Set lower by tests. */
  patience?: typeof PATIENCE
  connectionsPerNetwork?: number
}): Server {
  const { listener, upgrade, isUpgrade, direct, headers = {}, log, patience = PATIENCE, connectionsPerNetwork = MAX_CONNECTIONS_PER_NETWORK } = options
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADERS,
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      keepAliveTimeout: KEEP_ALIVE,
      connectionsCheckingInterval: patience.checkEvery,
      shouldUpgradeCallback: isUpgrade,
    },
    (request, response) => {
      try {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
        const refusal = refusalOf(request)
        if (refusal) refuse(request, response, ...refusal, { connection: 'close' })
        else listener(request, response)
      } catch (error) {
        log('error', 'a request failed', error)
        refuse(request, response, 500, FAILED)
      }
    },
  )
  // One more than may come, so that a request with too many is refused: node ignores what is beyond this number.
  server.maxHeadersCount = MAX_HEADER_COUNT + 1
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = SILENCE
  if (direct) limitConnections(server, connectionsPerNetwork)
  server.on('upgrade', (request, socket, head) => {
    // From here on the socket belongs to nobody else: without a listener its error would end the process.
    socket.on('error', () => socket.destroy())
    try {
      upgrade(request, socket, head)
    } catch (error) {
      log('error', 'an upgrade failed', error)
      socket.destroy()
    }
  })
  // While it listens: a connection that could not be accepted, mostly for want of file descriptors. Before: the start fails.
  server.on('error', (error) => server.listening && log('error', 'the server could not accept a connection', error))
  return server
}
