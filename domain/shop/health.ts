/** What can be wrong with a deployment (private.problems), and how it is said in one sentence, on the health page and in mails. */
import { formatBytes } from '../text/bytes.ts'
import { formatDay } from '../time/dates.ts'

type Counted = { count: number }
type Jobs = { jobs: string[] }
type Disk = { server: string; free_bytes: number; total_bytes: number }
/** Moments are ISO; null: never. */
type Facts = {
  disk_full: Disk
  disk_low: Disk
  mails_late: Counted & { minutes: number }
  mails_failed: Counted
  jobs_failing: Jobs
  jobs_stuck: Jobs
  backups_off: object
  backup_failing: { at: string; good_at: string | null }
  backup_overdue: { good_at: string | null }
  backup_incomplete: Counted
  documents_damaged: Counted
  webhook_off: { at: string }
  webhook_failing: { at: string }
  webhooks_parked: Counted
  refunds_late: Counted
  /** `at`: the first of them */
  api_keys_expire: Counted & { at: string }
}
export type ProblemCode = keyof Facts
export type Problem = { [Code in ProblemCode]: { code: Code; facts: Facts[Code] } }[ProblemCode]

const many = ({ count }: Counted, one: string, several: string): string => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en-IN')} ${several}`)

/** The scheduled jobs by what they do; a newer process may run one that is not here. */
const JOBS: Record<string, string> = {
  cancel_unpaid_orders: 'cancelling unpaid orders',
  rank_products: 'ranking products',
  notify_restocked: 'emails about products that are back',
  refresh_search: 'updating the search',
  count_facets: 'counting the products of each filter',
  sum_sales: 'summing the sales of past days',
  cache_stock_covers: 'working out how long the stock lasts',
  download_pictures: 'downloading pictures of imports',
  reconcile_payments: 'checking payments with Razorpay',
  send_webhooks: 'sending webhooks',
  follow_parcels: 'asking the courier about parcels',
  remove_deleted_files: 'removing deleted files',
  remove_document_files: 'removing unused files of documents',
  place_document_files: 'moving documents between the database and the file store',
  back_up: 'making backups',
  raise_alerts: 'checking the health of the shop',
  erase_expired_data: 'erasing data past its retention period',
}
const jobsOf = ({ jobs }: Jobs): string => jobs.map((job) => JOBS[job] ?? job.replaceAll('_', ' ')).join(', ')

const SENTENCES: { [Code in ProblemCode]: (facts: Facts[Code]) => string } = {
  disk_full: ({ server, free_bytes: free }) => `The disk of ${server} has only ${formatBytes(free)} left.`,
  disk_low: ({ server, free_bytes: free, total_bytes: total }) => `The disk of ${server} is almost full: ${formatBytes(free)} of ${formatBytes(total)} left.`,
  mails_late: (facts) => `${many(facts, 'email waits', 'emails wait')}, the oldest for ${facts.minutes.toLocaleString('en-IN')} minutes.`,
  mails_failed: (facts) => `${many(facts, 'email', 'emails')} of the last 24 hours could not be delivered.`,
  jobs_failing: (facts) => `A background task fails: ${jobsOf(facts)}.`,
  jobs_stuck: (facts) => `A background task hangs: ${jobsOf(facts)}.`,
  backups_off: () => 'The server makes no backups.',
  backup_failing: () => 'The last backup failed.',
  backup_overdue: ({ good_at }) => (good_at === null ? 'There is no backup yet.' : 'The last good backup is older than planned.'),
  backup_incomplete: (facts) => `${many(facts, 'file is', 'files are')} missing or damaged in the last backup.`,
  documents_damaged: (facts) => `${many(facts, 'file of an issued document is', 'files of issued documents are')} missing or damaged.`,
  webhook_off: () => 'Webhooks are switched off after five days of failures.',
  webhook_failing: () => 'The other system does not accept webhooks.',
  webhooks_parked: (facts) => `${many(facts, 'webhook was', 'webhooks were')} given up in the last 7 days.`,
  refunds_late: (facts) => `${many(facts, 'refund has', 'refunds have')} waited for Razorpay for more than an hour.`,
  api_keys_expire: ({ count, at }) => (count === 1 ? `An API key expires on ${formatDay(at)}.` : `${count} API keys expire, the first on ${formatDay(at)}.`),
}

/** One sentence. */
export function describeProblem({ code, facts }: Problem): string {
  return (SENTENCES[code] as (facts: object) => string)(facts)
}
