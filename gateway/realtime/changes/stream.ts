/** The replication stream: opened for the first listener, closed some time after the last, reopened when lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isAway } from '#postgres/silence.ts'
import type { Log } from '../../core/schema-cache.ts'
import type { LogicalMessage } from './pgoutput.ts'
import { openReplication, type Replication } from './replication.ts'

export type StreamState = { open: true } | { open: false; reason: string }
export type ChangeStream = {
  /** Call with true when there are listeners, with false when there are none. */
  setWanted(wanted: boolean): void
  isOpen(): boolean
  pause(): void
  resume(): void
  close(): Promise<void>
}

const RETRY_FIRST = 200
const RETRY_MOST = 10_000
/** While the whole database is known to be away: an attempt costs nothing then, and should follow soon when it is back. */
const RETRY_AWAY = 1000
/** Milliseconds that the stream stays open after its last listener, because a page reload reconnects immediately. */
const LINGER = 30_000

export function createChangeStream(options: {
  url: string
  publication: string
  isWanted: (relation: number) => boolean
  onMessage: (message: LogicalMessage) => void
  onState: (state: StreamState) => void
  log: Log
}): ChangeStream {
  const closing = new AbortController()
  let current: Replication | null = null
  let running: Promise<void> | null = null
  let wanted = false
  let linger: NodeJS.Timeout | undefined

  const isNeeded = (): boolean => !closing.signal.aborted && (wanted || linger !== undefined)

  /** Runs one connection until it ends. */
  async function stream(): Promise<Error | null> {
    const opened = await openReplication({ ...options, signal: closing.signal })
    if (!isNeeded()) {
      await opened.close()
      return null
    }
    current = opened
    options.onState({ open: true })
    const error = await opened.ended
    current = null
    return error
  }

  async function keepStreaming(): Promise<void> {
    let wait = RETRY_FIRST
    while (isNeeded()) {
      const began = Date.now()
      const error = await stream().catch((failure: unknown) => failure)
      if (!isNeeded()) return
      // A connection that lasted was not a failed attempt: reset the back-off.
      if (Date.now() - began > RETRY_MOST) wait = RETRY_FIRST
      options.onState({ open: false, reason: 'Changes from PostgreSQL are not available at the moment' })
      options.log({ level: 'warn', message: 'realtime: Replication stream lost, reconnecting', data: error ?? undefined })
      await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      wait = Math.min(wait * 2, isAway() ? RETRY_AWAY : RETRY_MOST)
    }
  }

  function start(): void {
    running ??= keepStreaming().finally(() => {
      running = null
      if (isNeeded()) start()
    })
  }

  return {
    setWanted(now) {
      if (wanted === now) return
      wanted = now
      clearTimeout(linger)
      linger = undefined
      if (now) return start()
      linger = setTimeout(() => {
        linger = undefined
        void current?.close()
      }, LINGER)
      linger.unref()
    },
    isOpen: () => current !== null,
    pause: () => current?.pause(),
    resume: () => current?.resume(),
    async close() {
      clearTimeout(linger)
      closing.abort()
      await current?.close()
      await running
    },
  }
}
