/** Checks that the database answers, on its own connection: a busy pool would say nothing about the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '#postgres/pool.ts'

/** Milliseconds. */
const TIMEOUT = 2000

export type Health = { answers(): Promise<boolean>; close(): Promise<void> }

/** One query at a time: concurrent callers share its result. */
export function watchHealth(url: string, timeout = TIMEOUT): Health {
  const pool = openPool(url, { max: 1 })
  let asking: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    const answered = pool.query('select 1').then(
      () => true,
      () => false,
    )
    return Promise.race([answered, sleep(timeout, false, { ref: false })])
  }

  return {
    answers() {
      asking ??= ask().finally(() => (asking = undefined))
      return asking
    },
    close: () => pool.end(),
  }
}
