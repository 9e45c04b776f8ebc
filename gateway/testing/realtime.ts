/** A gateway that listens, so that the official client can open its socket. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createClient, REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, type RealtimeClientOptions, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { signJwt } from '../core/jwt.ts'
import type { GatewayOptions } from '../gateway.ts'
import type { TestDatabase } from './database.ts'
import { KEYS, openTestGateway, type TestGateway } from './gateway.ts'

export type LiveGateway = TestGateway & {
  origin: string
  /** A client; with a user's id it uses that user's token, valid for `lifetime` seconds. */
  live(options?: { user?: string; key?: string; lifetime?: number; realtime?: RealtimeClientOptions }): SupabaseClient
  /** Disconnects every client but one. */
  disconnect(but?: SupabaseClient): Promise<void>
  /** A raw WebSocket without the official client: the test controls all frames. */
  socket(options?: { vsn?: string; key?: string; userAgent?: string; /** the client's, as a proxy reports it */ address?: string }): Promise<RawSocket>
}

export type RawSocket = {
  ws: WebSocket
  received: unknown[]
  send(frame: unknown): void
  /** Resolves to the first matching frame, received before or after the call. */
  next(fits: (frame: ReceivedFrame) => boolean): Promise<ReceivedFrame>
  closed: Promise<number>
}
export type ReceivedFrame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: Record<string, unknown>]

export const TOPIC = 'realtime:hall'

/** Joins and resolves to the payload of the reply. */
export async function join(
  socket: RawSocket,
  { topic = TOPIC, ref = '1', payload = {} }: { topic?: string; ref?: string; payload?: unknown } = {},
): Promise<unknown> {
  socket.send([ref, ref, topic, 'phx_join', payload])
  return (await socket.next(([, answered, of, event]) => answered === ref && of === topic && event === 'phx_reply'))[4]
}

export function tokenOf(user: string, lifetime = 3600, claims: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1000)
  return signJwt({ sub: user, role: 'authenticated', iat: now - 60, exp: now + lifetime, ...claims }, KEYS.jwtSecret)
}

/** Polls until `look` returns a truthy value; the test's own timeout ends it. */
export async function until<T>(look: () => T | undefined | false | null): Promise<T> {
  for (;;) {
    const found = look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function listen(shop: TestGateway): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : undefined
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
      const answer = await shop.fetch(request.url ?? '/', { method: request.method, headers, body })
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })()
  })
  server.on('upgrade', (request, socket, head) =>
    shop.gateway.upgrade(request, socket, head, { remoteAddress: String(request.headers['x-address'] ?? request.socket.remoteAddress) }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export async function openLiveGateway(database: TestDatabase, overrides: Partial<GatewayOptions> = {}): Promise<LiveGateway> {
  const shop = await openTestGateway(database, overrides)
  const { server, origin } = await listen(shop)
  const clients: SupabaseClient[] = []
  return {
    ...shop,
    origin,
    live({ user, key = KEYS.publishableKey, lifetime, realtime } = {}) {
      const client = createClient(origin, key, {
        auth: { autoRefreshToken: false, persistSession: false },
        realtime,
        ...(user === undefined ? {} : { accessToken: async () => tokenOf(user, lifetime) }),
      })
      clients.push(client)
      return client
    },
    async socket({ vsn = '2.0.0', key = KEYS.publishableKey, userAgent, address } = {}) {
      const ws = new WebSocket(`${origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${vsn}`, {
        headers: { ...(userAgent === undefined ? {} : { 'user-agent': userAgent }), ...(address === undefined ? {} : { 'x-address': address }) },
      })
      const received: unknown[] = []
      ws.on('message', (data: Buffer, isBinary) => void received.push(isBinary ? data : (JSON.parse(data.toString()) as unknown)))
      const closed = new Promise<number>((resolve) => ws.once('close', resolve))
      await once(ws, 'open') // rejects with the response of a refused upgrade
      return {
        ws,
        received,
        closed,
        send: (frame) => ws.send(JSON.stringify(frame)),
        next: (fits) => until(() => received.find((frame): frame is ReceivedFrame => Array.isArray(frame) && fits(frame as ReceivedFrame))),
      }
    },
    async disconnect(but) {
      for (const client of clients.splice(0)) {
        if (client === but) clients.push(client)
        else await client.realtime.disconnect()
      }
    },
    async close() {
      for (const client of clients) await client.realtime.disconnect()
      await shop.gateway.closeSockets()
      server.closeAllConnections()
      server.close()
      await shop.close()
    },
  }
}

/** Subscribes and waits for the reply; rejects with the server's error. */
export async function subscribed(channel: RealtimeChannel): Promise<RealtimeChannel> {
  // The official client joins with the token it has at that moment: without this call it has none.
  await channel.socket.setAuth()
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel)
      else if (status === REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR) reject(error ?? new Error('refused'))
    })
  })
}

/** Subscribes and waits until the server delivers database changes. */
export async function following(channel: RealtimeChannel): Promise<RealtimeChannel> {
  const flows = new Promise<void>((resolve) => {
    channel.on('system', {}, (said: { status?: string; extension?: string }) => {
      if (said.extension === 'postgres_changes' && said.status === 'ok') resolve()
    })
  })
  await subscribed(channel)
  await flows
  return channel
}
