/**
 * Rate limits of the auth service. Limits per account apply to everyone; limits per client address skip exempt addresses
 * (loopback, docs/api.md#limits-per-client). Numbers and windows: postgres/tries/limits.ts.
 */
import type { Full, LimitName, Tries, Try } from '#postgres/tries/limits.ts'
import { AuthError } from './errors.ts'

export type Limits = {
  /** Counts one use of each, or none and throws 429 when a limit is reached. A null key is exempt. */
  use(...uses: (readonly [name: LimitName, key: string | null])[]): Promise<void>
  /** Counts one use; false when the limit is reached. */
  take(name: LimitName, key: string): Promise<boolean>
  /** Takes uses back when the server could not process them, and forgets all uses of a key that has proved itself. */
  undo(uses: readonly Try[], forgotten?: readonly Try[]): Promise<void>
}

function refuse({ name, seconds }: Full): never {
  if (name === 'mail')
    throw new AuthError(429, 'over_email_send_rate_limit', `For security purposes, you can only request this after ${seconds} seconds.`, {}, seconds)
  throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {}, seconds)
}

export function createLimits(tries: Tries): Limits {
  return {
    async use(...uses) {
      const full = await tries.count(uses.flatMap(([name, key]) => (key === null ? [] : [[name, key] as const])))
      if (full) refuse(full)
    },
    take: async (name, key) => (await tries.count([[name, key]])) === null,
    undo: (uses, forgotten) => tries.forget(uses, forgotten),
  }
}
