/**
 * Listens to NOTIFY on a connection of its own, and reconnects when it is lost. Notifications in between are lost, so `onListening`
 * runs after every connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { databaseClient } from './client.ts'
import { guardConnection } from './guard-connection.ts'
import { watchSilence } from './silence.ts'

export type Listener = {
  /** Resolves after the first attempt to connect, successful or not. */
  tried: Promise<void>
  /** Resolves to true once all notifications of earlier commits have been handled; to false if not connected. */
  caughtUp(): Promise<boolean>
  close(): Promise<void>
}

/** Milliseconds until the next attempt: doubled with each failure, and back to the first once it listens. */
const RETRY_FIRST = 100
const RETRY_MOST = 2000
/** Maximum milliseconds that a caller waits for the notifications of its own change. */
const CATCH_UP_TIMEOUT = 1000
/** Milliseconds between two statements that only ask whether the connection still leads to the database: a listener has no other. */
const ASK_EVERY = 3000
/** Milliseconds without an answer after which the connection counts as lost. */
const SILENCE = 5000

export function listenTo(options: {
  url: string
  channels: readonly string[]
  applicationName: string
  onNotice: (payload: string, channel: string) => void
  /** Runs after every connection: notifications since the last one are lost. */
  onListening: () => void
  /** Called when connecting fails. It is retried. */
  onFailure: (error: unknown) => void
}): Listener {
  const closing = new AbortController()
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve(), { once: true }))
  const tried = Promise.withResolvers<void>()
  let current: Client | undefined
  let wait = RETRY_FIRST

  /** Runs one connection until it ends. */
  async function listen(): Promise<void> {
    const opened = databaseClient(options.url, { applicationName: options.applicationName, timeout: 5000 })
    let asking: NodeJS.Timeout | undefined
    const ended = new Promise<void>((resolve) => opened.once('end', resolve))
    opened.on('error', () => undefined) // 'end' follows
    opened.on('notification', ({ channel, payload }) => options.onNotice(payload ?? '', channel))
    try {
      await opened.connect()
      guardConnection(opened)
      watchSilence(opened, SILENCE)
      asking = setInterval(() => void opened.query('select').catch(() => undefined), ASK_EVERY).unref()
      for (const channel of options.channels) await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
      if (closing.signal.aborted) return
      current = opened
      wait = RETRY_FIRST
      options.onListening()
      tried.resolve()
      await Promise.race([ended, closed])
    } finally {
      current = undefined
      clearInterval(asking)
      // Never call end() before connect() has settled: it would not resolve.
      await Promise.race([opened.end().catch(() => undefined), ended])
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch(options.onFailure)
      tried.resolve()
      await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      wait = Math.min(wait * 2, RETRY_MOST)
    }
  }
  const listening = keepListening()

  return {
    tried: tried.promise,
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
