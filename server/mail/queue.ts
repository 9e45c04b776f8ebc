/**
 * The steps of one mail through private.mails. Each attempt is booked before it is made, in a transaction of its own: a
 * mail on which the whole process dies comes back later and later instead of at every start. While it is sent its row is
 * locked, so no other process sends it and nobody erases its recipient under it; the lock goes with the connection.
 */
import type { ClientBase, Pool } from 'pg'
import type { QueuedMail } from './queued-mail.ts'

/** About twelve hours of trying: a mail server that is away for a night loses nothing. */
export const MAX_ATTEMPTS = 20
/** A recipient or a text that is refused for good is asked about thrice, in case the server was set up wrongly for a moment. */
export const MAX_REFUSALS = 3

const DIED = 'the sender ended before this attempt did'
const BACK_OFF = 'now() + make_interval(secs => least(3600, 5 * power(2, attempts)))'

const CLAIM = `update private.mails set attempts = attempts + 1, last_error = '${DIED}',
    next_attempt_at = now() + make_interval(secs => least(3600, 5 * power(2, attempts + 1)))
  where id = (select id from private.mails where status = 'queued' and next_attempt_at <= now() order by next_attempt_at, id limit 1 for update skip locked)
  returning id, attempts`

export type Claim = { id: string; attempts: number }

/** Books an attempt at the mail that has been due longest. */
export async function claimNext(pool: Pool): Promise<Claim | undefined> {
  const client = await pool.connect()
  try {
    // Of a booking that a power cut takes back nothing is lost but a count: the disk need not be waited for.
    await client.query('begin; set local synchronous_commit = off')
    const { rows } = await client.query<Claim>(CLAIM)
    await client.query('commit')
    client.release()
    return rows[0]
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

export type Failure = { reason: string; /** how many attempts this leaves a mail in all */ chances: number }

export type Delivery = {
  /** Has the mail sent, or throws. It may use the client: what it breaks there is rolled back by itself. */
  send(client: ClientBase, mail: QueuedMail): Promise<void>
  judge(error: unknown, mail: QueuedMail): Failure
  /** Told before the commit. */
  booked(): void | Promise<void>
}

/**
 * Locks the claimed mail, has it sent, and books what became of it. Nothing happens when the mail is no longer to be
 * sent, or is in other hands.
 */
export async function deliver(pool: Pool, claim: Claim, delivery: Delivery): Promise<void> {
  const client = await pool.connect()
  try {
    // A sender that was frozen in the middle, with its machine or its network, must not hold the mail for ever.
    await client.query("begin; set local idle_in_transaction_session_timeout = '5min'")
    const { rows } = await client.query<QueuedMail>(
      `select id, kind, recipient, data, attempts, mail_setup_version, extract(epoch from created_at)::text as queued_at from private.mails
        where id = $1 and status = 'queued' and attempts = $2 for update skip locked`,
      [claim.id, claim.attempts],
    )
    const [mail] = rows
    if (mail) {
      await book(client, mail, await attempt(client, mail, delivery))
      await delivery.booked()
    }
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error as Error) // closing the connection ends its transaction
    throw error
  }
}

/** @returns null when the mail was sent */
async function attempt(client: ClientBase, mail: QueuedMail, { send, judge }: Delivery): Promise<Failure | null> {
  if (mail.attempts > MAX_ATTEMPTS) return { reason: DIED, chances: MAX_ATTEMPTS }
  await client.query('savepoint sending')
  try {
    await send(client, mail)
    return null
  } catch (error) {
    await client.query('rollback to savepoint sending')
    return judge(error, mail)
  }
}

async function book(client: ClientBase, mail: QueuedMail, failure: Failure | null): Promise<void> {
  if (!failure) {
    await client.query("update private.mails set status = 'sent', sent_at = now(), last_error = null where id = $1", [mail.id])
    return
  }
  await client.query(`update private.mails set last_error = $2, status = $3, next_attempt_at = ${BACK_OFF} where id = $1`, [
    mail.id,
    failure.reason.slice(0, 500),
    mail.attempts >= failure.chances ? 'failed' : 'queued',
  ])
}
