/** What waits in the database to be done (private.backlog). */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/** The numbers of the backlog; counts end at 10,000. Null is shown as nothing. */
export const BACKLOG = [
  { column: 'mails_queued', name: 'shop_mails_queued', help: 'Mails that wait to be sent' },
  { column: 'mails_late_seconds', name: 'shop_mails_late_seconds', help: 'Seconds since the mail that waits longest was due' },
  { column: 'mails_failed', name: 'shop_mails_failed_day', help: 'Mails of the last 24 hours that were given up' },
  { column: 'pictures_queued', name: 'shop_pictures_queued', help: 'Pictures of imports that wait to be downloaded' },
  { column: 'refunds_queued', name: 'shop_refunds_queued', help: 'Refunds that wait to be sent to the payment provider' },
  { column: 'jobs_failing', name: 'shop_jobs_failing', help: 'Scheduled jobs whose last run failed' },
  { column: 'webhooks_queued', name: 'shop_webhooks_queued', help: 'Events that wait to be delivered' },
  { column: 'webhooks_parked', name: 'shop_webhooks_parked_week', help: 'Events of the last 7 days that were given up' },
  { column: 'backup_age_seconds', name: 'shop_backup_age_seconds', help: 'Seconds since the last good backup began; nothing while there is none' },
] as const

export type Backlog = Record<(typeof BACKLOG)[number]['column'], number | null>

/** Milliseconds for which one answer serves all who ask: a scraper that asks often must not load the database. */
const FRESH = 5000

/** Milliseconds for the answer: the scraper waits ten seconds, and what the process knows of itself must not be lost with it. */
const TIMEOUT = 2000

/** Null while the database does not answer. */
export function backlogFrom(pool: Pick<Pool, 'query'>, now: () => number = () => performance.now()): () => Promise<Backlog | null> {
  let last: { at: number; answer: Promise<Backlog | null> } | undefined
  const read = async (): Promise<Backlog | null> => {
    try {
      const asked = pool.query<Backlog>('select * from private.backlog()').then(({ rows }) => rows[0] ?? null)
      asked.catch(() => undefined)
      return await Promise.race([asked, sleep(TIMEOUT, null, { ref: false })])
    } catch {
      return null
    }
  }
  return () => {
    if (!last || now() - last.at >= FRESH) last = { at: now(), answer: read() }
    return last.answer
  }
}
