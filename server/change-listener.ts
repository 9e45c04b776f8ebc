/**
 * Listens to NOTIFY on its own connection and reconnects when it is lost. Notifications in between are lost, so `onGap` runs
 * after every connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { guardConnection } from '#postgres/guard-connection.ts'
import type { Log } from './log.ts'

export type ChangeListener = {
  /** Resolves to true once all notifications of earlier commits have been handled; to false if not connected. */
  caughtUp(): Promise<boolean>
  close(): Promise<void>
}

/** Milliseconds until the next connection attempt. */
const RETRY_AFTER = 500
/** Maximum milliseconds that a writer's response waits for the notifications of its own change. */
const CATCH_UP_TIMEOUT = 1000

export function listenForChanges(options: {
  url: string
  channels: string[]
  onNotice: (channel: string, payload: string) => void
  onGap: () => void
  log: Log
}): ChangeListener {
  const closing = new AbortController()
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve(), { once: true }))

  let current: Client | undefined

  /** Runs one connection until it ends. */
  async function listen(): Promise<void> {
    const opened = new Client({ connectionString: options.url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    const ended = new Promise<void>((resolve) => opened.once('end', resolve))
    opened.on('error', () => undefined) // 'end' follows
    opened.on('notification', (notice) => options.onNotice(notice.channel, notice.payload ?? ''))
    try {
      await opened.connect()
      guardConnection(opened)
      for (const channel of options.channels) await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
      if (closing.signal.aborted) return
      current = opened
      options.onGap()
      await Promise.race([ended, closed])
    } finally {
      current = undefined
      // Never call end() before connect() has settled: it would not resolve.
      await Promise.race([opened.end().catch(() => undefined), ended])
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch((error: unknown) => options.log('info', 'change listener: Failed to connect, retrying', error))
      await sleep(RETRY_AFTER, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const listening = keepListening()

  return {
    async caughtUp() {
      // PostgreSQL sends pending notifications before ReadyForQuery.
      const answered = current?.query('select').then(
        () => true,
        () => false,
      )
      return (await Promise.race([answered, sleep(CATCH_UP_TIMEOUT, false, { ref: false })])) ?? false
    },
    async close() {
      closing.abort()
      await listening
    },
  }
}
