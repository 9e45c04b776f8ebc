/**
 * Processes one mail of private.mails. Each attempt is recorded before it starts, in its own transaction: a mail that crashes the
 * process is retried with back-off instead of at every start. While it is being sent, its row is locked, so that no other process
 * sends it and its recipient is not erased; the lock ends with the connection.
 */
import type { ClientBase, Pool } from 'pg'
import type { QueuedMail } from './queued-mail.ts'

/** About twelve hours of retries: a mail server may be down for a night without losing mails. */
export const MAX_ATTEMPTS = 20
/** Attempts for a permanently refused recipient or text, in case the server was temporarily misconfigured. */
export const MAX_REFUSALS = 3

const CRASHED = 'The mail worker ended before this attempt did'
const BACK_OFF = 'now() + make_interval(secs => least(3600, 5 * power(2, attempts)))'

/** $1: orders of which a mail is in hand, so that the mails of one order keep their sequence. */
const CLAIM = `update private.mails set attempts = attempts + 1, last_error = '${CRASHED}',
    next_attempt_at = now() + make_interval(secs => least(3600, 5 * power(2, attempts + 1)))
  where id = (select id from private.mails where status = 'queued' and next_attempt_at <= now() and coalesce(data ->> 'order_id', '') <> all ($1)
    order by next_attempt_at, id limit 1 for update skip locked)
  returning id, attempts, data ->> 'order_id' as order_id`

export type Claim = { id: string; attempts: number; order_id: string | null }

/** Records an attempt for the mail that has been due longest, of no order in `inHand`. */
export async function claimNext(pool: Pool, inHand: ReadonlySet<string>): Promise<Claim | undefined> {
  const client = await pool.connect()
  try {
    // A power failure could only lose this count, so the commit need not wait for the disk.
    await client.query('begin; set local synchronous_commit = off')
    const { rows } = await client.query<Claim>(CLAIM, [[...inHand]])
    await client.query('commit')
    client.release()
    return rows[0]
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

export type Failure = { reason: string; /** the mail fails after this total number of attempts */ maxAttempts: number }

export type Delivery = {
  /** Sends the mail or throws. It may use the client: its statements are rolled back to a savepoint after an error. */
  send(client: ClientBase, mail: QueuedMail): Promise<void>
  classifyFailure(error: unknown, mail: QueuedMail): Failure
  beforeCommit(): void | Promise<void>
}

/** Locks the claimed mail, sends it and records the result. Does nothing if the mail is no longer queued or was claimed again. */
export async function deliver(pool: Pool, claim: Claim, delivery: Delivery): Promise<void> {
  const client = await pool.connect()
  try {
    // A worker that hangs, with its machine or its network, must not lock the mail permanently.
    await client.query("begin; set local idle_in_transaction_session_timeout = '5min'")
    const { rows } = await client.query<QueuedMail>(
      `select id, kind, recipient, data, attempts, mail_setup_version, extract(epoch from created_at)::text as queued_at from private.mails
        where id = $1 and status = 'queued' and attempts = $2 for update skip locked`,
      [claim.id, claim.attempts],
    )
    const [mail] = rows
    if (mail) {
      await record(client, mail, await attempt(client, mail, delivery))
      await delivery.beforeCommit()
    }
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error as Error) // closing the connection ends its transaction
    throw error
  }
}

/** @returns null if the mail was sent */
async function attempt(client: ClientBase, mail: QueuedMail, { send, classifyFailure }: Delivery): Promise<Failure | null> {
  if (mail.attempts > MAX_ATTEMPTS) return { reason: CRASHED, maxAttempts: MAX_ATTEMPTS }
  await client.query('savepoint sending')
  try {
    await send(client, mail)
    return null
  } catch (error) {
    await client.query('rollback to savepoint sending')
    return classifyFailure(error, mail)
  }
}

async function record(client: ClientBase, mail: QueuedMail, failure: Failure | null): Promise<void> {
  if (!failure) {
    await client.query("update private.mails set status = 'sent', sent_at = now(), last_error = null where id = $1", [mail.id])
    return
  }
  await client.query(`update private.mails set last_error = $2, status = $3, next_attempt_at = ${BACK_OFF} where id = $1`, [
    mail.id,
    failure.reason.slice(0, 500),
    mail.attempts >= failure.maxAttempts ? 'failed' : 'queued',
  ])
}
