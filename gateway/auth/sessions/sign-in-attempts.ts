/**
 * Rate limits of password attempts. Wrong passwords count per account and network, so that an attacker's guesses lock out that
 * network and not the owner; a higher limit per account applies across all networks, so that a distributed attack is no faster.
 * A device that signed in before has a limit of its own, which attempts by others do not affect.
 */
import type { Try } from '#postgres/tries/limits.ts'
import type { AuthCaller, AuthContext } from '../context.ts'

export type Attempt = {
  /** The password was correct: the attempt does not count, and this caller's earlier failures are reset. */
  succeeded(): Promise<void>
  /** The server could not check the password: the attempt does not count. */
  undone(): Promise<void>
}

/**
 * Counts the attempt before the password is checked, so that parallel guesses cannot bypass the limit while one is being hashed. A
 * refused attempt guesses nothing and counts towards none of the limits.
 */
export async function beginAttempt({ limits }: AuthContext, email: string, caller: AuthCaller, device: string | null): Promise<Attempt> {
  const own: Try = ['attempt', device === null ? `password ${email} ${caller.limitedIp ?? 'local'}` : `device ${device}`]
  const others: Try[] = []
  if (device === null) {
    others.push(['attemptAnywhere', email])
    if (caller.limitedIp !== null) others.push(['signInIp', caller.limitedIp])
  }
  await limits.use(own, ...others)
  return {
    undone: () => limits.undo([own, ...others]),
    succeeded: () => limits.undo(others, [own]),
  }
}
