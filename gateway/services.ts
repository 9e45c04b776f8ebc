/** The services that this process answers itself, each with its connections and the limits of its bodies. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { openPool } from '#postgres/pool.ts'
import { createAuthHandler } from './auth/handler.ts'
import { limitedNetwork } from './core/client-network.ts'
import { openSchemaCache } from './core/schema-cache.ts'
import { resolveSession } from './core/session.ts'
import type { GatewayOptions } from './options.ts'
import { poolingOf } from './pool-sizes.ts'
import { MAX_FRAME } from './realtime/limits.ts'
import { createRealtime } from './realtime/realtime.ts'
import { respondError } from './rest/execute/respond.ts'
import { createRestHandler } from './rest/handler.ts'
import { createStorageHandler, fileLimit } from './storage/handler.ts'

export const KB = 1024
export const MB = 1024 * KB

/** The origin of a request; `pages` marks the server itself. */
export type Origin = { readonly remoteAddress: string | null; readonly pages: boolean }

/** The limits of a service's bodies, wherever it is answered. */
export type BodyLimits = {
  /** Maximum body size in bytes, and a smaller one of some paths. */
  limit: number
  limitOf?(path: string): number | undefined
  /** Whether JSON may contain U+0000: the service does not store it, or the database reports the error. */
  allowsNul: boolean
  /** Maximum size in bytes of a body that the service streams itself after checking permissions; 0 for other requests. */
  fileLimit?(method: string, path: string): number
}

export const LIMITS = {
  auth: { limit: 64 * KB, allowsNul: false },
  rest: { limit: 5 * MB, allowsNul: true },
  storage: { limit: MB, allowsNul: false, fileLimit },
  realtime: { limit: MAX_FRAME, allowsNul: false },
} satisfies Record<string, BodyLimits>

export type Service = BodyLimits & {
  handle(request: Request, path: string, from: Origin): Promise<Response>
  close?(): Promise<void>
}
export type RestService = Service & {
  reloadSchema?(): Promise<void>
  /** Whether a function of the first schema may write; absent: unknown. */
  mayWrite?(call: string): boolean
}
export type StorageService = Service & {
  /** Removes files whose rows are gone and that the store has not deleted yet; returns how many wait for another attempt. Absent: a project does it. */
  removeDeletedFiles?(): Promise<number>
}
export type RealtimeService = Service & {
  problem: string | null
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, remoteAddress: string): void
  countSockets(): number
  closeSockets(): Promise<void>
}

/** Hosted Supabase's response to a REST request without an API key, with or without a token. */
const NO_KEY = { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' }

export function openAuth(options: GatewayOptions, now: () => Date): Service {
  const { sizes, ...pooling } = poolingOf(options.pooling)
  const pool = openPool(options.databaseUrls.auth, { ...pooling, max: sizes.auth, applicationName: 'gateway auth' })
  const auth = createAuthHandler({
    pool,
    url: options.url,
    siteUrl: options.siteUrl,
    redirectAllowList: options.redirectAllowList,
    keys: options.keys,
    ...options.auth,
    mails: options.mails,
    linkPages: options.linkPages,
    tries: options.tries,
    log: options.log,
    now,
  })
  return {
    ...LIMITS.auth,
    handle: (request, path, { remoteAddress }) => auth.handle(request, path, remoteAddress),
    async close() {
      await auth.settle()
      await pool.end()
    },
  }
}

export async function openRest(options: GatewayOptions, now: () => Date): Promise<RestService> {
  const { keys, log, schemas } = options
  const url = options.databaseUrls.authenticator
  const { sizes, ...pooling } = poolingOf(options.pooling)
  const pool = (max: number) => openPool(url, { ...pooling, max, applicationName: 'gateway rest' })
  const pools = { pages: pool(sizes.pages), visitors: pool(sizes.visitors), users: pool(sizes.users) }
  const schemaCache = await openSchemaCache({ pool: pools.pages, listenUrl: options.listenUrls?.authenticator ?? url, schemas, log })
  const rest = createRestHandler({ pools, schemaCache, schemas, log })
  return {
    ...LIMITS.rest,
    async handle(request, _path, { remoteAddress, pages }) {
      if (!request.headers.get('apikey')) return Response.json(NO_KEY, { status: 401 })
      const resolved = await resolveSession(request, keys, { now })
      const caller = { network: limitedNetwork(remoteAddress), pages }
      return resolved.ok ? rest(request, resolved.session, caller) : respondError(resolved.error, request.method)
    },
    reloadSchema: () => schemaCache.reload(),
    mayWrite: (call) =>
      schemaCache
        .current()
        .schemas.get(schemas[0] ?? '')
        ?.functions.get(call)
        ?.some(({ volatile }) => volatile) ?? true,
    async close() {
      await schemaCache.close()
      await Promise.all(Object.values(pools).map((one) => one.end()))
    },
  }
}

export async function openStorage(options: GatewayOptions, now: () => Date): Promise<StorageService> {
  const { sizes, ...pooling } = poolingOf(options.pooling)
  const pool = openPool(options.databaseUrls.storage, { ...pooling, max: sizes.storage, applicationName: 'gateway storage' })
  const { storageDir: dir, files, publicRenditions, permanentFiles, notesDeletedFiles, keys, log } = options
  const storage = await createStorageHandler({ pool, dir, files, publicRenditions, permanentFiles, notesDeletedFiles, keys, now, log })
  return {
    ...LIMITS.storage,
    handle: (request, path, { remoteAddress }) => storage.handle(request, path, remoteAddress),
    removeDeletedFiles: storage.removeDeletedFiles,
    close: () => pool.end(),
  }
}

export async function openRealtime(options: GatewayOptions, now: () => Date): Promise<RealtimeService> {
  const { keys, log, databaseUrls } = options
  const realtime = await createRealtime({
    databaseUrls,
    listenUrl: options.listenUrls?.realtime ?? databaseUrls.realtime,
    pooling: poolingOf(options.pooling),
    keys,
    limits: options.realtimeLimits,
    publicChannels: options.realtimePublicChannels ?? true,
    now,
    log,
  })
  return {
    ...LIMITS.realtime,
    problem: realtime.problem,
    upgrade: realtime.upgrade,
    countSockets: realtime.countSockets,
    closeSockets: realtime.closeSockets,
    close: realtime.close,
    async handle(request, path) {
      const resolved = await resolveSession(request, keys, { now })
      return resolved.ok ? realtime.handle(request, path, resolved.session) : respondError(resolved.error, request.method)
    },
  }
}
