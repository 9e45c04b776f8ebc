/**
 * Runs jobs again and again, each in one of all processes that ask (docs/decisions/0110-scheduled-jobs-once.md). The database says what
 * is due and whose it is, by its own clock; this process only asks.
 */
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'

export type Job = {
  /** The same in all processes and versions: under it the job is noted in the database. */
  name: string
  work: () => Promise<unknown>
  /** Milliseconds from one start to the next. */
  every: number
  /** log line of a failed run */ failure: string
}

type Options = {
  /** For the questions alone. */
  pool: Pool
  jobs: readonly Job[]
  log: Log
  /** Milliseconds between two questions. */
  pollEvery?: number
  /** Milliseconds after which another process takes a job over from one that has died. */
  hold?: number
}

const POLL_EVERY = 1000
const HOLD = 20_000

/** What may be stored of an error: its text could name a person. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const name = typeof code === 'string' ? code : error instanceof Error ? error.name : 'Error'
  return /^\w{1,40}$/.test(name) ? name : 'Error'
}

export type RunningJobs = {
  /** Takes no further job, and waits for those that it runs. */
  close(): Promise<void>
}

/** A job may run twice at the same moment if its process stops for longer than `hold` and goes on later: so it locks the rows it changes. */
export function runJobs({ pool, jobs, log, pollEvery = POLL_EVERY, hold = HOLD }: Options): RunningJobs {
  const runner = randomUUID()
  const running = new Map<string, Promise<void>>()
  let asking: Promise<void> | undefined
  let closing = false

  async function run({ name, work, failure }: Job): Promise<void> {
    const code = await work().then(
      () => null,
      (error: unknown) => {
        log('warn', `scheduler: ${failure}`, error)
        return codeOf(error)
      },
    )
    await pool
      .query('select private.end_job($1, $2, $3)', [runner, name, code])
      .catch((error: unknown) => log('info', 'scheduler: Failed to note the end of a job', error))
  }

  async function ask(): Promise<void> {
    const free = closing ? [] : jobs.filter(({ name }) => !running.has(name))
    const values = [runner, [...running.keys()], free.map(({ name }) => name), free.map(({ every }) => every), hold]
    const { rows } = await pool.query<{ name: string }>('select private.take_jobs($1, $2, $3, $4, $5) as name', values)
    for (const { name } of rows) {
      const job = free.find((one) => one.name === name)
      if (job) {
        running.set(
          name,
          run(job).finally(() => running.delete(name)),
        )
      }
    }
  }

  const poll = (): void => {
    asking ??= ask()
      .catch((error: unknown) => log('info', 'scheduler: Failed to ask what is due', error))
      .finally(() => (asking = undefined))
  }
  const timer = setInterval(poll, pollEvery)
  poll()
  return {
    async close() {
      closing = true
      await asking
      // The polls go on, so that what it runs stays its own until it ends.
      await Promise.all(running.values())
      clearInterval(timer)
      await asking
    },
  }
}
