/** /realtime/v1: WebSockets and the broadcast API. The connection to other processes opens with the first client. */
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import type { WebSocketServer } from 'ws'
import { loginOf } from '#postgres/address.ts'
import { openPool } from '#postgres/pool.ts'
import { limitedNetwork } from '../core/client-network.ts'
import { guarded } from '../core/guard.ts'
import { refuseSocket } from '../core/refuse-socket.ts'
import { urlOfTarget } from '../core/request-url.ts'
import type { Log } from '../core/schema-cache.ts'
import { resolveSession, type Keys, type Session } from '../core/session.ts'
import type { Pooling } from '../pool-sizes.ts'
import { createAccess } from './access.ts'
import { sendBroadcasts } from './broadcast-api.ts'
import { createBus } from './bus.ts'
import { createChangeFeed } from './changes/feed.ts'
import { createHub, type Hub } from './hub.ts'
import { LIMITS, MAX_FRAME, MAX_SOCKETS, type Limits } from './limits.ts'
import { serveSocket, type ClientSocket } from './socket.ts'

export type Realtime = {
  /** Why realtime is unavailable; else null. */
  problem: string | null
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, remoteAddress: string): void
  handle(request: Request, path: string, session: Session): Promise<Response>
  countSockets(): number
  /** Closes all sockets; terminates those that do not close in time. */
  closeSockets(): Promise<void>
  close(): Promise<void>
}

const PUBLICATION = 'supabase_realtime'
/** Milliseconds for clients to answer the close frame when the server stops. */
const CLOSE_TIMEOUT = 300

/** The first missing prerequisite of logical decoding, or null. */
async function findProblem(pool: pg.Pool, login: string): Promise<string | null> {
  const { rows } = await pool.query<{ level: string; slots: string; senders: string; replication: boolean | null }>(
    `select current_setting('wal_level') as level, current_setting('max_replication_slots') as slots, current_setting('max_wal_senders') as senders,
      (select r.rolreplication or r.rolsuper from pg_catalog.pg_roles r where r.rolname = $1) as replication`,
    [login],
  )
  const [found] = rows
  if (found?.level !== 'logical') return `wal_level is ${found?.level ?? 'unknown'} and must be logical`
  if (Number(found.slots) === 0 || Number(found.senders) === 0) return 'max_replication_slots and max_wal_senders must not be 0'
  if (found.replication !== true) return `the role ${login} needs the attribute REPLICATION (alter role ${login} replication)`
  return null
}

export async function createRealtime(options: {
  databaseUrls: { authenticator: string; realtime: string; replication: string }
  /** Where the bus between processes listens. */
  listenUrl: string
  pooling: Pooling
  keys: Keys
  limits?: Partial<Limits>
  /** False: broadcast and presence work in private channels only. */
  publicChannels: boolean
  now: () => Date
  log: Log
}): Promise<Realtime> {
  const { keys, now, log, databaseUrls, publicChannels } = options
  const limits = { ...LIMITS, ...options.limits }
  const { sizes, ...pooling } = options.pooling
  const callers = openPool(databaseUrls.authenticator, { ...pooling, max: sizes.realtimeRows, applicationName: 'gateway realtime rows' })
  const own = openPool(databaseUrls.realtime, { ...pooling, max: sizes.realtime, applicationName: 'gateway realtime' })
  const problem = await findProblem(own, loginOf(databaseUrls.replication))
  const access = createAccess(own)
  const feed = createChangeFeed({ pool: callers, url: databaseUrls.replication, publication: PUBLICATION, log })
  let hub: Hub
  const bus = createBus({
    url: options.listenUrl,
    pool: own,
    onMessage: (peer, message) => hub.receive(peer, message),
    onPeer: () => hub.sendState(),
    onGone: (peer) => hub.removePeer(peer),
    log,
  })
  hub = createHub(bus)
  const services = { keys, now, log, pool: callers, publication: PUBLICATION, access, feed, hub, publicChannels }
  /** The open sockets with their client networks. */
  const sockets = new Map<ClientSocket, string | null>()
  const terminateSilentSockets = guarded(log, 'realtime: Terminating silent sockets', () => {
    const before = Date.now() - limits.silence
    for (const socket of sockets.keys()) if (socket.isSilentSince(before)) socket.terminate()
  })
  const timer = setInterval(terminateSilentSockets, limits.silence / 3)
  timer.unref()
  let closing = false
  let loading: Promise<WebSocketServer> | undefined

  /** Loaded with the first socket, to save 4 MB of memory in an idle server. */
  function webSockets(): Promise<WebSocketServer> {
    loading ??= import('ws').then(
      ({ WebSocketServer: Server }) => new Server({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false, clientTracking: false }),
    )
    return loading
  }

  function isFull(network: string | null): boolean {
    if (sockets.size >= MAX_SOCKETS) return true
    if (network === null) return false
    let same = 0
    for (const other of sockets.values()) if (other === network) same += 1
    return same >= limits.socketsPerNetwork
  }

  async function closeSockets(): Promise<void> {
    closing = true
    for (const socket of sockets.keys()) socket.close()
    for (let waited = 0; sockets.size > 0 && waited < CLOSE_TIMEOUT; waited += 10) await sleep(10)
    for (const socket of sockets.keys()) socket.terminate()
  }

  return {
    problem,
    countSockets: () => sockets.size,
    upgrade(request, socket, head, remoteAddress) {
      socket.on('error', () => undefined)
      const url = urlOfTarget(request.url)
      if (!url) return refuseSocket(socket, 400, 'Invalid request URL')
      if (url.pathname !== '/realtime/v1/websocket') return refuseSocket(socket, 404, 'No such service')
      if (problem !== null) return refuseSocket(socket, 503, `Realtime is not available: ${problem}`)
      if (closing) return refuseSocket(socket, 503, 'The server is restarting')
      const version = url.searchParams.get('vsn') ?? '1.0.0'
      if (version !== '1.0.0' && version !== '2.0.0') return refuseSocket(socket, 400, 'vsn must be 1.0.0 or 2.0.0')
      const headers = new Headers()
      for (const name of ['authorization', 'apikey']) if (typeof request.headers[name] === 'string') headers.set(name, request.headers[name])
      const queryKey = url.searchParams.get('apikey')
      const fromBrowser = (request.headers['user-agent'] ?? '').startsWith('Mozilla/')
      if (fromBrowser && queryKey?.startsWith('sb_secret_')) return refuseSocket(socket, 401, 'Forbidden use of secret API key in browser')
      const network = limitedNetwork(remoteAddress)
      const open = async (): Promise<void> => {
        const resolved = await resolveSession({ headers }, keys, { now, queryKey })
        if (!resolved.ok) return refuseSocket(socket, 401, resolved.error.message)
        if (isFull(network)) return refuseSocket(socket, 429, 'Too many connections')
        bus.open()
        const server = await webSockets()
        server.handleUpgrade(request, socket, head, (ws) => {
          const client = serveSocket(ws, { version, session: resolved.session, services, limits })
          sockets.set(client, network)
          ws.on('close', () => sockets.delete(client))
          if (closing) client.close()
        })
      }
      open().catch((error: unknown) => {
        log({ level: 'error', message: 'realtime: Failed to open a socket', data: error })
        socket.destroy()
      })
    },
    async handle(request, path, session) {
      if (problem !== null) return Response.json({ code: '503', message: `Realtime is not available: ${problem}` }, { status: 503 })
      if (path === '/websocket') {
        return Response.json(
          { code: '426', message: 'This endpoint requires a WebSocket' },
          { status: 426, headers: { upgrade: 'websocket', connection: 'upgrade' } },
        )
      }
      if (!path.startsWith('/api/broadcast')) return Response.json({ code: '404', message: 'No such service' }, { status: 404 })
      bus.open()
      return sendBroadcasts(request, path, session, { access, hub, publicChannels })
    },
    closeSockets,
    async close() {
      clearInterval(timer)
      await closeSockets()
      await Promise.all([feed.close(), bus.close()])
      await Promise.all([callers.end(), own.end()])
    },
  }
}
