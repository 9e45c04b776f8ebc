/** Sends requests of the API on to the project, and its answers back, both as streams where they are files. */
import { limitedNetwork } from '../core/client-network.ts'
import { UpstreamAway } from '../core/errors.ts'
import { createFairShare, ShareExceeded } from '../core/fair-share.ts'
import { BodyRefused } from '../body-limit.ts'
import { answerAway, isAwayStatus, RETRY_AFTER } from './away.ts'
import { requestHeaders, responseHeaders } from './headers.ts'

export type Forwarder = {
  /** @param path with the query, after the origin */
  send(service: string, request: Request, path: string, remoteAddress: string | null): Promise<Response>
  /** The same, for a request of this server. Rejects with UpstreamAway. */
  ask(path: string, init: RequestInit): Promise<Response>
}

export type ForwardOptions = {
  /** The project's address without a trailing slash. */
  url: string
  /** The public origin of this server without a trailing slash. */
  origin: string
  /** Milliseconds until the headers of an answer, for calls and for uploads. */
  timeouts?: { call: number; upload: number }
  log: (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void
}

/** A statement of the project ends after 8 s, or up to a minute for some of its roles; an upload lasts as long as here. */
const TIMEOUTS = { call: 30_000, upload: 120_000 }
/** Requests that wait for the project's headers: its own limits are what they share. */
const SHARE = { total: 200, perKey: 40, waiting: 1000, waitingPerKey: 200, longestWait: 8000 }

/** Whether an idle connection ended just when it was used: the request was not read. */
function wasStale(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === 'UND_ERR_SOCKET' || cause?.code === 'ECONNRESET' || cause?.code === 'EPIPE'
}

function refusedBody(error: unknown): BodyRefused | undefined {
  if (error instanceof BodyRefused) return error
  const { cause } = error as { cause?: unknown }
  return cause instanceof BodyRefused ? cause : undefined
}

export function createForwarder({ url, origin, timeouts = TIMEOUTS, log }: ForwardOptions): Forwarder {
  const share = createFairShare(SHARE)
  let lastLogged = 0

  /** One line a second: every request of an outage fails for the same reason. */
  function logAway(error: unknown): void {
    if (Date.now() - lastLogged < 1000) return
    lastLogged = Date.now()
    log({ level: 'error', message: 'upstream: Does not answer', data: error instanceof Error ? (error.cause ?? error) : error })
  }

  async function ask(path: string, init: RequestInit, timeout = timeouts.call): Promise<Response> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeout} ms`)), timeout)
    const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
    const once = (): Promise<Response> => fetch(url + path, { ...init, redirect: 'manual', signal })
    const mayRepeat = init.body === undefined && (init.method === 'GET' || init.method === 'HEAD')
    try {
      return await once().catch((error: unknown) => {
        if (mayRepeat && wasStale(error) && !signal.aborted) return once()
        throw error
      })
    } catch (error) {
      const refused = refusedBody(error)
      if (refused) throw refused
      if (!init.signal?.aborted) logAway(error)
      throw new UpstreamAway('The project does not answer', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    ask,
    async send(service, request, path, remoteAddress) {
      const { method, signal } = request
      const streamed = request.body !== null && service === 'storage'
      const body = request.body === null ? undefined : streamed ? request.body : await request.arrayBuffer()
      const init: RequestInit & { duplex: 'half' } = {
        method,
        headers: requestHeaders(request.headers, remoteAddress),
        signal,
        duplex: 'half',
        ...(body === undefined ? {} : { body }),
      }
      try {
        const answer = await share.run(limitedNetwork(remoteAddress), () => ask(path, init, streamed ? timeouts.upload : timeouts.call), signal)
        if (isAwayStatus(answer.status)) {
          await answer.body?.cancel()
          logAway(`the answer was ${answer.status}`)
          return answerAway(service, request)
        }
        const headers = responseHeaders(answer.headers, url, origin)
        if (answer.status === 503 && headers && !headers.has('retry-after')) headers.set('retry-after', String(RETRY_AFTER))
        if (headers) return new Response(answer.body, { status: answer.status, headers })
        await answer.body?.cancel()
        log({ level: 'error', message: 'upstream: Headers are too large', data: { service, method } })
        return answerAway(service, request)
      } catch (error) {
        if (error instanceof ShareExceeded) return answerAway(service, request, 'Too many requests at once: try again in a moment', error.retryAfter)
        if (error instanceof UpstreamAway) return answerAway(service, request)
        throw error
      }
    },
  }
}
