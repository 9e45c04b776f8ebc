/**
 * Sends what the database has queued, at least once and under a stable Message-ID, with back-off. A mail that is given up
 * stays in the queue as `failed`, for admins to see and to send again (public.failed_mails, public.retry_mail).
 */
import type { AuthContext } from '#gateway/auth/context.ts'
import type { Shop } from '#documents/mails/message.ts'
import type { MessageText } from '#documents/mails/texts.ts'
import { readSettings } from '#domain/shop/settings.ts'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { openPool } from '#postgres/pool.ts'
import type { Desk } from './mail-documents.ts'
import { createLinkCipher } from './link-encryption.ts'
import { claimNext, deliver, MAX_ATTEMPTS, MAX_REFUSALS, type Failure } from './queue.ts'
import { Overdue, renderQueuedMail, type QueuedMail, type Rendered, type SealedLink } from './queued-mail.ts'
import { createTransportSelector, type Way } from './select-transport.ts'
import type { MailHostLocator } from './mail-host.ts'
import { refusalOf } from './transport.ts'

export type MailWorker = {
  /** Takes a mail of the sign-in service in that service's own transaction. */
  queueAuthMail: AuthContext['queueMail']
  outbox: string
  close(): Promise<void>
}

/** Where a mail has got to: booked, made with its document, taken by the mail server, marked but not committed. */
export type MailStage = 'claimed' | 'made' | 'taken' | 'marked'

export type MailWorkerOptions = {
  config: Pick<Config, 'dataDir' | 'siteUrl' | 'smtpUrl' | 'mailFrom'>
  /** Where the host of the back office's mail server is; null: where mails must not go. Missing: the name itself, unchecked. */
  locate?: MailHostLocator
  /** Opened as shop_mail. */
  url: string
  desk: Desk
  /** The server's own: links wait sealed with it. */
  secret: string
  log: Log
  /** Bytes of a document that may go with a mail. */
  attachmentLimit?: number
  /** Milliseconds that the exchange with the mail server may take. */
  patience?: number
  /** Milliseconds between looks at the queue. */
  lookEvery?: number
  /** Told of each step before the next one: tests end the sender there. */
  watch?: (step: MailStage, id: string) => void | Promise<void>
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

export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { config, url, desk, secret, log, attachmentLimit, patience = 60_000, lookEvery = LOOK_EVERY, watch = () => undefined } = options
  const seal = createLinkCipher(secret)
  const outbox = path.join(config.dataDir, 'outbox')
  const ways = createTransportSelector({
    locate: options.locate ?? (async (host) => host),
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outbox,
    host: new URL(config.siteUrl).hostname,
  })
  const pool = openPool(url, { max: 2, onIdleError: (error) => log('info', 'the mail room lost a connection', error) })

  async function readShop(client: ClientBase | Pool): Promise<Shop> {
    const { rows } = await client.query<Record<string, unknown>>('select * from public.settings')
    const words = await client.query<MessageText & { key: string }>('select key, subject, opening from public.message_texts')
    return { settings: readSettings(rows[0] ?? {}), origin: config.siteUrl, texts: Object.fromEntries(words.rows.map(({ key, ...text }) => [key, text])) }
  }

  const leave = new AbortController()
  const handOver = (way: Way, { settings }: Shop, id: string, to: string, mail: Rendered): Promise<void> =>
    way.transport.send({ id, to, ...way.headers(settings.storeName, settings.email), ...mail }, AbortSignal.any([leave.signal, AbortSignal.timeout(patience)]))

  /** Makes a mail and hands it over; a second time without its document where a mailbox finds it too large. */
  async function send(client: ClientBase, mail: QueuedMail): Promise<void> {
    const shop = await readShop(client)
    const way = await ways.current(client, mail.mail_setup_version)
    const rendering = { shop, through: way.name, desk, seal, ...(attachmentLimit === undefined ? {} : { attachmentLimit }) }
    const made = await renderQueuedMail(client, mail, rendering)
    await watch('made', mail.id)
    const id = `mail-${mail.id}-${mail.queued_at}`
    await handOver(way, shop, id, mail.recipient, made).catch(async (error: unknown) => {
      if (refusalOf(error) !== 'size' || made.attachments.length === 0) throw error
      await handOver(way, shop, id, mail.recipient, await renderQueuedMail(client, mail, { ...rendering, bare: true }))
    })
    await watch('taken', mail.id)
  }

  /** Why a mail was not sent, and how many attempts that leaves it in all. */
  function judge(error: unknown, mail: QueuedMail): Failure {
    // Mail servers repeat the address; the log and the book know the mail by its number.
    const reason = ways.conceal(error instanceof Error ? error.message : String(error)).replaceAll(mail.recipient, 'the recipient')
    log('warn', 'a mail was not sent', { mail: mail.id, attempts: mail.attempts, reason })
    return { reason, chances: mail.kind === 'test' || error instanceof Overdue ? 0 : refusalOf(error) ? MAX_REFUSALS : MAX_ATTEMPTS }
  }

  /** False when no mail is due. */
  async function sendNext(): Promise<boolean> {
    const claim = await claimNext(pool)
    if (!claim) return false
    await watch('claimed', claim.id)
    await deliver(pool, claim, { send, judge, booked: () => watch('marked', claim.id) })
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
  // For the screen alone: mails go their way without it.
  void ways.announce(pool).catch((error: unknown) => log('info', 'the way of mails could not be noted', error))
  const clock = setInterval(wake, lookEvery)
  let closed: Promise<void> | undefined
  wake()

  return {
    outbox,
    async queueAuthMail(query, { kind, to, link, expiresAt, data: { full_name } }) {
      const sealed: SealedLink = { link, ...(full_name ? { full_name } : {}) }
      const queue = kind === 'account_exists' ? 'private.queue_notice_mail' : 'private.queue_auth_mail'
      await query(`select ${queue}($1, $2, $3, $4)`, [kind, to, seal.close(JSON.stringify(sealed)), expiresAt])
      return wake
    },
    close: () => (closed ??= close()),
  }

  async function close(): Promise<void> {
    closing.abort()
    clearInterval(clock)
    const patienceEnds = setTimeout(() => leave.abort(new Error('the shop is closing')), GRACE)
    await working
    clearTimeout(patienceEnds)
    ways.close()
    await pool.end()
  }
}
