/** The replication stream, kept open while somebody listens: opened with the first, closed a while after the last. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../core/schema-cache.ts'
import type { LogicalMessage } from './pgoutput.ts'
import { openReplication, type Replication } from './replication.ts'

export type StreamState = { open: true } | { open: false; reason: string }
export type ChangeStream = {
  /** Whether anybody listens; call whenever that changes. */
  want(wanted: boolean): void
  isOpen(): boolean
  pause(): void
  resume(): void
  close(): Promise<void>
}

const RETRY_FIRST = 200
const RETRY_MOST = 10_000
/** Milliseconds that the stream outlives its last listener: one who reloads a page is back at once. */
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

  /** One connection, from its beginning to its end. */
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
      // What held for a while was no failed attempt.
      if (Date.now() - began > RETRY_MOST) wait = RETRY_FIRST
      options.onState({ open: false, reason: 'The changes of PostgreSQL cannot be read at the moment' })
      options.log({ level: 'warn', message: 'realtime: the stream of changes ended; opening it again', data: error ?? undefined })
      await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      wait = Math.min(wait * 2, RETRY_MOST)
    }
  }

  function start(): void {
    running ??= keepStreaming().finally(() => {
      running = null
      if (isNeeded()) start()
    })
  }

  return {
    want(now) {
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
