/** Whether something answers, by the last questions to it. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Unanswered questions in a row: one alone may be a pause of this process. */
const UNANSWERED = 2

export type Probe = {
  /** @returns whether it answered this time */
  ask(): Promise<boolean>
  /** Whether the last questions were not answered. */
  isAway(): boolean
}

/**
 * @param question rejects with the reason if there is no answer
 * @param timeout milliseconds for one answer
 * @param asked is called after each question
 */
export function createProbe(
  question: () => Promise<void>,
  timeout: number,
  asked: (now: { isAway: boolean; wasAway: boolean; answered: boolean; reason: string }) => void,
): Probe {
  let unanswered = 0
  const isAway = (): boolean => unanswered >= UNANSWERED
  return {
    isAway,
    async ask() {
      const wasAway = isAway()
      let reason = ''
      const late = sleep(timeout, undefined, { ref: false }).then(() => {
        throw new Error(`no answer within ${timeout} ms`)
      })
      try {
        await Promise.race([question(), late])
        unanswered = 0
      } catch (error) {
        unanswered += 1
        reason = error instanceof Error ? error.message : String(error)
      }
      asked({ isAway: isAway(), wasAway, answered: unanswered === 0, reason })
      return unanswered === 0
    },
  }
}
