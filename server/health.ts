/** Whether the database answers, asked on a connection of its own: pools that are busy say nothing about it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '#postgres/pool.ts'

/** Milliseconds after which no answer is an answer. */
const PATIENCE = 2000

export type Health = { answers(): Promise<boolean>; close(): Promise<void> }

/** One question at a time: however many ask, they share its answer. */
export function watchHealth(url: string, patience = PATIENCE): Health {
  const pool = openPool(url, { max: 1 })
  let asking: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    const answered = pool.query('select 1').then(
      () => true,
      () => false,
    )
    return Promise.race([answered, sleep(patience, false, { ref: false })])
  }

  return {
    answers() {
      asking ??= ask().finally(() => (asking = undefined))
      return asking
    },
    close: () => pool.end(),
  }
}
