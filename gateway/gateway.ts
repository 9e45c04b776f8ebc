/**
 * The embedded backend: a fetch function with Supabase's HTTP API (docs/api.md). It knows PostgreSQL, files and the given
 * functions, and nothing about the application's data.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createAuthHandler } from './auth/handler.ts'
import type { MailDelivery } from './auth/context.ts'
import type { LinkPages } from './auth/links/link-page.ts'
import { BodyRefused, createBodyBudget, limitBody, limitStream } from './body-limit.ts'
import { limitedNetwork } from './core/client-network.ts'
import { openPool } from '#postgres/pool.ts'
import type { Tries } from '#postgres/tries/limits.ts'
import { isUnavailable } from './core/errors.ts'
import { urlOf } from './core/request-url.ts'
import { openSchemaCache } from './core/schema-cache.ts'
import { resolveSession, type Keys } from './core/session.ts'
import { preflight, withCors } from './cors.ts'
import { createFunctionsHandler, type EdgeFunction } from './functions/dispatch.ts'
import { createRealtime } from './realtime/realtime.ts'
import { MAX_FRAME, type Limits } from './realtime/limits.ts'
import { refuseBody } from './refuse-body.ts'
import { createRestHandler } from './rest/handler.ts'
import { respondError } from './rest/execute/respond.ts'
import type { PublicRenditions } from './storage/context.ts'
import { createStorageHandler } from './storage/handler.ts'

export type { AuthMail, AuthMailKind } from './auth/context.ts'
export type { LinkPage } from './auth/links/link-page.ts'
export type { Caller, EdgeFunction } from './functions/dispatch.ts'

export type GatewayOptions = {
  /** Public origin of the gateway, used in links and token issuers. */
  url: string
  /** Where links in mails redirect without an allowed redirect_to. */
  siteUrl: string
  /** Globs of further allowed redirect targets. */
  redirectAllowList: string[]
  /** Connection strings of the five logins, none of them the owner. `replication` reads the logical replication stream. */
  databaseUrls: { authenticator: string; auth: string; storage: string; realtime: string; replication: string }
  /** Schemas that /rest/v1 exposes, the first by default. */
  schemas: string[]
  keys: Keys
  auth: {
    autoconfirm: boolean
    bcryptCost: number
    /** Limits per client address; loopback is exempt. */ limits: boolean
    /** See AuthContext. Default false, as on hosted Supabase. */ secondFactorFirst?: boolean
  }
  mails: MailDelivery
  /** Texts and styles of the page behind a mailed link. */
  linkPages?: LinkPages
  /** Folder of uploaded files and image renditions. */
  storageDir: string
  /** The allowed renditions of files in public buckets; default: any size and quality. */
  publicRenditions?: PublicRenditions
  functions: Record<string, EdgeFunction>
  /** Functions that skip JWT verification (`verify_jwt = false` on hosted Supabase). They authenticate their callers themselves. */
  openFunctions?: readonly string[]
  realtimeLimits?: Partial<Limits>
  /**
   * False: broadcast and presence work in private channels only, where policies decide who may read and write; public channels
   * deliver row changes only. Same as "Allow public access" of hosted Supabase.
   */
  realtimePublicChannels?: boolean
  log: (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void
  now?: () => Date
  /** Where the auth service counts tries; default: in the memory of this process. */
  tries?: Tries
}

export type Gateway = {
  /** `pages`: a read by the server itself for a page that it renders; such reads have their own connections. */
  fetch(request: Request, info?: { remoteAddress?: string; pages?: boolean }): Promise<Response>
  /** Handles WebSocket upgrade requests below /realtime/v1. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, info?: { remoteAddress?: string }): void
  /** What the database lacks for /realtime/v1, which then answers 503; else null. */
  realtimeError: string | null
  /** Closes all WebSockets, so that the HTTP server can close. */
  closeSockets(): Promise<void>
  reloadSchema(): Promise<void>
  /** Whether a function of the first exposed schema may write: it is volatile or unknown. */
  mayWrite(call: string): boolean
  close(): Promise<void>
}

/** The origin of a request; `pages` marks the server itself. */
type Origin = { readonly remoteAddress: string | null; readonly pages: boolean }

type Service = {
  /** Maximum body size in bytes. */
  limit: number
  /** Whether JSON may contain U+0000: the service does not store it, or the database reports the error. */
  allowsNul: boolean
  /** Maximum size in bytes of a body that the service streams itself after checking permissions; 0 for other requests. */
  fileLimit?(method: string, path: string): number
  handle(request: Request, path: string, from: Origin): Promise<Response>
}

const KB = 1024
const MB = 1024 * KB

/** '/auth/v1/token' → ['auth', '/token'] */
function route(pathname: string): [service: string, path: string] {
  const match = /^\/(rest|auth|storage|functions|realtime)\/v1(?=\/|$)/.exec(pathname)
  return match ? [match[1] ?? '', pathname.slice(match[0].length) || '/'] : ['', pathname]
}

/** Hosted Supabase's response to a REST request without an API key, with or without a token. */
const NO_KEY = { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' }

/** The secret key bypasses all policies and must not be used in a browser. Hosted Supabase refuses it too. */
function secretKeyInBrowser({ headers }: Request): boolean {
  if (!(headers.get('user-agent') ?? '').startsWith('Mozilla/')) return false
  const bearer = (headers.get('authorization') ?? '').replace(/^bearer\s+/i, '')
  return [headers.get('apikey') ?? '', bearer].some((key) => key.startsWith('sb_secret_'))
}

export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { keys, log } = options
  const now = options.now ?? (() => new Date())
  const authPool = openPool(options.databaseUrls.auth, { max: 6, applicationName: 'gateway auth' })
  const auth = createAuthHandler({
    pool: authPool,
    url: options.url,
    siteUrl: options.siteUrl,
    redirectAllowList: options.redirectAllowList,
    keys,
    ...options.auth,
    mails: options.mails,
    linkPages: options.linkPages,
    tries: options.tries,
    log,
    now,
  })
  const restPool = (max: number) => openPool(options.databaseUrls.authenticator, { max, applicationName: 'gateway rest' })
  const restPools = { pages: restPool(6), visitors: restPool(6), users: restPool(10) }
  const schemaCache = await openSchemaCache({ pool: restPools.pages, databaseUrl: options.databaseUrls.authenticator, schemas: options.schemas, log })
  const rest = createRestHandler({ pools: restPools, schemaCache, schemas: options.schemas, log })
  const storagePool = openPool(options.databaseUrls.storage, { max: 6, applicationName: 'gateway storage' })
  const storage = await createStorageHandler({
    pool: storagePool,
    dir: options.storageDir,
    publicRenditions: options.publicRenditions,
    keys,
    now,
    log,
  })
  const realtime = await createRealtime({
    databaseUrls: options.databaseUrls,
    keys,
    limits: options.realtimeLimits,
    publicChannels: options.realtimePublicChannels ?? true,
    now,
    log,
  })
  const functions = createFunctionsHandler({ functions: options.functions, open: options.openFunctions ?? [], keys, now, log })

  const bodies = createBodyBudget()
  const services: Record<string, Service> = {
    auth: { limit: 64 * KB, allowsNul: false, handle: (request, path, { remoteAddress }) => auth.handle(request, path, remoteAddress) },
    functions: { limit: 6 * MB, allowsNul: true, handle: (request, path, { remoteAddress }) => functions(request, path, remoteAddress) },
    rest: {
      limit: 5 * MB,
      allowsNul: true,
      async handle(request, _path, { remoteAddress, pages }) {
        if (!request.headers.get('apikey')) return Response.json(NO_KEY, { status: 401 })
        const resolved = resolveSession(request, keys, { now })
        const caller = { network: limitedNetwork(remoteAddress), pages }
        return resolved.ok ? rest(request, resolved.session, caller) : respondError(resolved.error, request.method)
      },
    },
    storage: {
      limit: MB,
      allowsNul: false,
      fileLimit: storage.fileLimit,
      handle: (request, path, { remoteAddress }) => storage.handle(request, path, remoteAddress),
    },
    realtime: {
      limit: MAX_FRAME,
      allowsNul: false,
      async handle(request, path) {
        const resolved = resolveSession(request, keys, { now })
        return resolved.ok ? realtime.handle(request, path, resolved.session) : respondError(resolved.error, request.method)
      },
    },
  }

  /** Limits the body and calls the service; the body's memory counts until the response is ready. */
  async function serve(name: string, service: Service, request: Request, path: string, from: Origin): Promise<Response> {
    const share = bodies.open(limitedNetwork(from.remoteAddress))
    try {
      const fileLimit = service.fileLimit?.(request.method, path) ?? 0
      const bounded = fileLimit > 0 ? limitStream(request, fileLimit, share) : await limitBody(request, { ...service, share })
      return await service.handle(bounded, path, from)
    } catch (error) {
      if (!(error instanceof BodyRefused)) throw error
      return refuseBody(name, error, request)
    } finally {
      share.release()
    }
  }

  async function answer(request: Request, from: Origin): Promise<Response> {
    const [name, path] = route(urlOf(request).pathname)
    const service = services[name]
    if (!service) return Response.json({ message: 'No such service' }, { status: 404 })
    if (request.method === 'OPTIONS') return preflight(request)
    if (secretKeyInBrowser(request)) return Response.json({ message: 'Forbidden use of secret API key in browser' }, { status: 401 })
    try {
      return await serve(name, service, request, path, from)
    } catch (error) {
      log({ level: 'error', message: `gateway: ${request.method} ${name} failed`, data: error })
      if (isUnavailable(error)) return Response.json({ code: '503', message: 'The database does not answer: try again in a moment' }, { status: 503 })
      return Response.json({ message: 'Internal server error' }, { status: 500 })
    }
  }

  return {
    fetch: async (request, info) => withCors(await answer(request, { remoteAddress: info?.remoteAddress ?? null, pages: info?.pages ?? false })),
    upgrade: (request, socket, head, info) => realtime.upgrade(request, socket, head, info?.remoteAddress ?? ''),
    realtimeError: realtime.problem,
    closeSockets: () => realtime.closeSockets(),
    reloadSchema: () => schemaCache.reload(),
    mayWrite: (call) =>
      schemaCache
        .current()
        .schemas.get(options.schemas[0] ?? '')
        ?.functions.get(call)
        ?.some(({ volatile }) => volatile) ?? true,
    async close() {
      await realtime.close()
      await auth.settle()
      await schemaCache.close()
      await Promise.all([authPool.end(), ...Object.values(restPools).map((pool) => pool.end()), storagePool.end()])
    },
  }
}
