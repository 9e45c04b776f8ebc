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

export type Outcome = { sent: true } | { sent: false; reason: string; refused: boolean }
export type Send = (client: ClientBase, mail: QueuedMail) => Promise<Outcome>

/**
 * Locks the claimed mail, has it sent, and books what became of it. `send` may use the client: what it breaks there is
 * rolled back by itself. Nothing happens when the mail is no longer to be sent, or is in other hands. `booked` is told
 * before the commit.
 */
export async function deliver(pool: Pool, claim: Claim, send: Send, booked: () => void | Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    // A sender that was frozen in the middle, with its machine or its network, must not hold the mail for ever.
    await client.query("begin; set local idle_in_transaction_session_timeout = '5min'")
    const { rows } = await client.query<QueuedMail>(
      `select id, kind, recipient, data, attempts, extract(epoch from created_at)::text as queued_at from private.mails
        where id = $1 and status = 'queued' and attempts = $2 for update skip locked`,
      [claim.id, claim.attempts],
    )
    const [mail] = rows
    if (mail) {
      await book(client, mail, await attempt(client, mail, send))
      await booked()
    }
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error as Error) // closing the connection ends its transaction
    throw error
  }
}

async function attempt(client: ClientBase, mail: QueuedMail, send: Send): Promise<Outcome> {
  if (mail.attempts > MAX_ATTEMPTS) return { sent: false, reason: DIED, refused: false }
  await client.query('savepoint sending')
  return send(client, mail).catch(async (error: unknown): Promise<Outcome> => {
    await client.query('rollback to savepoint sending')
    return { sent: false, reason: error instanceof Error ? error.message : String(error), refused: false }
  })
}

async function book(client: ClientBase, mail: QueuedMail, outcome: Outcome): Promise<void> {
  if (outcome.sent) {
    await client.query("update private.mails set status = 'sent', sent_at = now(), last_error = null where id = $1", [mail.id])
    return
  }
  const over = mail.attempts >= (outcome.refused ? MAX_REFUSALS : MAX_ATTEMPTS)
  await client.query(`update private.mails set last_error = $2, status = $3, next_attempt_at = ${BACK_OFF} where id = $1`, [
    mail.id,
    outcome.reason.slice(0, 500),
    over ? 'failed' : 'queued',
  ])
}
