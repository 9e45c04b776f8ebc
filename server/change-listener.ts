/**
 * Hears NOTIFY on a connection of its own and opens it again when it is lost. Notices in the gap are gone, so
 * `onGap` runs after every (re)connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { guardConnection } from '#postgres/guard-connection.ts'
import type { Log } from './log.ts'

export type ChangeListener = {
  /** Resolves once every notice of what was committed before has been handed on; false where nothing is heard at the moment. */
  caughtUp(): Promise<boolean>
  close(): Promise<void>
}

/** Milliseconds between a lost connection and the next try. */
const RETRY_AFTER = 500
/** Milliseconds that a writer's answer waits at most for the notices of its own change. */
const CATCHING_UP = 1000

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

  /** One connection, from its beginning to its end. */
  async function listen(): Promise<void> {
    const opened = new Client({ connectionString: options.url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    const ended = new Promise<void>((resolve) => opened.once('end', resolve))
    opened.on('error', () => undefined) // the end follows
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
      // Never before connect() has settled: an end asked for while it connects is not answered.
      await Promise.race([opened.end().catch(() => undefined), ended])
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch((error: unknown) => options.log('info', 'not listening for changes yet', error))
      await sleep(RETRY_AFTER, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const listening = keepListening()

  return {
    async caughtUp() {
      // PostgreSQL sends the notices that are due before it says that it is ready for the next statement.
      const answered = current?.query('select').then(
        () => true,
        () => false,
      )
      return (await Promise.race([answered, sleep(CATCHING_UP, false, { ref: false })])) ?? false
    },
    async close() {
      closing.abort()
      await listening
    },
  }
}
