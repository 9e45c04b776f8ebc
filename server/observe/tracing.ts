/**
 * Traces of requests and of their statements in the form of OpenTelemetry, for a collector of the owner (docs/operate.md). A span has a route,
 * a status and the name of a function or table: no query, no value and no address.
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { listenToStatements } from '#postgres/follow-statements.ts'
import { requestId } from '#postgres/request-context.ts'
import { routeOf, type RequestFollower } from '../http/request-log.ts'

/** `endpoint`: of a collector, without `/v1/traces`. `share`: of the requests that are traced, 0 to 1. */
export type TracingSettings = { endpoint: string; share: number }

export type Tracing = {
  follow: RequestFollower
  /** Sends what is left. */
  close(): Promise<void>
}

/** Milliseconds to send what is left when the shop closes: a collector that is away must not hold it up. */
const LAST = 2000

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The span of the proxy that sent the request. */
function parentOf(header: unknown): Context {
  const [, traceId = '', spanId = '', flags = '0'] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** @param behindProxy whether the header `traceparent` is a proxy's; from a visitor it is not believed */
export function openTracing({ endpoint, share }: TracingSettings, behindProxy = false): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'shringar' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('shringar')
  /** The spans of the requests that are being answered, by their ids. */
  const open = new Map<string, Context>()

  const stop = listenToStatements(0, ({ statement, began, ms, failed }) => {
    const request = open.get(requestId() ?? '')
    if (!request) return
    const span = tracer.startSpan(statement, { kind: SpanKind.CLIENT, startTime: began, attributes: { 'db.system.name': 'postgresql' } }, request)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(began + ms)
  })

  return {
    follow({ method = '', url = '/', headers }, response, id) {
      const route = routeOf(url)
      const span = tracer.startSpan(
        `${method} ${route}`,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'http.route': route, 'shop.request_id': id } },
        behindProxy ? parentOf(headers['traceparent']) : ROOT_CONTEXT,
      )
      const context = trace.setSpan(ROOT_CONTEXT, span)
      open.set(id, context)
      response.once('close', () => {
        // A proxy may have sent the same id again.
        if (open.get(id) === context) open.delete(id)
        if (response.headersSent) span.setAttribute('http.response.status_code', response.statusCode)
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
    },
    async close() {
      stop()
      await Promise.race([provider.shutdown().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, LAST).unref())])
    },
  }
}
