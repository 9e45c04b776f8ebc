/**
 * Whether the shop can be reached. `keptSince`: when the shown data was last read from the shop; null while it is live. `away`: the
 * network is there, but the shop cannot reach its data.
 */
export type Connection = { line: 'steady' | 'offline' | 'online'; keptSince: string | null; away: boolean }

/** How long to wait before the next check of a shop that does not respond, in ms. */
const LOOK_AGAIN_MS = [3000, 5000, 10_000, 30_000]

let state: Connection = { line: 'steady', keptSince: null, away: false }
let started = false
let looks = 0
let clock: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function publish(next: Connection) {
  state = next
  for (const listener of listeners) listener()
}

/** The network is down, or the shop does not respond: a browser with Wi-Fi believes that it is online. */
export function lost(keptSince: string | null = state.keptSince, away = false): void {
  if (state.line !== 'offline' || state.keptSince !== keptSince || state.away !== away) publish({ line: 'offline', keptSince, away })
  lookAgain()
}

/** The shop responds again. The page still shows cached data: `keptSince` stays until the user has seen the message, for code that reads the data again. */
export function found(): void {
  clearTimeout(clock)
  clock = undefined
  looks = 0
  if (state.line === 'offline') publish({ ...state, line: 'online' })
}

/** The message about the restored connection has been shown. */
export function settle(): void {
  if (state.line === 'online') publish({ line: 'steady', keptSince: null, away: false })
}

/** Checks only while the device itself claims to be online: otherwise the browser's own event reports the change. */
function lookAgain() {
  if (clock !== undefined) return
  clock = setTimeout(
    () => {
      clock = undefined
      looks += 1
      if (navigator.onLine) void reachable()
      else lookAgain()
    },
    LOOK_AGAIN_MS[Math.min(looks, LOOK_AGAIN_MS.length - 1)],
  )
}

/** Asks the shop itself whether it is reachable and can serve; any other response counts, even an error. */
export async function reachable(): Promise<boolean> {
  const status = navigator.onLine
    ? await fetch('/ready', { cache: 'no-store' }).then(
        (answer) => answer.status,
        () => null,
      )
    : null
  if (status === null || status === 503) {
    lost(undefined, status === 503)
    return false
  }
  found()
  return true
}

function start() {
  if (started) return
  started = true
  window.addEventListener('offline', () => lost())
  window.addEventListener('online', found)
  // Set by the service worker, or by the shop while it cannot reach its database (`away`).
  const { kept, away } = document.documentElement.dataset
  if (kept !== undefined) lost(kept, away !== undefined)
  else if (!navigator.onLine) lost()
}

/** Whether the shop is known to be out of reach. The browser alone does not know: on a reload of a cached page it says that it is online. */
export function isLost(): boolean {
  start()
  return !navigator.onLine || state.line === 'offline'
}

export const connectionStore = {
  subscribe(listener: () => void): () => void {
    start()
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): Connection => state,
}
