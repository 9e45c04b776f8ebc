/** The scheduler: work that the server repeats. */
import type { Pool } from 'pg'
import type { DocumentFiles, PaymentContext } from '#functions/context.ts'
import type { Courier } from '#functions/couriers/courier.ts'
import { trackParcels } from '#functions/couriers/tracking-job.ts'
import { runPaymentJobs } from '#functions/razorpay/payment-jobs.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log/log.ts'
import { startWebhooks } from '../webhooks/webhooks.ts'
import { openPool } from '#postgres/pool.ts'
import { backlogFrom, type Backlog } from '../observe/backlog.ts'
import { noteDisks } from '../observe/disks.ts'
import { placeDocumentFiles, removeLooseDocuments } from './document-files.ts'
import { eraseExpiredData } from './retention.ts'
import type { StoredFiles } from './retention.ts'
import { runJobs, type Job } from './run-jobs.ts'

type Work = Omit<Job, 'work'> & { work: (pool: Pool) => Promise<unknown> }

const statement = (text: string) => (pool: Pool) => pool.query(text)

/**
 * Cancels up to 100 orders in one transaction. It locks products in the sequence of the orders, which may differ from that of a
 * buyer, and so may deadlock. The lock timeout of 400 ms makes this job give way, before PostgreSQL looks for a deadlock after
 * 1 s and may abort the buyer's order instead; the next run, a minute later, cancels the rest. Both statements are sent as one
 * simple query, which is one transaction.
 */
export const cancelUnpaidOrders = (pool: Pool): Promise<unknown> =>
  pool.query("select set_config('lock_timeout', '400ms', true); select private.cancel_unpaid_orders()")

const HOUR = 3_600_000
const DAY = 24 * HOUR

const JOBS: Work[] = [
  // Cancels orders that were not paid in time and restores their stock.
  { name: 'cancel_unpaid_orders', work: cancelUnpaidOrders, every: 60_000, failure: 'Failed to cancel unpaid orders' },
  // Updates the 'Most Popular' ranking by what was sold. Together with the maximum age of cached pages it is about a minute behind.
  { name: 'rank_products', work: statement('select private.rank_products()'), every: 15_000, failure: 'Failed to rank products' },
  // Notifies customers who asked for a sold-out product when it is back. Cheap if there is none.
  { name: 'notify_restocked', work: statement('select private.notify_restocked()'), every: 5000, failure: 'Failed to notify about restocked products' },
  // Updates the search words, so that misspellings of new products are understood. Cheap if no product changed.
  { name: 'refresh_search', work: statement('select private.refresh_search()'), every: 5000, failure: 'Failed to refresh the search' },
  // Counts what the filters of a large catalogue show (docs/decisions/0119-counts-of-a-large-catalogue.md). Cheap if no product changed.
  { name: 'count_facets', work: statement('select private.count_facets()'), every: 10_000, failure: 'Failed to count the products of each filter' },
  // Sums the sales of past days (docs/decisions/0120-sums-of-past-days.md). Cheap if no order of them has changed.
  { name: 'sum_sales', work: statement('select private.sum_sales()'), every: 60_000, failure: 'Failed to sum the sales of past days' },
  // Caches how long the stock of a large catalogue lasts (docs/decisions/0132-stock-of-a-large-catalogue.md).
  {
    name: 'cache_stock_covers',
    work: statement('select private.cache_stock_covers()'),
    every: 600_000,
    failure: 'Failed to work out how long the stock lasts',
  },
  // Mails the owners about what is wrong (docs/decisions/0115-health.md).
  { name: 'raise_alerts', work: statement('select private.raise_alerts()'), every: 60_000, failure: 'Failed to check the health of the shop' },
]

export type ScheduledJobs = {
  /** What waits to be done; null while the database does not answer. */
  backlog: () => Promise<Backlog | null>
  close(): Promise<void>
}

/** Asks the courier about parcels that are due; a parcel is asked about every half hour. */
const followParcels = (courier: Courier, log: Log): Work => ({
  name: 'follow_parcels',
  work: (pool) => trackParcels(async (text, values) => (await pool.query(text, values)).rows, courier, log),
  every: 60_000,
  failure: 'Failed to follow parcels',
})

type Services = {
  /** Straight to the database: a statement of a job may take long. */
  url: string
  /** The most for the jobs themselves; with two, the short ones go on beside the daily one. One more holds them. */
  connections: number
  payments: PaymentContext
  courier: Courier | null
  files: StoredFiles
  pictures: (pool: Pool, signal: AbortSignal) => Promise<unknown>
  removeDeletedFiles: () => Promise<unknown>
  documentFiles: DocumentFiles
  webhook: Config['webhook']
  backUp: (pool: Pool, signal: AbortSignal) => Promise<unknown>
  /** Where this process keeps its data. */
  folders: readonly string[]
  log: Log
}

/** Called once the gateway is open, because some jobs keep and remove files through it. */
export function startScheduledJobs({
  url,
  connections,
  payments,
  courier,
  files,
  pictures,
  removeDeletedFiles,
  documentFiles,
  webhook,
  backUp,
  folders,
  log,
}: Services): ScheduledJobs {
  const open = (max: number, silence?: number) =>
    openPool(url, {
      max,
      ...(silence === undefined ? {} : { silence }),
      onIdleError: (error) => log('info', 'scheduler: Idle database connection lost', error),
    })
  const pool = open(connections, Infinity)
  // Jobs that wait for each other must not lose their hold.
  const questions = open(1)
  const closing = new AbortController()
  const webhooks = startWebhooks({ webhook, pool, log })
  const jobs: Work[] = [
    ...JOBS,
    // Downloads the pictures that imports name by their address. Cheap if there are none.
    { name: 'download_pictures', work: (own) => pictures(own, closing.signal), every: 3000, failure: 'Failed to download pictures' },
    // Reconciles open payments with Razorpay and sends due refunds.
    { name: 'reconcile_payments', work: () => runPaymentJobs(payments), every: 20_000, failure: 'Failed to reconcile payments' },
    ...(webhook ? [{ name: 'send_webhooks', work: webhooks.sendDue, every: 1000, failure: 'Failed to read the events to be sent' }] : []),
    ...(courier ? [followParcels(courier, log)] : []),
    // Removes files that the store did not delete with their rows. Cheap if there are none.
    { name: 'remove_deleted_files', work: removeDeletedFiles, every: 30_000, failure: 'Failed to remove deleted files' },
    // The same for the files of issued documents.
    {
      name: 'remove_document_files',
      work: (own) => removeLooseDocuments(own, documentFiles),
      every: 30_000,
      failure: 'Failed to remove unused files of documents',
    },
    // Moves documents from the database to the file store, or back where the store takes none. Cheap if there are none.
    {
      name: 'place_document_files',
      work: (own) => placeDocumentFiles(own, documentFiles, closing.signal),
      every: 60_000,
      failure: 'Failed to move documents between the database and the file store',
    },
    // Makes a backup once the last one is old enough.
    { name: 'back_up', work: (own) => backUp(own, closing.signal), every: HOUR, failure: 'Failed to make a backup' },
    { name: 'erase_expired_data', work: (own) => eraseExpiredData(own, files), every: DAY, failure: 'Failed to erase data past its retention period' },
  ]
  const running = runJobs({ pool: questions, jobs: jobs.map((job) => ({ ...job, work: () => job.work(pool) })), log })
  const stopDisks = noteDisks(pool, folders, log)
  return {
    backlog: backlogFrom(questions),
    async close() {
      closing.abort()
      stopDisks()
      await running.close()
      await webhooks.close()
      await Promise.all([pool.end(), questions.end()])
    },
  }
}
