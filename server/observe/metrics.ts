/**
 * What the process measures of itself, in Prometheus' text format (docs/operate.md): requests, orders, the event loop, memory, pools,
 * caches. Labels have few values, which the server chooses, and never hold an id, an address or a name of a person.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ResponseCache } from '../cache/response-cache.ts'
import { BACKLOG, type Backlog } from './backlog.ts'

/** The pools that are shown, by name. */
type Pools = Record<string, { totalCount: number; idleCount: number; waitingCount: number }>
type Sources = {
  cache: Pick<ResponseCache, 'bytes'> | undefined
  pools: Pools
  /** Open WebSockets of this process. */
  sockets: () => number
  isDatabaseAway: () => boolean
  /** Null while the database does not answer. */
  backlog: () => Promise<Backlog | null>
}

export type Metrics = {
  /** Counts the response and measures how long it takes. */
  follow(request: IncomingMessage, response: ServerResponse): void
  /** The text for Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const SERVICE = /^\/(rest|auth|storage|functions|realtime)\/v1(?=[/?]|$)/
/** Functions whose calls are counted by name: those that take money and orders. */
export const COUNTED = new Set([
  'place-order',
  'create-manual-order',
  'change-order',
  'change-my-order',
  'exchange-return',
  'start-payment',
  'confirm-payment',
  'check-payment',
  'razorpay-webhook',
  'generate-pdf',
])
/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The part of the shop that answers an address: few values, whatever clients send. */
export function areaOf(url: string): string {
  const service = SERVICE.exec(url)?.[1]
  if (service) return service
  if (/^\/(assets|brand|icons|fonts|pictures)\//.test(url)) return 'file'
  return /^\/(health|ready|serves|metrics)(\?|$)/.test(url) ? 'probe' : 'page'
}

/** The name of a counted function; undefined for all others. */
export function functionOf(url: string): string | undefined {
  const name = /^\/functions\/v1\/([a-z-]{1,40})(?=[/?]|$)/.exec(url)?.[1]
  return name !== undefined && COUNTED.has(name) ? name : undefined
}

export function createMetrics(sources: Sources): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'shop_http_requests_total',
    help: 'Responses by area, method and status',
    labelNames: ['area', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Time from the request to the end of its response, by area',
    labelNames: ['area'],
    buckets: BUCKETS,
    registers,
  })
  const calls = new Counter({
    name: 'shop_function_calls_total',
    help: 'Calls of functions for orders and money, by name and status',
    labelNames: ['name', 'status'],
    registers,
  })
  showProcess(sources, registers)
  const showBacklog = gaugesOf(registers)

  return {
    contentType: registry.contentType,
    follow(request, response) {
      const began = performance.now()
      const { url = '/', method = '' } = request
      response.once('close', () => {
        const area = areaOf(url)
        // A client that left before the response began got no status.
        const status = response.headersSent ? String(response.statusCode) : 'aborted'
        requests.inc({ area, method: METHODS.has(method) ? method : 'other', status })
        durations.observe({ area }, (performance.now() - began) / 1000)
        const name = functionOf(url)
        if (name) calls.inc({ name, status })
      })
    },
    async text() {
      showBacklog(await sources.backlog())
      return registry.metrics()
    },
  }
}

function showProcess({ cache, pools, sockets, isDatabaseAway }: Sources, registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    void new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }
  gauge('shop_database_away', '1 while the database does not answer', () => Number(isDatabaseAway()))
  gauge('shop_realtime_sockets', 'Open WebSockets', sockets)
  gauge('shop_response_cache_bytes', 'Bytes of cached responses', () => cache?.bytes ?? 0)
  void new Gauge({
    name: 'shop_pool_connections',
    help: 'Connections to the database by pool and state; waiting: callers without one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}

/** One gauge for each number of the backlog. Without an answer of the database they show nothing rather than old numbers. */
function gaugesOf(registers: Registry[]): (backlog: Backlog | null) => void {
  const gauges = BACKLOG.map(({ column, name, help }) => ({ column, gauge: new Gauge({ name, help, registers }) }))
  return (backlog) => {
    for (const { column, gauge } of gauges) {
      const value = backlog?.[column] ?? null
      if (value === null) gauge.remove()
      else gauge.set(value)
    }
  }
}
