/**
 * An HTTP server with limits on sizes, timeouts and connections. It refuses a request before any other code sees it, and no
 * error in a listener escapes (docs/decisions/0030-uncaught-exceptions.md).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { limitedNetwork } from '#gateway/core/client-network.ts'
import { withRequest } from '#postgres/request-context.ts'
import type { Log } from '../log/log.ts'
import { REQUEST_ID_HEADER, requestIdOf, type RequestFollower } from './request-log.ts'

/** Maximum bytes of a URL; beyond: 414. */
export const MAX_URL = 16 * 1024
/** Maximum segments of a page's path. */
export const MAX_DEPTH = 20
/** Maximum bytes of the request line and all headers, and maximum number of headers; beyond: 431. */
export const MAX_HEADERS = 32 * 1024
export const MAX_HEADER_COUNT = 100
/** Milliseconds for the headers, and for the whole request with its body; beyond: 408. A file of 50 MB needs 3.5 Mbit/s. */
const TIMEOUTS = { headers: 10_000, request: 120_000, checkEvery: 2000 }
/** Milliseconds that an idle connection stays open: longer than a proxy keeps its own (nginx: 60 s). */
const KEEP_ALIVE = 65_000
/** Milliseconds without data in either direction: a client that stops reading must not keep its response in memory. */
const SILENCE = 120_000
const MAX_CONNECTIONS = 8000
/** Connections per network, if clients connect without a proxy. */
const MAX_CONNECTIONS_PER_NETWORK = 500

export const FAILED = 'The server could not answer this request. It has been logged; please try again.'
const GATEWAY_PATH = /^\/(rest|auth|storage|functions|realtime)\/v1(\/|\?|$)/

/** Headers that every response to a request has: names and values in turn, as writeHead takes them. */
export type CommonHeaders = readonly string[]

/** For a response whose other headers come later. One that has them all gives both to writeHead, which costs Node half as much. */
export function setHeaders(response: ServerResponse, headers: CommonHeaders): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
}

/** Responds without reading the body: JSON below the API paths, else plain text. */
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

/** The router matches each prefix of a path with every route, so the cost grows with the square of its depth. No page is deeper than six. */
function isTooDeep(url: string): boolean {
  return !GATEWAY_PATH.test(url) && (url.split('?', 1)[0] ?? '').split('/').length - 1 > MAX_DEPTH
}

function refusalOf({ url = '', rawHeaders }: IncomingMessage): [status: number, message: string] | null {
  if (url.length > MAX_URL) return [414, `The URL is longer than ${MAX_URL} bytes.`]
  if (rawHeaders.length > 2 * MAX_HEADER_COUNT) return [431, `The request has more than ${MAX_HEADER_COUNT} headers.`]
  if (isTooDeep(url)) return [414, `The path of the URL has more than ${MAX_DEPTH} segments.`]
  if (!url.startsWith('/')) return [400, 'Invalid request URL.']
  return null
}

/** Limits connections per network; loopback is exempt, because a local proxy represents all clients. */
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
  /** Sends `common` with every response. */
  listener: (request: IncomingMessage, response: ServerResponse, common: CommonHeaders) => void
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Which requests with an `Upgrade:` header go to `upgrade`; others are handled as plain HTTP. */
  isUpgrade: (request: IncomingMessage) => boolean
  /** False: clients connect through a proxy, so connections are not limited per network. */
  direct: boolean
  /** Added to every response. */
  headers?: Record<string, string>
  followers?: readonly RequestFollower[]
  log: Log
  /** Lower in tests. */
  timeouts?: typeof TIMEOUTS
  connectionsPerNetwork?: number
}): Server {
  const {
    listener,
    upgrade,
    isUpgrade,
    direct,
    headers = {},
    followers = [],
    log,
    timeouts = TIMEOUTS,
    connectionsPerNetwork = MAX_CONNECTIONS_PER_NETWORK,
  } = options
  const ofAll = Object.entries(headers).flat()
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADERS,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: KEEP_ALIVE,
      connectionsCheckingInterval: timeouts.checkEvery,
      shouldUpgradeCallback: isUpgrade,
    },
    (request, response) => {
      const id = requestIdOf(request, !direct)
      const common = [REQUEST_ID_HEADER, id, ...ofAll]
      withRequest(id, () => {
        try {
          for (const follow of followers) follow(request, response, id)
          const refusal = refusalOf(request)
          if (!refusal) return listener(request, response, common)
          setHeaders(response, common)
          refuse(request, response, ...refusal, { connection: 'close' })
        } catch (error) {
          log('error', 'http: Failed to handle a request', error)
          if (!response.headersSent) setHeaders(response, common)
          refuse(request, response, 500, FAILED)
        }
      })
    },
  )
  // One more than allowed, because Node silently drops headers beyond this number: refusalOf then sees that there are too many.
  server.maxHeadersCount = MAX_HEADER_COUNT + 1
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = SILENCE
  if (direct) limitConnections(server, connectionsPerNetwork)
  server.on('upgrade', (request, socket, head) => {
    // Node no longer handles errors of this socket: without a listener they would end the process.
    socket.on('error', () => socket.destroy())
    try {
      upgrade(request, socket, head)
    } catch (error) {
      log('error', 'http: Failed to handle an upgrade', error)
      socket.destroy()
    }
  })
  // While listening: a connection could not be accepted, mostly for lack of file descriptors. Before that the start fails.
  server.on('error', (error) => server.listening && log('error', 'http: Failed to accept a connection', error))
  return server
}
