/**
 * Sends the events that triggers have written (supabase/schemas/77_webhooks.sql) to the address of WEBHOOK_URL. Each is held by one process
 * while it is sent; one that ends leaves it to the next after half a minute (docs/decisions/0116-webhooks.md).
 */
import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log/log.ts'
import { hostLocator, resolvePublic } from '../network/host-locator.ts'
import { postEvent } from './post-event.ts'

type Due = { id: string; attempts: number; url: string; event_id: string; kind: string; data: unknown; created_at: Date }

type Options = {
  webhook: Config['webhook']
  /** Opened as shop_mail. No connection is held while an event is sent. */
  pool: Pool
  log: Log
  /** Milliseconds that one call may take. */
  longest?: number
}

export type Webhooks = {
  /** Begins to send what is due. It does not wait for the answers. */
  sendDue(): Promise<void>
  /** Ends the calls; their events are sent again by the next process. */
  close(): Promise<void>
}

/** Calls at once, in all processes together. */
const MOST_CALLS = 8

export function startWebhooks({ webhook, pool, log, longest }: Options): Webhooks {
  const locate = hostLocator(webhook?.innerHosts ?? false, resolvePublic)
  const closing = new AbortController()
  const calls = new Set<Promise<void>>()
  let registered = false

  async function send({ id, attempts, url, event_id, kind, data, created_at }: Due): Promise<void> {
    const call = { url, secrets: webhook?.secrets ?? [], id: event_id, body: JSON.stringify({ type: kind, timestamp: created_at.toISOString(), data }) }
    const { status, error } = await postEvent(call, locate, closing.signal, undefined, longest)
    if (closing.signal.aborted && error !== null) return
    if (error !== null) log('info', 'webhooks: An event was not taken', { event: event_id, attempts, status, error })
    await pool.query('select private.note_webhook($1, $2, $3, $4)', [id, attempts, status, error])
  }

  async function sendDue(): Promise<void> {
    if (closing.signal.aborted) return
    if (!registered) {
      await pool.query('select private.set_webhook_endpoint($1)', [webhook?.url ?? null])
      registered = true
    }
    if (!webhook || closing.signal.aborted) return
    const { rows } = await pool.query<Due>('select * from private.claim_webhooks($1)', [MOST_CALLS])
    for (const due of rows) {
      const call = send(due)
        .then(sendDue)
        .catch((error: unknown) => log('info', 'webhooks: Failed to note what became of an event', error))
        .finally(() => calls.delete(call))
      calls.add(call)
    }
  }

  // A shop without the setting writes no more events.
  if (!webhook) void sendDue().catch((error: unknown) => log('info', 'webhooks: Failed to read the setting', error))
  return {
    sendDue,
    async close() {
      closing.abort()
      await Promise.all(calls)
    },
  }
}
