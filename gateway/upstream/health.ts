/** Whether the services of the project answer: asked on demand, at most once in a few seconds. */
import type { UpstreamService } from './options.ts'
import { isAwayStatus } from './away.ts'

/** Cheap addresses of the services. What they answer does not matter, as long as it is not a proxy that speaks for a dead service. */
const ADDRESSES: Record<UpstreamService, { method: 'GET' | 'HEAD'; path: string }> = {
  auth: { method: 'GET', path: '/auth/v1/health' },
  rest: { method: 'HEAD', path: '/rest/v1/' },
  storage: { method: 'GET', path: '/storage/v1/status' },
  realtime: { method: 'GET', path: '/realtime/v1/api/ping' },
}

/** Milliseconds for one answer, and for which the answers count: load balancers ask every second. */
const TIMEOUT = 2000
const KNOWN_FOR = 3000

type Options = {
  /** The project's address without a trailing slash. */
  url: string
  services: ReadonlySet<UpstreamService>
  publishableKey: string
  timeout?: number
  knownFor?: number
}

/** @returns a function that resolves to the services that do not answer, in the order of `services`; concurrent callers share the questions */
export function askUpstream({ url, services, publishableKey, timeout = TIMEOUT, knownFor = KNOWN_FOR }: Options): () => Promise<UpstreamService[]> {
  let asked: { answer: Promise<UpstreamService[]>; until: number } | undefined

  async function answers(service: UpstreamService): Promise<boolean> {
    const { method, path } = ADDRESSES[service]
    try {
      const answer = await fetch(url + path, { method, headers: { apikey: publishableKey }, redirect: 'manual', signal: AbortSignal.timeout(timeout) })
      await answer.body?.cancel()
      return answer.status !== 503 && !isAwayStatus(answer.status)
    } catch {
      return false
    }
  }

  async function ask(): Promise<UpstreamService[]> {
    const known = await Promise.all([...services].map(async (service) => ({ service, isThere: await answers(service) })))
    return known.flatMap(({ service, isThere }) => (isThere ? [] : [service]))
  }

  return () => {
    // The answers of a project that is away come late, and count from when they come.
    if (!asked || asked.until < performance.now()) {
      const current = { answer: ask(), until: Infinity }
      asked = current
      void current.answer.then(() => (current.until = performance.now() + knownFor))
    }
    return asked.answer
  }
}
