/**
 * The HTTP server: static files first, then the response cache (both straight from node:http, without building a Request), then
 * the gateway and the pages.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { limitedNetwork } from '#gateway/core/client-network.ts'
import { isUnavailable } from '#gateway/core/errors.ts'
import { createFairShare, ShareExceeded } from '#gateway/core/fair-share.ts'
import { hasKept, keepBody, readKept } from '#gateway/core/whole-body.ts'
import type { Gateway } from '#gateway/gateway.ts'
import { clientAddress, type TrustedProxy } from './client-address.ts'
import { createBoundedServer, FAILED, refuse, setHeaders, type CommonHeaders } from './bounded-server.ts'
import type { BrandFiles } from '../brand/brand-files.ts'
import { cacheKey, changesPublicReads, type CacheKeys } from '../cache/cache-policy.ts'
import { compressInThread, encodingOf, variedByEncoding, worthCompressing, type Encoding } from './compression.ts'
import { inlineScriptHashes } from './inline-scripts.ts'
import type { DatabaseWatch } from '../database/watch-database.ts'
import type { Log } from '../log/log.ts'
import { isPhone, type PageRenderer } from './pages.ts'
import { ListReads } from '../cache/list-reads.ts'
import { QUICK, type CachedAnswer, type ResponseCache } from '../cache/response-cache.ts'
import { noteApiKey, type RequestFollower } from './request-log.ts'
import { securityHeaders, securityHeadersWith, transportHeaders, type PaymentWindowHosts } from './security-headers.ts'
import type { StaticFiles } from './static-files.ts'
import { answerMetrics } from '../observe/metrics-answer.ts'
import type { Metrics } from '../observe/metrics.ts'

export type HttpServerOptions = {
  gateway: Gateway
  pages: () => PageRenderer
  /** Undefined in development: Vite serves the files. */
  files: StaticFiles | undefined
  cache: ResponseCache | undefined
  keys: CacheKeys
  siteUrl: string
  trustProxy: TrustedProxy | undefined
  /** The hosts of the payment window that pages may open now; null or undefined: none. */
  paymentWindow?: () => PaymentWindowHosts | null
  /** The shop's own logo and icons; undefined: the demo's alone. */
  brand?: Pick<BrandFiles, 'replaces' | 'answer'>
  /** Whether the shop is closed to the public: its pages are then not cached and not indexed. */
  isClosed?: () => boolean
  database: Pick<DatabaseWatch, 'answers' | 'isAway'>
  /** The services of the Supabase project that do not answer now. */
  awayServices?: () => Promise<string[]>
  /** Whether the process is about to end: it still serves, and asks clients and load balancers to go elsewhere. */
  isDraining?: () => boolean
  /** Resolves to true once the cache has seen the notifications of all earlier commits. */
  caughtUp?: () => Promise<boolean>
  /** What /metrics shows, and the token for it; undefined: there is no /metrics. */
  metrics?: { shown: Metrics; token: string } | undefined
  followers?: readonly RequestFollower[]
  log: Log
}

const BUSY = 'Too many pages were requested at once. Please try again in a few seconds.'
const SOCKET_PATH = /^\/realtime\/v1\/websocket(\?|$)/
const GATEWAY_PATHS = ['/rest/v1/*', '/auth/v1/*', '/storage/v1/*', '/functions/v1/*', '/realtime/v1/*']

/** @param common headers that the response does not have yet */
function send(response: ServerResponse, answer: CachedAnswer, method: string | undefined, common: CommonHeaders = []): void {
  const headers = [...common, 'content-length', String(answer.body.length)]
  for (const name in answer.headers) headers.push(name, answer.headers[name] ?? '')
  response.writeHead(answer.status, headers)
  response.end(method === 'HEAD' ? undefined : answer.body)
}

/** Concurrent page rendering, in total and per network of visitors, which may be a whole office behind one address. */
const RENDERING = { total: 24, perKey: 6, waiting: 500, waitingPerKey: 40, longestWait: 8_000 }
const AWAY = 'The shop cannot reach its database at the moment. Please try again.'
/** Seconds, in which the embedded database restarts. */
const RETRY_AFTER = '5'
const NOT_STORED = { 'cache-control': 'no-store' }

/** Why requests cannot be answered now; null: nothing is known to be away. */
async function findProblem({ database, awayServices }: Pick<HttpServerOptions, 'database' | 'awayServices'>): Promise<string | null> {
  const [answers, away] = await Promise.all([database.answers(), awayServices?.() ?? []])
  if (!answers) return 'the database does not answer'
  return away.length > 0 ? `the Supabase project does not answer: ${away.join(', ')}` : null
}

/** `lists`: of a response that may be cached. */
type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse; lists?: ListReads }

function createApp(door: HttpServerOptions): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>()
  // The process is alive: a supervisor that restarts it because of its database would only add to the outage.
  app.get('/health', (context) => context.json({ status: 'ok' }, 200, NOT_STORED))
  // It takes requests: for load balancers. Every process lacks the same database and the same project, and still has cached pages, so only
  // a process that is about to end is left out.
  app.get('/serves', (context) => {
    if (!door.isDraining?.()) return context.json({ status: 'ok' }, 200, NOT_STORED)
    return context.json({ status: 'the server is closing' }, 503, { ...NOT_STORED, 'retry-after': RETRY_AFTER })
  })
  // It can do everything: for browsers that wait for the shop, and for alarms.
  app.get('/ready', async (context) => {
    const problem = door.isDraining?.() ? 'the server is closing' : await findProblem(door)
    if (problem === null) return context.json({ status: 'ok' }, 200, NOT_STORED)
    return context.json({ status: problem }, 503, { ...NOT_STORED, 'retry-after': RETRY_AFTER })
  })
  const { metrics } = door
  if (metrics) app.get('/metrics', (context) => answerMetrics(context.req.header('authorization'), metrics))
  for (const pattern of GATEWAY_PATHS) {
    app.all(pattern, async (context) => {
      const answer = await door.gateway.fetch(context.req.raw, {
        remoteAddress: clientAddress(context.env.incoming, door.trustProxy),
        onApiKey: (key) => noteApiKey(context.env.outgoing, key),
      })
      // Writers must read their own writes: wait for the notifications that say whether public data changed. A write that changes
      // no row, which anyone may send, triggers none and leaves the cache intact.
      const mayChange = answer.status < 400 && changesPublicReads(context.req.method, context.env.incoming.url ?? '', door.gateway.mayWrite)
      if (mayChange && !(await door.caughtUp?.())) door.cache?.outdate()
      return answer
    })
  }
  const { brand } = door
  if (brand) {
    app.get('/brand/:file', (context) => brand.answer(context.req.path))
    app.on('GET', ['/favicon.svg', '/icons/:file'], (context, next) => (brand.replaces(context.req.path) ? brand.answer(context.req.path) : next()))
  }
  const rendering = createFairShare(RENDERING)
  app.all('*', async (context) => {
    const { incoming, lists } = context.env
    const phone = isPhone(incoming.headers['sec-ch-ua-mobile'] as string | undefined, incoming.headers['user-agent'])
    const isClosed = door.isClosed?.() ?? false
    const network = limitedNetwork(clientAddress(incoming, door.trustProxy))
    const { answer, html: rendered } = await rendering.run(network, () => door.pages()(context.req.raw, { isPhone: phone, isClosed, lists }))
    const headers = new Headers(answer.headers)
    const html = rendered ?? (headers.get('content-type')?.startsWith('text/html') ? Buffer.from(await answer.arrayBuffer()) : null)
    const scripts = html === null ? [] : inlineScriptHashes(html)
    for (const [name, value] of Object.entries(securityHeadersWith(door.paymentWindow?.() ?? null, scripts))) headers.set(name, value)
    headers.set('accept-ch', 'Sec-CH-UA-Mobile')
    if (isClosed) {
      headers.set('cache-control', 'no-store')
      headers.set('x-robots-tag', 'noindex')
    }
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache')
    const status = answer.status === 500 && (await findProblem(door)) !== null ? 503 : answer.status
    if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', RETRY_AFTER)
    const sent = new Response(html === null ? answer.body : null, { status, headers })
    return html === null ? sent : keepBody(sent, html)
  })
  app.onError(async (error, context) => {
    if (error instanceof ShareExceeded) {
      return context.text(BUSY, 503, { ...securityHeaders, 'cache-control': 'no-store', 'retry-after': String(error.retryAfter) })
    }
    door.log('error', 'http: Failed to render a page', error)
    const headers = { ...securityHeaders, 'cache-control': 'no-store' }
    // 503 makes people and crawlers retry.
    if (isUnavailable(error) || (await findProblem(door)) !== null) return context.text(AWAY, 503, { ...headers, 'retry-after': RETRY_AFTER })
    return context.text(FAILED, 500, headers)
  })
  return app
}

/** Reads a complete response, so that it can be cached and compressed. */
async function readWhole(answer: Response): Promise<CachedAnswer> {
  const headers: Record<string, string> = {}
  answer.headers.forEach((value, name) => {
    if (name !== 'content-length') headers[name] = value
  })
  const body = readKept(answer) ?? Buffer.from(await answer.arrayBuffer())
  if (worthCompressing(headers['content-type'], body.length)) headers['vary'] = variedByEncoding(headers['vary'])
  return { status: answer.status, headers, body }
}

/** Whether a response may be cached: a successful REST read, or a page marked public. */
function isCacheable(answer: CachedAnswer, key: string): boolean {
  const control = answer.headers['cache-control'] ?? ''
  if (answer.status !== 200 && answer.status !== 206) return false
  if (answer.headers['set-cookie'] || answer.headers['content-encoding'] || /private|no-store/.test(control)) return false
  return key.startsWith('rest ') || /\bpublic\b/.test(control)
}

/**
 * A response from before the database went away. The HTML says of when it is, as the service worker does for pages that it kept, so
 * that the page's banner shows it (app/data/api/connection.ts).
 */
function markAway({ answer, read }: { answer: CachedAnswer; read: number }): CachedAnswer {
  const { etag: _, ...headers } = answer.headers
  const moment = new Date(read).toISOString()
  const isPage = headers['content-type']?.startsWith('text/html') ?? false
  const body = isPage ? Buffer.from(answer.body.toString().replace('<html ', `<html data-kept="${moment}" data-away="" `)) : answer.body
  return { status: answer.status, headers: { ...headers, ...NOT_STORED, 'x-read-at': moment }, body }
}

/** Compresses a response that is used once, at a low level. */
async function compressOnce(answer: CachedAnswer, encoding: Encoding): Promise<CachedAnswer> {
  if (encoding === 'identity' || !worthCompressing(answer.headers['content-type'], answer.body.length)) return answer
  return { ...answer, headers: { ...answer.headers, 'content-encoding': encoding }, body: await compressInThread(answer.body, encoding, QUICK) }
}

/** Compressible text that is not yet encoded and has no range, ETag or cookie. */
function isPlainText(answer: Response): boolean {
  const { headers } = answer
  const marked = headers.has('content-encoding') || headers.has('etag') || headers.has('set-cookie') || headers.get('content-range')?.startsWith('bytes')
  return (answer.body !== null || hasKept(answer)) && !marked && worthCompressing(headers.get('content-type') ?? undefined, Infinity)
}

export function createHttpServer(door: HttpServerOptions): Server {
  const app = createApp(door)

  const listen = getRequestListener(
    async (request, env) => {
      const answer = await app.fetch(request, env)
      const encoding = encodingOf(request.headers.get('accept-encoding') ?? undefined)
      if (request.method === 'HEAD' || !isPlainText(answer)) return answer
      // Straight to node:http: as a Response, the body would become a stream again.
      send((env as Bindings).outgoing, await compressOnce(await readWhole(answer), encoding), request.method)
      return RESPONSE_ALREADY_SENT
    },
    { overrideGlobalObjects: false },
  )

  /** Responses being produced: concurrent requests with the same key share one. */
  const pending = new Map<string, { generation: number; answer: Promise<CachedAnswer> }>()

  function produceOnce(request: IncomingMessage, response: ServerResponse, cache: ResponseCache, key: string): Promise<CachedAnswer> {
    const { generation } = cache
    const running = pending.get(key)
    if (running?.generation === generation) return running.answer
    const lists = new ListReads()
    const started = { generation, answer: produce(request, response, lists) }
    const store = (answer: CachedAnswer): void => {
      if (isCacheable(answer, key)) cache.put(key, answer, generation, lists.columns)
    }
    const forget = (): void => {
      if (pending.get(key) === started) pending.delete(key)
    }
    pending.set(key, started)
    started.answer.then(store).then(forget, forget)
    return started.answer
  }

  async function produce(request: IncomingMessage, response: ServerResponse, lists: ListReads): Promise<CachedAnswer> {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
    }
    const pageRequest = new Request(`${door.siteUrl}${request.url ?? '/'}`, { headers })
    return readWhole(await app.fetch(pageRequest, { incoming: request, outgoing: response, lists }))
  }

  function answer(request: IncomingMessage, response: ServerResponse, common: CommonHeaders): void {
    const url = request.url ?? '/'
    door.metrics?.shown.follow(request, response)
    if (door.isDraining?.()) response.setHeader('connection', 'close')
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (door.files && (request.method === 'GET' || request.method === 'HEAD')) {
      const query = url.indexOf('?')
      const path = query < 0 ? url : url.slice(0, query)
      const file = door.brand?.replaces(path) ? undefined : door.files.find(path, encoding)
      if (file) return send(response, file, request.method, common)
    }
    const { cache } = door
    const phone = isPhone(request.headers['sec-ch-ua-mobile'] as string | undefined, request.headers['user-agent'])
    const key = cache && !door.isClosed?.() && cacheKey(request, phone, door.keys)
    if (!cache || !key) {
      setHeaders(response, common)
      return void listen(request, response)
    }
    const last = door.database.isAway() ? cache.getLastPage(key) : undefined
    const cached = last ? compressOnce(markAway(last), encoding) : cache.get(key, encoding)
    if (cached && !(cached instanceof Promise)) return send(response, cached, request.method, common)
    setHeaders(response, common)
    const produced = cached ?? produceOnce(request, response, cache, key).then((answer) => cache.get(key, encoding) ?? compressOnce(answer, encoding))
    produced
      .then((answer) => send(response, answer, request.method))
      .catch((error: unknown) => {
        door.log('error', 'http: Failed to handle a request', error)
        refuse(request, response, 500, FAILED, securityHeaders)
      })
  }

  const isRealtime = ({ url = '' }: IncomingMessage): boolean => SOCKET_PATH.test(url)
  const server = createBoundedServer({
    listener: answer,
    // In development, Vite's WebSocket uses the same server.
    isUpgrade: (request) => request.headers.upgrade?.toLowerCase() === 'websocket' && (isRealtime(request) || server.listenerCount('upgrade') > 1),
    upgrade(request, socket, head) {
      if (isRealtime(request)) door.gateway.upgrade(request, socket, head, { remoteAddress: clientAddress(request, door.trustProxy) })
    },
    direct: door.trustProxy === undefined,
    headers: transportHeaders(door.siteUrl),
    followers: door.followers ?? [],
    log: door.log,
  })
  return server
}
