/**
 * Rate limits, held in the memory of this process. Limits per account apply to everyone; limits per client address skip
 * exempt addresses (loopback, docs/api.md#limits-per-client).
 */
import { AuthError } from './errors.ts'

type Window = { count: number; until: number }
const MAX_KEYS = 50_000

/** At most `times` per key within `seconds`. */
type Rule = { times: number; seconds: number }

const RULES = {
  /** One mail per address, registered or not: otherwise the response reveals who has an account. */
  mail: { times: 1, seconds: 60 },
  /** Failed passwords and codes per account and network, per device, per session. */
  attempt: { times: 10, seconds: 300 },
  /** Failed passwords per account across all networks. */
  attemptAnywhere: { times: 60, seconds: 900 },
  /** Notifications to an account owner about attempts by others. */
  notice: { times: 1, seconds: 24 * 3600 },
  /** Requested email changes per account. */
  emailChange: { times: 10, seconds: 3600 },
  /** Password changes per account: each costs up to three hashes. */
  passwordChange: { times: 15, seconds: 900 },
  /** Metadata changes per account: each writes an audit log row, retained for months. */
  metadataChange: { times: 60, seconds: 900 },
  signInIp: { times: 30, seconds: 300 },
  signUpIp: { times: 30, seconds: 300 },
  mailIp: { times: 30, seconds: 300 },
  verifyIp: { times: 60, seconds: 300 },
  refreshIp: { times: 300, seconds: 300 },
} satisfies Record<string, Rule>
export type LimitName = keyof typeof RULES

export type Limits = {
  /** Counts one use; throws 429 when the limit is reached. A null key is exempt. */
  use(name: LimitName, key: string | null): void
  /** Counts one use; false when the limit is reached. */
  take(name: LimitName, key: string): boolean
  /** Takes one use back when the server could not process it. */
  undo(name: LimitName, key: string): void
  /** Resets the count of a key. */
  forget(name: LimitName, key: string): void
}

export function createLimits(now: () => Date): Limits {
  const windows = new Map<string, Window>()

  function current(name: LimitName, key: string): Window | null {
    const window = windows.get(`${name} ${key}`)
    return window && window.until > now().getTime() ? window : null
  }

  function refuse(name: LimitName, window: Window): never {
    const seconds = Math.max(1, Math.ceil((window.until - now().getTime()) / 1000))
    if (name === 'mail')
      throw new AuthError(429, 'over_email_send_rate_limit', `For security purposes, you can only request this after ${seconds} seconds.`, {}, seconds)
    throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {}, seconds)
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

  /** Counts one use and returns null, or returns the window that is full. */
  function count(name: LimitName, key: string): Window | null {
    const window = current(name, key)
    if (window) {
      if (window.count >= RULES[name].times) return window
      window.count += 1
      return null
    }
    makeRoom()
    windows.set(`${name} ${key}`, { count: 1, until: now().getTime() + RULES[name].seconds * 1000 })
    return null
  }

  return {
    use(name, key) {
      const full = key === null ? null : count(name, key)
      if (full) refuse(name, full)
    },
    take: (name, key) => count(name, key) === null,
    undo(name, key) {
      const window = current(name, key)
      if (window) window.count -= 1
    },
    forget(name, key) {
      windows.delete(`${name} ${key}`)
    },
  }
}
