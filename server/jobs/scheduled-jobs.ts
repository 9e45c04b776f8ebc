/** The scheduler: work that the server repeats. */
import type { Pool } from 'pg'
import type { PaymentContext } from '#functions/context.ts'
import type { Courier } from '#functions/couriers/courier.ts'
import { trackParcels } from '#functions/couriers/tracking-job.ts'
import { runPaymentJobs } from '#functions/razorpay/payment-jobs.ts'
import type { Log } from '../log/log.ts'
import { openPool } from '#postgres/pool.ts'
import { eraseExpiredData } from './retention.ts'
import type { StoredFiles } from './retention.ts'

/** Times in milliseconds. Several processes may run a job at once, because the functions lock the rows that they change. */
type Job = {
  work: (pool: Pool) => Promise<unknown>
  every: number
  /** delay of the first run */ after?: number
  /** log line of a failed run */ failure: string
}

const statement = (text: string) => (pool: Pool) => pool.query(text)

/**
 * Cancels up to 100 orders in one transaction. It locks products in the sequence of the orders, which may differ from that of a
 * buyer, and so may deadlock. The lock timeout of 400 ms makes this job give way, before PostgreSQL looks for a deadlock after
 * 1 s and may abort the buyer's order instead; the next run, a minute later, cancels the rest. Both statements are sent as one
 * simple query, which is one transaction.
 */
export const cancelUnpaidOrders = (pool: Pool): Promise<unknown> =>
  pool.query("select set_config('lock_timeout', '400ms', true); select private.cancel_unpaid_orders()")

const DAY = 24 * 3_600_000

const JOBS: Job[] = [
  // Cancels orders that were not paid in time and restores their stock.
  { work: cancelUnpaidOrders, every: 60_000, failure: 'Failed to cancel unpaid orders' },
  // Updates the 'Most Popular' ranking. Together with the maximum age of cached pages it is about a minute behind.
  { work: statement('select private.rank_products()'), every: 15_000, failure: 'Failed to rank products' },
  // Notifies customers who asked for a sold-out product when it is back. Cheap if there is none.
  { work: statement('select private.notify_restocked()'), every: 5000, failure: 'Failed to notify about restocked products' },
  // Updates the search words, so that misspellings of new products are understood. Cheap if no product changed.
  { work: statement('select private.refresh_search()'), every: 5000, failure: 'Failed to refresh the search' },
]

export type ScheduledJobs = { close(): Promise<void> }

/** Asks the courier about parcels that are due; a parcel is asked about every half hour. */
const followParcels = (courier: Courier, log: Log): Job => ({
  work: (pool) => trackParcels(async (text, values) => (await pool.query(text, values)).rows, courier, log),
  every: 60_000,
  failure: 'Failed to follow parcels',
})

type Services = {
  url: string
  payments: PaymentContext
  courier: Courier | null
  files: StoredFiles
  pictures: (pool: Pool, signal: AbortSignal) => Promise<unknown>
  log: Log
}

export function startScheduledJobs({ url, payments, courier, files, pictures, log }: Services): ScheduledJobs {
  // Three connections: the short jobs continue during the long daily one and while pictures are downloaded.
  const pool = openPool(url, { max: 3, silence: Infinity, onIdleError: (error) => log('info', 'scheduler: Idle database connection lost', error) })
  const closing = new AbortController()
  const jobs: Job[] = [
    ...JOBS,
    // Downloads the pictures that imports name by their address. Cheap if there are none.
    { work: (own) => pictures(own, closing.signal), every: 3000, after: 3000, failure: 'Failed to download pictures' },
    // Reconciles open payments with Razorpay and sends due refunds.
    { work: () => runPaymentJobs(payments), every: 20_000, failure: 'Failed to reconcile payments' },
    ...(courier ? [followParcels(courier, log)] : []),
    // Erases data past its retention period. Starts later, because it removes files through the gateway, which opens after this.
    { work: (own) => eraseExpiredData(own, files), every: DAY, after: 60_000, failure: 'Failed to erase data past its retention period' },
  ]
  const running = new Map<Job, Promise<void>>()
  const work = (job: Job): void => {
    if (running.has(job)) return // the previous run has not finished
    const run = job.work(pool).then(
      () => undefined,
      (error: unknown) => log('warn', `scheduler: ${job.failure}`, error),
    )
    running.set(
      job,
      run.finally(() => running.delete(job)),
    )
  }
  const timers = jobs.map((job) => setInterval(work, job.every, job))
  const firsts = jobs.map((job) => setTimeout(work, job.after ?? 0, job))
  return {
    async close() {
      closing.abort()
      firsts.forEach((first) => clearTimeout(first))
      timers.forEach((timer) => clearInterval(timer))
      await Promise.all(running.values())
      await pool.end()
    },
  }
}
