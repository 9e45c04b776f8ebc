/** An HTTP server with fake pages and a fake backend. */
import { request as ask, type IncomingHttpHeaders, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Gateway } from '#gateway/gateway.ts'
import { createHttpServer, type HttpServerOptions } from '../http/http.ts'
import { ResponseCache } from '../cache/response-cache.ts'

const keys = { publishable: 'sb_publishable_x', anon: 'anon.jwt' }
export const visitor = { apikey: keys.publishable }
export const PUBLIC = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0, s-maxage=60' }
export const LONG = 'कुमकुम और काजल '.repeat(200)

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }
type Asked = { method?: string; headers?: Record<string, string | string[]>; body?: string }

/** Records the requests to pages and backend. Closes after the test. */
export async function open(
  parts: {
    page?: (request: Request, phone: boolean) => Response | Promise<Response>
    backend?: (request: Request) => Response | Promise<Response>
    upgrade?: Gateway['upgrade']
  } & Partial<HttpServerOptions> = {},
) {
  const asked = { pages: [] as string[], gateway: [] as { url: string; address: string }[] }
  const logged: unknown[] = []
  const cache = new ResponseCache()
  const { page = () => new Response(LONG, { headers: PUBLIC }), backend = () => Response.json([{ id: 1, text: LONG }]), upgrade, ...rest } = parts
  const server: Server = createHttpServer({
    gateway: {
      fetch: async (request, info) => {
        asked.gateway.push({ url: request.url, address: info?.remoteAddress ?? '' })
        return backend(request)
      },
      upgrade,
    } as Gateway,
    pages:
      () =>
      async (request, { isPhone }) => {
        asked.pages.push(request.url)
        return { answer: await page(request, isPhone) }
      },
    files: undefined,
    cache,
    keys,
    siteUrl: 'https://shop.example',
    trustProxy: undefined,
    database: { answers: () => Promise.resolve(true), isAway: () => false },
    log: (...entry) => void logged.push(entry),
    ...rest,
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  function fetch(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = ask({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes, text: bytes.toString() })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
  return { fetch, asked, logged, cache, port }
}
