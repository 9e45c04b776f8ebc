/**
 * The embedded backend: a fetch function with Supabase's HTTP API (docs/api.md). It knows PostgreSQL, files and the given
 * functions, and nothing about the application's data.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createKeyExchange } from './api-keys/exchange.ts'
import { hasKey, NOT_HERE } from './api-keys/sent-key.ts'
import { BodyRefused, createBodyBudget, limitBody, limitStream } from './body-limit.ts'
import { limitedNetwork } from './core/client-network.ts'
import { isUnavailable, UpstreamAway } from './core/errors.ts'
import { refuseSocket } from './core/refuse-socket.ts'
import { urlOf } from './core/request-url.ts'
import { preflight, withCors } from './cors.ts'
import { createFunctionsHandler } from './functions/dispatch.ts'
import type { GatewayOptions } from './options.ts'
import { refuseBody } from './refuse-body.ts'
import {
  MB,
  openAuth,
  openRealtime,
  openRest,
  openStorage,
  type Origin,
  type RealtimeService,
  type RestService,
  type Service,
  type StorageService,
} from './services.ts'
import { answerAway } from './upstream/away.ts'
import { openUpstream } from './upstream/upstream.ts'

export type { AuthMail, AuthMailKind } from './auth/context.ts'
export type { LinkPage } from './auth/links/link-page.ts'
export type { Caller, EdgeFunction } from './functions/dispatch.ts'

export type { GatewayOptions } from './options.ts'

export type Gateway = {
  /**
   * `pages`: a read by the server itself for a page that it renders; such reads have their own connections. `onApiKey` hears the account of
   * the API key that the request came with.
   */
  fetch(request: Request, info?: { remoteAddress?: string; pages?: boolean; onApiKey?: (account: string) => void }): Promise<Response>
  /** Handles WebSocket upgrade requests below /realtime/v1. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, info?: { remoteAddress?: string }): void
  /** The services of the project that do not answer now; none without a project. */
  awayServices(): Promise<string[]>
  /** What the database lacks for /realtime/v1, which then answers 503; else null. */
  realtimeError: string | null
  /** The WebSockets that are open. */
  countSockets(): number
  /** Closes all WebSockets, so that the HTTP server can close. */
  closeSockets(): Promise<void>
  reloadSchema(): Promise<void>
  /** Removes files whose rows are gone and that the store has not deleted yet; returns how many wait for another attempt. */
  removeDeletedFiles(): Promise<number>
  /** Whether a function of the first exposed schema may write: it is volatile or unknown. */
  mayWrite(call: string): boolean
  close(): Promise<void>
}

type OpenServices = {
  services: Record<string, Service>
  rest: RestService
  storage: StorageService
  realtime: RealtimeService
  awayServices: Gateway['awayServices']
  close(): Promise<void>
}

/** '/auth/v1/token' → ['auth', '/token'] */
function route(pathname: string): [service: string, path: string] {
  const match = /^\/(rest|auth|storage|functions|realtime)\/v1(?=\/|$)/.exec(pathname)
  return match ? [match[1] ?? '', pathname.slice(match[0].length) || '/'] : ['', pathname]
}

/** The secret key bypasses all policies and must not be used in a browser. Hosted Supabase refuses it too. */
function secretKeyInBrowser({ headers }: Request): boolean {
  if (!(headers.get('user-agent') ?? '').startsWith('Mozilla/')) return false
  const bearer = (headers.get('authorization') ?? '').replace(/^bearer\s+/i, '')
  return [headers.get('apikey') ?? '', bearer].some((key) => key.startsWith('sb_secret_'))
}

/** The services of this process and, where the project answers, those that forward to it. */
async function openServices(options: GatewayOptions, now: () => Date): Promise<OpenServices> {
  const upstream = options.upstream ? await openUpstream(options.upstream, options) : undefined
  const auth = upstream?.services.auth ?? openAuth(options, now)
  const rest = upstream?.services.rest ?? (await openRest(options, now))
  const storage: StorageService = upstream?.services.storage ?? (await openStorage(options, now))
  const realtime = upstream?.realtime ?? (await openRealtime(options, now))
  const limits = new Map(Object.entries(options.functionLimits ?? {}))
  const functions = createFunctionsHandler({ functions: options.functions, open: options.openFunctions ?? [], keys: options.keys, now, log: options.log })
  return {
    services: {
      auth,
      rest,
      storage,
      realtime,
      functions: {
        limit: 6 * MB,
        limitOf: (path) => limits.get(path.split('/')[1] ?? ''),
        allowsNul: true,
        handle: (request, path, { remoteAddress }) => functions(request, path, remoteAddress),
      },
    },
    rest,
    storage,
    realtime,
    awayServices: upstream?.away ?? (async () => []),
    async close() {
      // Realtime first: its clients are asked to reconnect.
      await realtime.close?.()
      await Promise.all([auth.close?.(), rest.close?.(), storage.close?.()])
    },
  }
}

export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { log } = options
  const { services, rest, storage, realtime, awayServices, close } = await openServices(options, options.now ?? (() => new Date()))
  const bodies = createBodyBudget()
  const exchangeKey = options.apiKeys && createKeyExchange(options.apiKeys, options.keys.publishableKey, options.now ?? (() => new Date()))

  /** Limits the body and calls the service; the body's memory counts until the response is ready. */
  async function serve(name: string, service: Service, request: Request, path: string, from: Origin): Promise<Response> {
    const share = bodies.open(limitedNetwork(from.remoteAddress))
    try {
      const fileLimit = service.fileLimit?.(request.method, path) ?? 0
      const bounded =
        fileLimit > 0
          ? limitStream(request, fileLimit, share)
          : await limitBody(request, { ...service, limit: service.limitOf?.(path) ?? service.limit, share })
      return await service.handle(bounded, path, from)
    } catch (error) {
      if (!(error instanceof BodyRefused)) throw error
      return refuseBody(name, error, request)
    } finally {
      share.release()
    }
  }

  async function answer(request: Request, from: Origin, onApiKey?: (account: string) => void): Promise<Response> {
    const [name, path] = route(urlOf(request).pathname)
    const service = services[name]
    if (!service) return Response.json({ message: 'No such service' }, { status: 404 })
    if (request.method === 'OPTIONS') return preflight(request)
    if (secretKeyInBrowser(request)) return Response.json({ message: 'Forbidden use of secret API key in browser' }, { status: 401 })
    try {
      const exchanged = exchangeKey && (await exchangeKey(name, request, from.remoteAddress))
      if (!exchanged) return await serve(name, service, request, path, from)
      if ('refusal' in exchanged) return exchanged.refusal
      if (exchanged.account !== null) onApiKey?.(exchanged.account)
      return await serve(name, service, exchanged.request, path, from)
    } catch (error) {
      log({ level: 'error', message: `gateway: ${request.method} ${name} failed`, data: error })
      if (error instanceof UpstreamAway) return answerAway(name, request)
      if (isUnavailable(error)) return Response.json({ code: '503', message: 'The database does not answer: try again in a moment' }, { status: 503 })
      return Response.json({ message: 'Internal server error' }, { status: 500 })
    }
  }

  return {
    fetch: async (request, info) =>
      withCors(await answer(request, { remoteAddress: info?.remoteAddress ?? null, pages: info?.pages ?? false }, info?.onApiKey)),
    upgrade(request, socket, head, info) {
      if (options.apiKeys && hasKey(request, options.apiKeys.prefix)) return refuseSocket(socket, 401, NOT_HERE)
      realtime.upgrade(request, socket, head, info?.remoteAddress ?? '')
    },
    awayServices,
    realtimeError: realtime.problem,
    countSockets: () => realtime.countSockets(),
    closeSockets: () => realtime.closeSockets(),
    reloadSchema: async () => rest.reloadSchema?.(),
    removeDeletedFiles: async () => storage.removeDeletedFiles?.() ?? 0,
    mayWrite: (call) => rest.mayWrite?.(call) ?? true,
    close,
  }
}
