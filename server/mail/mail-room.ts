/**
 * Sends what the database has queued, at least once and under a stable Message-ID, with back-off. A mail that is given up
 * stays in the queue as `failed`, for admins to see and to send again (public.failed_mails, public.retry_mail).
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
import type { Desk } from './papers.ts'
import { claimNext, deliver, type Outcome } from './queue.ts'
import { renderQueuedMail, type QueuedMail, type Rendered } from './queued-mail.ts'
import { createMailTransport, refusalOf } from './transport.ts'

export type MailRoom = { sendAuthMail(mail: AuthMail): Promise<void>; outbox: string; close(): Promise<void> }

/** Where a mail has got to: booked, made with its document, taken by the mail server, marked but not committed. */
export type MailStep = 'claimed' | 'made' | 'taken' | 'marked'

export type MailRoomOptions = {
  config: Pick<Config, 'dataDir' | 'siteUrl' | 'smtpUrl' | 'mailFrom'>
  /** Opened as shop_mail. */
  url: string
  desk: Desk
  log: Log
  /** Bytes of a document that may go with a mail. */
  attachmentLimit?: number
  /** Milliseconds that the exchange with the mail server may take. */
  patience?: number
  /** Milliseconds between looks at the queue. */
  lookEvery?: number
  /** Told of each step before the next one: tests end the sender there. */
  watch?: (step: MailStep, id: string) => void | Promise<void>
}

/**
 * Nothing announces a mail: a NOTIFY in every order would make their commits
 * wait for each other (docs/decisions/0010-cost-of-an-order.md), and a look reads one entry of an index.
 */
const LOOK_EVERY = 1000
/** Milliseconds between two mails: making them must not take the machine from those who are just buying. */
const PAUSE = 10
/** Milliseconds that a mail server has left to take a mail when the shop closes. */
const GRACE = 5000

export function openMailRoom(options: MailRoomOptions): MailRoom {
  const { config, url, desk, log, attachmentLimit, patience = 60_000, lookEvery = LOOK_EVERY, watch = () => undefined } = options
  const outbox = path.join(config.dataDir, 'outbox')
  const transport = createMailTransport({ smtpUrl: config.smtpUrl, from: config.mailFrom, outbox, host: new URL(config.siteUrl).hostname })
  const pool = openPool(url, 2, (error) => log('info', 'the mail room lost a connection', error))

  async function readShop(client: ClientBase | Pool): Promise<Shop> {
    const { rows } = await client.query<Record<string, unknown>>('select * from public.settings')
    return { settings: readSettings(rows[0] ?? {}), origin: config.siteUrl }
  }

  const leave = new AbortController()
  const handOver = ({ settings }: Shop, id: string, to: string, mail: Omit<Rendered, 'attachments'> & Partial<Rendered>): Promise<void> =>
    transport.send({ id, to, senderName: settings.storeName, replyTo: settings.email, ...mail }, AbortSignal.any([leave.signal, AbortSignal.timeout(patience)]))

  /** Makes a mail and hands it over; a second time without its document where a mailbox finds it too large. */
  async function send(client: ClientBase, mail: QueuedMail): Promise<Outcome> {
    const shop = await readShop(client)
    const rendering = { shop, desk, ...(attachmentLimit === undefined ? {} : { attachmentLimit }) }
    const made = await renderQueuedMail(client, mail, rendering)
    await watch('made', mail.id)
    const id = `mail-${mail.id}-${mail.queued_at}`
    try {
      await handOver(shop, id, mail.recipient, made).catch(async (error: unknown) => {
        if (refusalOf(error) !== 'size' || made.attachments.length === 0) throw error
        await handOver(shop, id, mail.recipient, await renderQueuedMail(client, mail, { ...rendering, bare: true }))
      })
    } catch (error) {
      // Mail servers repeat the address; the log and the book know the mail by its number.
      const reason = (error as Error).message.replaceAll(mail.recipient, 'the recipient')
      log('warn', 'a mail was not sent', { mail: mail.id, attempts: mail.attempts, reason })
      return { sent: false, reason, refused: refusalOf(error) !== undefined }
    }
    await watch('taken', mail.id)
    return { sent: true }
  }

  /** False when no mail is due. */
  async function sendNext(): Promise<boolean> {
    const claim = await claimNext(pool)
    if (!claim) return false
    await watch('claimed', claim.id)
    await deliver(pool, claim, send, () => watch('marked', claim.id))
    return true
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
  const clock = setInterval(wake, lookEvery)
  wake()

  return {
    outbox,
    async sendAuthMail(mail) {
      const data = { link: mail.link, ...(mail.data.full_name ? { full_name: mail.data.full_name } : {}) }
      const shop = await readShop(pool)
      await handOver(shop, `auth-${mail.link}`, mail.to, renderMail(mail.kind, data, shop))
    },
    async close() {
      closing.abort()
      clearInterval(clock)
      const patienceEnds = setTimeout(() => leave.abort(new Error('the shop is closing')), GRACE)
      await working
      clearTimeout(patienceEnds)
      transport.close()
      await pool.end()
    },
  }
}
