/** Whether the shop can be reached. `keptSince`: when what is shown now was last read from the shop; null while it is live. */
export type Connection = { line: 'steady' | 'offline' | 'online'; keptSince: string | null }

/** How long to wait before the next look for a shop that does not answer, in ms. */
const LOOK_AGAIN_MS = [3000, 5000, 10_000, 30_000]

let state: Connection = { line: 'steady', keptSince: null }
let started = false
let looks = 0
let clock: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function publish(next: Connection) {
  state = next
  for (const listener of listeners) listener()
}

/** The line is gone, or the shop does not answer: a browser that has Wi-Fi believes that it is online. */
export function lost(keptSince: string | null = state.keptSince): void {
  if (state.line !== 'offline' || state.keptSince !== keptSince) publish({ line: 'offline', keptSince })
  lookAgain()
}

/** The shop answers again. What is shown is still what was kept: `keptSince` stays until the news is read, for whoever reads anew. */
export function found(): void {
  clearTimeout(clock)
  clock = undefined
  looks = 0
  if (state.line === 'offline') publish({ line: 'online', keptSince: state.keptSince })
}

/** The news of the return has been read. */
export function settle(): void {
  if (state.line === 'online') publish({ line: 'steady', keptSince: null })
}

/** Only while the device itself claims to be online: its own event tells the rest. */
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

/** Asks the shop itself whether it is there; any answer counts, even a bad one. */
export async function reachable(): Promise<boolean> {
  if (navigator.onLine) {
    try {
      await fetch('/health', { cache: 'no-store' })
      found()
      return true
    } catch {
      // told below
    }
  }
  lost()
  return false
}

function start() {
  if (started) return
  started = true
  window.addEventListener('offline', () => lost())
  window.addEventListener('online', found)
  const kept = document.documentElement.dataset['kept']
  if (kept !== undefined) lost(kept)
  else if (!navigator.onLine) lost()
}

export const connectionStore = {
  subscribe(listener: () => void): () => void {
    start()
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): Connection => state,
}
