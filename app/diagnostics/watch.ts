import { sessionStore } from '../data/session/session.ts'
import { log } from './log.ts'

/** Logs what happens while a visit is diagnosed. The returned function restores everything it wraps. */
export function watch(): () => void {
  const undo = [watchConsole(), watchFetch(), watchNavigation(), watchSession(), watchPage()]
  return () => {
    for (const one of undo) one()
  }
}

const CONSOLE = [
  ['debug', 'debug'],
  ['info', 'info'],
  ['log', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
] as const

function watchConsole(): () => void {
  const undo: (() => void)[] = []
  for (const [method, level] of CONSOLE) {
    const plain = console[method]
    console[method] = (...parts: unknown[]) => {
      const texts = parts.filter((part) => typeof part !== 'object' || part === null)
      const error = parts.find((part) => part instanceof Error)
      const data = parts.filter((part) => typeof part === 'object' && part !== null && part !== error)
      log(level, 'console', texts.map(String).join(' ') || (error?.message ?? ''), data.length === 0 ? undefined : data, error)
      plain.apply(console, parts)
    }
    undo.push(() => (console[method] = plain))
  }
  return () => undo.forEach((one) => one())
}

/** Method, path, status and time of every request; never a header or a body. */
function watchFetch(): () => void {
  const plain = window.fetch
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    const asked = `${init?.method ?? (input instanceof Request ? input.method : 'GET')} ${url.origin === location.origin ? '' : url.origin}${url.pathname}${url.search}`
    const begun = performance.now()
    const ms = () => Math.round(performance.now() - begun)
    try {
      const answer = await plain.call(window, input, init)
      log(answer.ok ? 'info' : answer.status < 500 ? 'warn' : 'error', 'network', `${answer.status} ${asked}`, { status: answer.status, ms: ms() })
      return answer
    } catch (error) {
      const aborted = error instanceof Error && error.name === 'AbortError'
      log(aborted ? 'debug' : 'error', 'network', `${aborted ? 'called off' : 'no response'}: ${asked}`, { ms: ms() }, error)
      throw error
    }
  }
  return () => (window.fetch = plain)
}

function watchNavigation(): () => void {
  const undo: (() => void)[] = []
  for (const method of ['pushState', 'replaceState'] as const) {
    const plain = history[method]
    history[method] = function (state: unknown, unused: string, url?: string | URL | null) {
      const before = location.pathname + location.search
      plain.call(history, state, unused, url)
      const now = location.pathname + location.search
      if (now !== before) log('info', 'route', `to ${now}`)
    }
    undo.push(() => (history[method] = plain))
  }
  const back = () => log('info', 'route', `back to ${location.pathname}${location.search}`)
  addEventListener('popstate', back)
  return () => {
    for (const one of undo) one()
    removeEventListener('popstate', back)
  }
}

function watchSession(): () => void {
  let before = ''
  const note = () => {
    const { status, profileRead } = sessionStore.read()
    const now = `${status}${status === 'signed-in' ? (profileRead ? ', profile loaded' : ', profile loading') : ''}`
    if (now !== before) log('info', 'session', now)
    before = now
  }
  const stop = sessionStore.subscribe(note)
  note()
  return stop
}

function watchPage(): () => void {
  const online = () => log('info', 'network', 'online')
  const offline = () => log('warn', 'network', 'offline')
  const seen = () => log('debug', 'page', document.visibilityState)
  const worker = () => log('info', 'service worker', 'another one took over')
  addEventListener('online', online)
  addEventListener('offline', offline)
  document.addEventListener('visibilitychange', seen)
  navigator.serviceWorker?.addEventListener('controllerchange', worker)
  const loaded = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
  log(
    'info',
    'page',
    `opened ${location.pathname}${location.search}`,
    loaded && { firstByteMs: Math.round(loaded.responseStart), completeMs: Math.round(loaded.domComplete) },
  )
  return () => {
    removeEventListener('online', online)
    removeEventListener('offline', offline)
    document.removeEventListener('visibilitychange', seen)
    navigator.serviceWorker?.removeEventListener('controllerchange', worker)
  }
}
