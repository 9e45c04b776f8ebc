/**
 * Sends queued mails, several at once, each at least once, with a stable Message-ID and back-off. A mail that cannot be sent stays in the queue as
 * `failed`, where admins see it and can retry it (public.failed_mails, public.retry_mail).
 */
import type { AuthContext } from '#gateway/auth/context.ts'
import type { DataKeys } from '#gateway/core/session.ts'
import type { Shop } from '#documents/mails/message.ts'
import type { MessageText } from '#documents/mails/texts.ts'
import { readSettings } from '#domain/shop/settings.ts'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log/log.ts'
import { openPool } from '#postgres/pool.ts'
import { withoutRequest } from '#postgres/request-context.ts'
import { inTransaction } from '#postgres/transaction.ts'
import type { HookMail } from './hook-mails.ts'
import type { OrderService } from './mail-documents.ts'
import { createLinkCipher } from './link-encryption.ts'
import { MAIL_WORKERS } from './mail-workers.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { claimNext, deliver, MAX_ATTEMPTS, MAX_REFUSALS, type Claim, type Failure } from './queue.ts'
import { ExpiredMail, renderQueuedMail, type QueuedMail, type Rendered, type EncryptedLink } from './queued-mail.ts'
import { createTransportSelector, type SelectedTransport } from './select-transport.ts'
import type { HostLocator } from '../network/host-locator.ts'
import { readMailLogo } from './mail-logo.ts'
import type { Attachment } from './transport.ts'
import { refusalOf } from './refusal.ts'

export type MailWorker = {
  /** Queues a mail of the auth service in that service's own transaction. */
  queueAuthMail: AuthContext['queueMail']
  /** Queues the mails of a call of the Send Email hook, once for each `call`. */
  queueHookMails(call: string, mails: readonly HookMail[]): Promise<void>
  outbox: string
  close(): Promise<void>
}

/** Progress of a mail: attempt recorded, rendered with its document, accepted by the mail server, marked as sent but not committed. */
export type MailStage = 'claimed' | 'rendered' | 'accepted' | 'marked'

export type MailWorkerOptions = {
  config: Pick<Config, 'dataDir' | 'siteUrl' | 'smtpUrl' | 'mailFrom'>
  /** Resolves the mail server set in the back office (server/network/host-locator.ts). Undefined: uses the host name unchecked. */
  locate?: HostLocator
  /** Opened as shop_mail, straight to the database: a transaction lasts as long as a mail is being sent. */
  url: string
  /** The most connections; default: for all workers. */
  connections?: number
  /** The most mails that are sent at once. Each holds a connection, and one connection is left to queue mails. */
  workers?: number
  orderService: OrderService
  /** Queued links are encrypted with the first of them. */
  secrets: DataKeys
  log: Log
  /** Maximum bytes of an attached document. */
  attachmentLimit?: number
  /** Milliseconds that sending one mail may take. */
  timeout?: number
  /** Milliseconds between polls of the queue. */
  pollEvery?: number
  /** Called at each stage before the next one: tests stop the worker there. */
  watch?: (stage: MailStage, id: string) => void | Promise<void>
}

/**
 * The worker polls: a NOTIFY in every order would make their commits wait for each other
 * (docs/decisions/0010-cost-of-an-order.md), and a poll reads one index entry.
 */
const POLL_EVERY = 1000
/** Milliseconds between two mails of a worker: rendering them must not slow down the shop's customers. */
const PAUSE = 10
/** Milliseconds to finish a mail when the shop closes. */
const GRACE = 5000

export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { config, url, orderService, secrets, log, attachmentLimit, timeout = 60_000, pollEvery = POLL_EVERY, watch = () => undefined } = options
  const links = createLinkCipher(secrets)
  const outbox = path.join(config.dataDir, 'outbox')
  const transports = createTransportSelector({
    locate: options.locate ?? (async (host) => host),
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outbox,
    host: new URL(config.siteUrl).hostname,
  })
  const connections = options.connections ?? (options.workers ?? MAIL_WORKERS) + 1
  const workers = Math.max(1, Math.min(options.workers ?? MAIL_WORKERS, connections - 1))
  const pool = openPool(url, {
    max: connections,
    silence: Infinity,
    onIdleError: (error) => log('info', 'mail worker: Idle database connection lost', error),
  })

  async function readShop(client: ClientBase | Pool): Promise<{ shop: Shop; inline: Attachment[] }> {
    const { rows } = await client.query<Record<string, unknown>>('select * from public.settings')
    const words = await client.query<MessageText & { key: string }>('select key, subject, opening from public.message_texts')
    const shop: Shop = {
      settings: readSettings(rows[0] ?? {}),
      origin: config.siteUrl,
      texts: Object.fromEntries(words.rows.map(({ key, ...text }) => [key, text])),
    }
    const logo = await readMailLogo(client, shop.settings)
    return logo === null ? { shop, inline: [] } : { shop: { ...shop, logo: `cid:${logo.cid}` }, inline: [logo] }
  }

  const aborting = new AbortController()
  const sendBy = (selected: SelectedTransport, { settings }: Shop, id: string, to: string, mail: Rendered, inline: Attachment[]): Promise<void> =>
    selected.transport.send(
      { id, to, ...selected.headers(settings.storeName, settings.email), ...mail, attachments: [...mail.attachments, ...inline] },
      AbortSignal.any([aborting.signal, AbortSignal.timeout(timeout)]),
    )

  /** Renders and sends a mail; sends it again without its document if the mail server finds it too large. */
  async function send(client: ClientBase, mail: QueuedMail): Promise<void> {
    const { shop, inline } = await readShop(client)
    const selected = await transports.current(client, mail.mail_setup_version)
    const rendering = { shop, through: selected.name, orderService, links, ...(attachmentLimit === undefined ? {} : { attachmentLimit }) }
    const rendered = await renderQueuedMail(client, mail, rendering)
    // Documents may take long to render: a connection that was lost in that time has lost the mail too, and another worker sends it.
    await client.query('select')
    await watch('rendered', mail.id)
    const id = `mail-${mail.id}-${mail.queued_at}`
    await sendBy(selected, shop, id, mail.recipient, rendered, inline).catch(async (error: unknown) => {
      if (refusalOf(error) !== 'size' || rendered.attachments.length === 0) throw error
      await sendBy(selected, shop, id, mail.recipient, await renderQueuedMail(client, mail, { ...rendering, bare: true }), inline)
    })
    await watch('accepted', mail.id)
  }

  /** The reason of a failed attempt and the total number of attempts for it. */
  function classifyFailure(error: unknown, mail: QueuedMail): Failure {
    // Mail servers repeat the address in their errors; log and queue identify the mail by its id.
    const reason = transports.redact(error instanceof Error ? error.message : String(error)).replaceAll(mail.recipient, 'the recipient')
    log('warn', 'mail worker: Failed to send a mail', { mail: mail.id, attempts: mail.attempts, reason })
    return { reason, maxAttempts: mail.kind === 'test' || error instanceof ExpiredMail ? 0 : refusalOf(error) ? MAX_REFUSALS : MAX_ATTEMPTS }
  }

  const inHand = new Set<string>()
  const inTurn = oneAtATime()
  /** Claims one after the other, so that two workers do not take two mails of one order. */
  const claim = (): Promise<Claim | undefined> =>
    inTurn(async () => {
      const claimed = await claimNext(pool, inHand)
      if (claimed?.order_id) inHand.add(claimed.order_id)
      return claimed
    })

  /** False when no mail is due. */
  async function sendNext(): Promise<boolean> {
    const claimed = await claim()
    if (!claimed) return false
    // There may be more than one.
    wake()
    try {
      await watch('claimed', claimed.id)
      await deliver(pool, claimed, { send, classifyFailure, beforeCommit: () => watch('marked', claimed.id) })
    } finally {
      if (claimed.order_id) inHand.delete(claimed.order_id)
    }
    return true
  }

  const working = new Set<Promise<void>>()
  let again = false
  const closing = new AbortController()
  const isOpen = (): boolean => !closing.signal.aborted
  async function work(): Promise<void> {
    do {
      again = false
      while (isOpen() && (await sendNext())) await sleep(PAUSE)
    } while (again && isOpen())
  }
  /** Starts another worker if not all are at work; those that are look once more before they end. */
  function wake(): void {
    if (!isOpen()) return
    again = true
    if (working.size >= workers) return
    // A request may wake it; the mails are not that request's.
    const one: Promise<void> = withoutRequest(work)
      .catch((error: unknown) => log('info', 'mail worker: Failed to read the queue', error))
      .finally(() => working.delete(one))
    working.add(one)
  }
  // Only for the settings screen: mails do not depend on it.
  void transports.recordEnvironment(pool).catch((error: unknown) => log('info', 'mail worker: Failed to record the mail transport', error))
  const timer = setInterval(wake, pollEvery)
  let closed: Promise<void> | undefined
  wake()

  return {
    outbox,
    async queueAuthMail(query, { kind, to, link, expiresAt, data: { full_name } }) {
      const sealed: EncryptedLink = { link, ...(full_name ? { full_name } : {}) }
      const queue = kind === 'account_exists' ? 'private.queue_notice_mail' : 'private.queue_auth_mail'
      await query(`select ${queue}($1, $2, $3, $4)`, [kind, to, links.encrypt(JSON.stringify(sealed)), expiresAt])
      return wake
    },
    async queueHookMails(call, mails) {
      const rows = mails.map(({ kind, to, hours, ...content }) => ({
        kind,
        recipient: to,
        sealed: links.encrypt(JSON.stringify(content satisfies EncryptedLink)),
        expires_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
      }))
      await inTransaction(pool, {}, (query) => query('select private.queue_hook_mails($1, $2)', [call, JSON.stringify(rows)]))
      wake()
    },
    close: () => (closed ??= close()),
  }

  async function close(): Promise<void> {
    closing.abort()
    clearInterval(timer)
    const graceTimer = setTimeout(() => aborting.abort(new Error('The shop is closing')), GRACE)
    await Promise.all(working)
    clearTimeout(graceTimer)
    transports.close()
    await pool.end()
  }
}
