/** A gateway that forwards everything to a small HTTP server of the test, which answers as the test says. No database is needed. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createGateway, type Gateway, type GatewayOptions } from '../gateway.ts'
import type { UpstreamService } from '../upstream/options.ts'
import { KEYS, ORIGIN } from './gateway.ts'

export const ALL: ReadonlySet<UpstreamService> = new Set(['rest', 'auth', 'storage', 'realtime'])

export async function listen(listener: RequestListener): Promise<{ server: Server; url: string; port: number }> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { server, port, url: `http://127.0.0.1:${port}` }
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export type Forwarding = {
  gateway: Gateway
  url: string
  server: Server
  logged: { level: string; message: string; data?: unknown }[]
  fetch(path: string, init?: RequestInit, remoteAddress?: string): Promise<Response>
}

export async function openForwarding(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  overrides: Partial<GatewayOptions> & { timeouts?: { call: number; upload: number } } = {},
): Promise<Forwarding> {
  const { timeouts, ...rest } = overrides
  const { server, url } = await listen((request, response) => void answer(request, response))
  const storageDir = await mkdtemp(path.join(tmpdir(), 'gateway-upstream-'))
  const logged: Forwarding['logged'] = []
  const gateway = await createGateway({
    url: ORIGIN,
    siteUrl: ORIGIN,
    redirectAllowList: [],
    databaseUrls: { authenticator: '', auth: '', storage: '', realtime: '', replication: '' },
    schemas: ['public'],
    keys: KEYS,
    auth: { autoconfirm: false, bcryptCost: 4, limits: true },
    mails: { send: async () => undefined },
    storageDir,
    functions: {},
    upstream: { url, services: ALL, timeouts },
    log: (entry) => void logged.push(entry),
    ...rest,
  })
  onTestFinished(async () => {
    await gateway.close()
    await rm(storageDir, { recursive: true, force: true })
  })
  return {
    gateway,
    url,
    server,
    logged,
    fetch: (where, init, remoteAddress) => gateway.fetch(new Request(new URL(where, ORIGIN), init), { remoteAddress }),
  }
}
