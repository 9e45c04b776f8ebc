/** Waits for a PostgreSQL server that has just been started. */
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseClient } from '#postgres/client.ts'
import { hasSqlState } from '#postgres/sql-state.ts'

/** Milliseconds between two attempts to connect: most servers are ready after 30, and one that recovers from a crash is asked less often. */
const FIRST_LOOK = 5
const NEXT_LOOKS = 25
/** Milliseconds. `silence`: without any answer, until it is given up; `attempt`: for one answer; `say`: between two calls of `onRecovery`. */
const LIMITS = { silence: 60_000, attempt: 5000, say: 30_000 }
/** "The database system is starting up", or is in recovery. */
const CANNOT_CONNECT_NOW = '57P03'

type Waiting = {
  url: string
  /** Whether its process has ended. */
  hasEnded: () => boolean
  /** Hears now and then how many seconds a recovery has taken. */
  onRecovery?: ((seconds: number) => void) | undefined
  signal?: AbortSignal | undefined
  limits?: typeof LIMITS
  now?: () => number
}

/**
 * A server that says that it recovers from a crash is waited for as long as it takes: its next start would begin the recovery again.
 *
 * @returns why there is no answer to wait for: null if there is one
 */
export async function untilItAnswers({
  url,
  hasEnded,
  onRecovery,
  signal,
  limits = LIMITS,
  now = () => performance.now(),
}: Waiting): Promise<null | 'ended' | 'silent' | 'aborted'> {
  const began = now()
  let heard = began
  let said = began
  for (let pause = FIRST_LOOK; ; pause = Math.min(2 * pause, NEXT_LOOKS)) {
    if (hasEnded()) return 'ended'
    if (signal?.aborted) return 'aborted'
    const client = databaseClient(url, { timeout: limits.attempt })
    const problem = await client.connect().then(
      () => null,
      (error: unknown) => error,
    )
    await client.end().catch(() => undefined)
    if (problem === null) return null
    const time = now()
    if (hasSqlState(problem, CANNOT_CONNECT_NOW)) heard = time
    if (time - heard > limits.silence) return 'silent'
    if (heard > said && time - said > limits.say) {
      said = time
      onRecovery?.(Math.round((time - began) / 1000))
    }
    await sleep(pause)
  }
}
