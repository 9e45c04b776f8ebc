import { sessionStore } from '../data/session/session.ts'
import { lost } from '../data/api/connection.ts'
import { reloadPage } from '../ui/page/reload-page.ts'
import type { FromWorker, ToWorker } from './worker/messages.ts'

/** The browser checks for a new worker when a page opens; a tab that stays open for days checks by itself. */
const LOOK_FOR_NEW_MS = 60 * 60 * 1000

/** A worker that waits, or 'took over' after another tab activated it: this tab's files are outdated. */
let waiting: ServiceWorker | 'took over' | null = null
let asked = false
let started = false
const listeners = new Set<() => void>()

function notify(next: typeof waiting) {
  waiting = next
  for (const listener of listeners) listener()
}

export const updateStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): boolean => waiting !== null,
}

/** The new worker takes over, and the page reloads; typed text must have been stored before. */
export function update(): void {
  if (waiting === 'took over' || waiting?.state !== 'installed') return reloadPage()
  asked = true
  send(waiting, { kind: 'take-over' })
}

/** Built apps only: during development a worker would serve outdated files. A page that cannot have a worker works as before. */
export async function startWorker(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (started || !workers || !import.meta.env.PROD) return
  started = true
  let controlled = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    if (asked) reloadPage()
    else if (controlled) notify('took over')
    controlled = true
    visit()
    noteAccount()
  })
  workers.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => lost(data.since))
  sessionStore.subscribe(noteAccount)
  try {
    const registration = await workers.register('/service-worker.js', { updateViaCache: 'none' })
    if (registration.waiting && controlled) notify(registration.waiting)
    registration.addEventListener('updatefound', () => follow(registration.installing))
    follow(registration.installing)
    setInterval(() => navigator.onLine && void registration.update().catch(() => undefined), LOOK_FOR_NEW_MS)
  } catch {
    // the browser's settings forbid it, or the connection is lost: the next page tries again
  }
  visit()
  noteAccount()
}

/** The first worker ever is no update: nothing on the page is older than it. */
function follow(installing: ServiceWorker | null) {
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed' && navigator.serviceWorker.controller) notify(installing)
  })
}

function send(worker: ServiceWorker | null | undefined, message: ToWorker) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker?.postMessage(message)
}

/** Asks the worker to make this URL available offline, with the pictures shown now: a page may be older than its worker. */
export function visit(key = location.pathname + location.search): void {
  if (!started) return
  const pictures = [...document.images]
    .filter(({ complete, currentSrc }) => complete && currentSrc.startsWith(`${location.origin}/`))
    .map(({ currentSrc }) => currentSrc)
  send(navigator.serviceWorker.controller, { kind: 'visited', key, pictures })
}

function noteAccount() {
  if (sessionStore.read().status === 'signed-in') send(navigator.serviceWorker.controller, { kind: 'account' })
}
