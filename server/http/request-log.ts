/**
 * The id of each request, and one line of the log about how it was answered (docs/decisions/0114-request-ids.md). A line has no query, no
 * address of a client, and nothing that a visitor typed: of the path only the parts that the shop has named.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { REQUEST_ID } from '#postgres/request-context.ts'
import { createLineBudget } from '../log/line-budget.ts'

/** Which requests get a line: none, those that failed (5xx) or took long, or all. */
export type RequestLogMode = 'off' | 'slow' | 'all'

/** Hears of each request when it begins. */
export type RequestFollower = (request: IncomingMessage, response: ServerResponse, id: string) => void

export const REQUEST_ID_HEADER = 'x-request-id'

/** Milliseconds until the answer begins: how long a phone takes to receive it says nothing about the server. */
const SLOW = 1000
/** Lines per second. */
const MOST_LINES = { slow: 20, all: 200 }

/** That of a trusted proxy, so that its log and this one agree, or a new one. */
export function requestIdOf({ headers }: IncomingMessage, behindProxy: boolean): string {
  const given = behindProxy ? headers[REQUEST_ID_HEADER] : undefined
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** The public ids of the API keys that requests came with. */
const apiKeys = new WeakMap<ServerResponse, string>()

/** @param key its public id, which is also the actor in the audit log; never its secret */
export const noteApiKey = (response: ServerResponse, key: string): void => void apiKeys.set(response, key)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const WORD = /^[a-z][a-z0-9_.-]{0,59}$/

/** '/order-confirmation/:id', '/rest/v1/rpc/list_products', '/products/:text/:id': at most four parts. */
export function routeOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  const parts = path.split('/').slice(1, 6)
  // Below these, a part is a name of the shop; elsewhere only the first and, of the back office, the second.
  const named = /^\/(rest|functions)\/v1\//.test(path) ? 4 : /^\/(auth|storage|realtime)\/v1\//.test(path) ? 3 : parts[0] === 'admin' ? 2 : 1
  const shown = parts.slice(0, 4).map((part, place) => {
    if (part === '') return ''
    if (UUID.test(part)) return ':id'
    return place < named && WORD.test(part) ? part : ':text'
  })
  return `/${shown.join('/')}${parts.length > 4 ? '/…' : ''}`
}

/** Follows each response to its end. */
export function createRequestLog(
  mode: RequestLogMode,
  write: (line: string) => void = (line) => void process.stderr.write(line),
  now: () => number = () => performance.now(),
): RequestFollower {
  if (mode === 'off') return () => undefined
  const line = (level: 'info' | 'warn', message: string, more: object): void =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...more })}\n`)
  const isRoom = createLineBudget(MOST_LINES[mode], (count) => line('warn', 'requests: Lines left out', { data: { count } }), now)

  return (request, response, id) => {
    const began = now()
    const { method = '', url = '/' } = request
    let answered: number | undefined
    const writeHead = response.writeHead.bind(response) as (...words: unknown[]) => ServerResponse
    response.writeHead = (...words: unknown[]) => {
      answered ??= now()
      return writeHead(...words)
    }
    response.once('close', () => {
      const ms = Math.round((answered ?? now()) - began)
      // A client that left before the response began got no status.
      const status = response.headersSent ? response.statusCode : 0
      const notable = status >= 500 || ms >= SLOW
      if ((mode === 'slow' && !notable) || !isRoom()) return
      const key = apiKeys.get(response)
      const data = { method, route: routeOf(url), status, ms, whole_ms: Math.round(now() - began), ...(key === undefined ? {} : { key }) }
      line(status >= 500 ? 'warn' : 'info', 'request', { request: id, data })
    })
  }
}
