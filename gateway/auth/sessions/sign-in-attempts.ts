/**
 * Rate limits of password attempts. Wrong passwords count per account and network, so that an attacker's guesses lock out that
 * network and not the owner; a higher limit per account applies across all networks, so that a distributed attack is no faster.
 * A device that signed in before has a limit of its own, which attempts by others do not affect.
 */
import type { AuthCaller, AuthContext } from '../context.ts'
import type { LimitName } from '../limits.ts'

export type Attempt = {
  /** The password was correct: the attempt does not count, and this caller's earlier failures are reset. */
  succeeded(): void
  /** The server could not check the password: the attempt does not count. */
  undone(): void
}

/** Counts the attempt before the password is checked, so that parallel guesses cannot bypass the limit while one is being hashed. */
export function beginAttempt(context: AuthContext, email: string, caller: AuthCaller, device: string | null): Attempt {
  const { limits } = context
  const own = device === null ? `password ${email} ${caller.limitedIp ?? 'local'}` : `device ${device}`
  const counted: [LimitName, string][] = [['attempt', own]]
  if (device === null) {
    counted.push(['attemptAnywhere', email])
    if (caller.limitedIp !== null) counted.push(['signInIp', caller.limitedIp])
  }
  const used: [LimitName, string][] = []
  const undone = (): void => {
    for (const [name, key] of used.splice(0)) limits.undo(name, key)
  }
  try {
    for (const [name, key] of counted) {
      limits.use(name, key)
      used.push([name, key])
    }
  } catch (error) {
    undone() // a refused attempt guesses nothing and must not count towards the other limits
    throw error
  }
  return {
    undone,
    succeeded() {
      undone()
      limits.forget('attempt', own)
    },
  }
}
