/**
 * Who may try a password how often. Wrong ones count per account and network, so that a stranger's guesses make the account
 * wait for them and not for its owner; over all networks there is a higher ceiling, so that many networks guess no faster.
 * A device that signed in before has a count of its own: nothing that strangers do makes it wait.
 */
import type { AuthCaller, AuthContext } from './context.ts'
import type { LimitName } from './limits.ts'

export type Attempt = {
  /** The password was right: it counts for nothing, and what this caller got wrong before is forgotten. */
  succeeded(): void
  /** Nothing was guessed, for reasons of ours. */
  undone(): void
}

/** Counted before the password is looked at: parallel guesses must not slip through while one is being hashed. */
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
    undone() // what is refused guesses nothing, and must not fill the other counts
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
