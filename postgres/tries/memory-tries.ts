/** Counts tries in the memory of this process: for a gateway that serves alone. */
import { LIMITS, type Try, type Tries } from './limits.ts'

type Window = { count: number; until: number }
const MAX_KEYS = 50_000

export function memoryTries(now: () => Date): Tries {
  const windows = new Map<string, Window>()
  const nameOf = ([name, key]: Try): string => `${name} ${key}`

  function current(tried: Try): Window | null {
    const window = windows.get(nameOf(tried))
    return window && window.until > now().getTime() ? window : null
  }

  function makeRoom(): void {
    if (windows.size < MAX_KEYS) return
    const time = now().getTime()
    for (const [key, window] of windows) if (window.until <= time) windows.delete(key)
    // Still full: evict the oldest, so that invented addresses cannot exhaust the memory.
    for (const key of windows.keys()) {
      if (windows.size < MAX_KEYS * 0.9) break
      windows.delete(key)
    }
  }

  return {
    async count(tries) {
      for (const tried of tries) {
        const window = current(tried)
        const [name] = tried
        if (window && window.count >= LIMITS[name].times) return { name, seconds: Math.max(1, Math.ceil((window.until - now().getTime()) / 1000)) }
      }
      for (const tried of tries) {
        const window = current(tried)
        if (window) window.count += 1
        else {
          makeRoom()
          windows.set(nameOf(tried), { count: 1, until: now().getTime() + LIMITS[tried[0]].seconds * 1000 })
        }
      }
      return null
    },
    async forget(undone, forgotten = []) {
      for (const tried of undone) {
        const window = current(tried)
        if (window && window.count > 0) window.count -= 1
      }
      for (const tried of forgotten) windows.delete(nameOf(tried))
    },
  }
}
