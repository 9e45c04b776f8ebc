/**
 * Sends what the database has queued, at least once and under a stable Message-ID, with back-off; and the sign-in
 * service's mails at once. A mail that failed ten times stays in the queue as `failed`.
 */
import type { AuthMail } from '#gateway/auth/context.ts'
import { renderMail } from '#documents/mails/render-mail.ts'
import type { Shop } from '#documents/mails/message.ts'
import { readSettings } from '#domain/settings.ts'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { openPool } from '../pools.ts'
import { renderQueuedMail, type QueuedMail } from './order-mails.ts'
import { createMailTransport } from './transport.ts'

export type MailRoom = { sendAuthMail(mail: AuthMail): Promise<void>; outbox: string; close(): Promise<void> }

const MAX_ATTEMPTS = 10
/**
 * Milliseconds between looks at the queue. Nothing announces a mail: a NOTIFY in every order would make their commits
 * wait for each other (docs/decisions/0010-cost-of-an-order.md), and a look reads one entry of an index.
 */
const LOOK_EVERY = 1000
/** Milliseconds between two mails: making them must not take the machine from those who are just buying. */
const PAUSE = 10

export function openMailRoom({ config, url, log }: { config: Config; url: string; log: Log }): MailRoom {
  const outbox = path.join(config.dataDir, 'outbox')
  const host = new URL(config.siteUrl).hostname
  const transport = createMailTransport({ smtpUrl: config.smtpUrl, from: config.mailFrom ?? `Shringar <orders@${host}>`, outbox, host })
  const pool = openPool(url, 2, (error) => log('info', 'the mail room lost a connection', error))

  async function readShop(client: ClientBase | Pool): Promise<Shop> {
    const { rows } = await client.query<Record<string, unknown>>('select * from public.settings')
    return { settings: readSettings(rows[0] ?? {}), origin: config.siteUrl }
  }

  /** Takes one due mail, sends it and books it; false when there is none. The row stays locked while it is being sent. */
  async function sendNext(): Promise<boolean> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<QueuedMail & { attempts: number }>(
        `select id, kind, recipient, data, attempts from private.mails
          where status = 'queued' and next_attempt_at <= now() order by next_attempt_at, id limit 1 for update skip locked`,
      )
      const mail = rows[0]
      if (mail) await sendOne(client, mail)
      await client.query('commit')
      return mail !== undefined
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }

  async function sendOne(client: ClientBase, mail: QueuedMail & { attempts: number }): Promise<void> {
    // A statement that fails while the mail is made must not take its booking with it, or it would stand first for ever.
    await client.query('savepoint making')
    try {
      const rendered = await renderQueuedMail(client, mail, await readShop(client))
      await transport.send({ id: `mail-${mail.id}`, to: mail.recipient, ...rendered })
      await client.query(`update private.mails set status = 'sent', sent_at = now(), attempts = attempts + 1, last_error = null where id = $1`, [mail.id])
    } catch (error) {
      await client.query('rollback to savepoint making')
      const attempts = mail.attempts + 1
      log('warn', 'a mail was not sent', { mail: mail.id, attempts, reason: (error as Error).message })
      await client.query(
        `update private.mails set attempts = $2::integer, last_error = $3, status = case when $2::integer >= $4::integer then 'failed' else 'queued' end,
                next_attempt_at = now() + make_interval(secs => least(3600, 5 * power(2, $2::integer))) where id = $1`,
        [mail.id, attempts, (error as Error).message.slice(0, 500), MAX_ATTEMPTS],
      )
    }
  }

  let working: Promise<void> | undefined
  let again = false
  const closing = new AbortController()
  const isOpen = (): boolean => !closing.signal.aborted
  async function work(): Promise<void> {
    do {
      again = false
      while (isOpen() && (await sendNext())) await sleep(PAUSE)
    } while (again && isOpen())
  }
  const wake = (): void => {
    if (!isOpen()) return
    again = true
    working ??= work()
      .catch((error: unknown) => log('info', 'the mail queue could not be read', error))
      .finally(() => (working = undefined))
  }
  const clock = setInterval(wake, LOOK_EVERY)
  wake()

  return {
    outbox,
    async sendAuthMail(mail) {
      const data = { link: mail.link, ...(mail.data.full_name ? { full_name: mail.data.full_name } : {}) }
      const rendered = renderMail(mail.kind, data, await readShop(pool))
      await transport.send({ id: `auth-${mail.link}`, to: mail.to, ...rendered })
    },
    async close() {
      closing.abort()
      clearInterval(clock)
      await working
      transport.close()
      await pool.end()
    },
  }
}
