/** What nobody asks for but time. */
import type { Pool } from 'pg'
import type { PaymentDesk } from '#functions/context.ts'
import { runPaymentChores } from '#functions/razorpay/payment-chores.ts'
import type { Log } from './log.ts'
import { openPool } from '#postgres/pool.ts'
import { eraseExpiredData } from './retention.ts'
import type { StoredFiles } from './retention.ts'

/** Milliseconds between two runs. Several processes may do it at once: the functions lock what they change. */
type Job = { work: (pool: Pool) => Promise<unknown>; every: number; /** before the first run */ after?: number; complaint: string }

const statement = (text: string) => (pool: Pool) => pool.query(text)

/**
 * Cancels up to a hundred orders in one transaction, order after order, and so locks products in another sequence than a buyer
 * may. A clock that has waited 400 ms for a product gives way, before PostgreSQL looks for a deadlock after 1 s and may end the
 * buyer's order instead; what it leaves it cancels a minute later. Both statements travel as one, which is one transaction.
 */
export const cancelUnpaidOrders = (pool: Pool): Promise<unknown> =>
  pool.query("select set_config('lock_timeout', '400ms', true); select private.cancel_unpaid_orders()")

const DAY = 24 * 3_600_000

const JOBS: Job[] = [
  // Orders that were not paid in their time are cancelled and their stock given back.
  { work: cancelUnpaidOrders, every: 60_000, complaint: 'unpaid orders could not be looked through' },
  // 'Most Popular' takes note of what was sold. Together with the age of a kept page it stays below a minute or so.
  { work: statement('select private.rank_products()'), every: 15_000, complaint: 'products could not be ranked' },
  // Who asked to be told of a sold-out product hears that it is back. Nearly nothing to do when none is.
  { work: statement('select private.notify_restocked()'), every: 5000, complaint: 'who waits for a product could not be told' },
  // Misspellings of what was just added are understood. Nearly nothing to do when no product changed.
  { work: statement('select private.refresh_search()'), every: 5000, complaint: 'the words of the search could not be counted' },
]

export type ScheduledJobs = { close(): Promise<void> }

export function startScheduledJobs({ url, payments, files, log }: { url: string; payments: PaymentDesk; files: StoredFiles; log: Log }): ScheduledJobs {
  // two: the short ones go on while the day's erasing takes its time
  const pool = openPool(url, { max: 2, onIdleError: (error) => log('info', 'the chores lost a connection', error) })
  const chores: Job[] = [
    ...JOBS,
    // Razorpay is asked what nobody told, and sent what is to be paid back.
    { work: () => runPaymentChores(payments), every: 20_000, complaint: 'payments could not be looked through' },
    // What no law wants kept any more. Files are removed through the gateway, which stands a moment later than the clocks.
    { work: (own) => eraseExpiredData(own, files), every: DAY, after: 60_000, complaint: 'what is due could not be erased' },
  ]
  const running = new Map<Job, Promise<void>>()
  const work = (chore: Job): void => {
    if (running.has(chore)) return // the last run is not over
    const run = chore.work(pool).then(
      () => undefined,
      (error: unknown) => log('warn', chore.complaint, error),
    )
    running.set(
      chore,
      run.finally(() => running.delete(chore)),
    )
  }
  const clocks = chores.map((chore) => setInterval(work, chore.every, chore))
  const firsts = chores.map((chore) => setTimeout(work, chore.after ?? 0, chore))
  return {
    async close() {
      firsts.forEach((first) => clearTimeout(first))
      clocks.forEach((clock) => clearInterval(clock))
      await Promise.all(running.values())
      await pool.end()
    },
  }
}
