/**
 * Delivers changes from the replication stream to listeners. A change only says that a row changed: the row is read again under
 * each listener's role and claims, in one transaction per session for a whole batch of changes, and sessions do not wait for each other.
 * PostgreSQL gets the position of a change when it is queued here, not when it is delivered (replication.ts): the slot ends with its
 * connection, so nothing could be asked for again. What cannot be delivered is reported to its listeners instead.
 */
import type pg from 'pg'
import type { Log } from '../../core/schema-cache.ts'
import type { Session } from '../../core/session.ts'
import { LATE, MAX_WAITING_CHANGES } from '../limits.ts'
import { mayMatch } from './bindings.ts'
import { address, listenersOf, type Addressed, type ChangeListener, type Recipient } from './change.ts'
import { createDelivery } from './delivery.ts'
import type { LogicalMessage, Relation, RowMessage } from './pgoutput.ts'
import { createQueues } from './queues.ts'
import { createChangeStream } from './stream.ts'
import { createTableCache, type TableCache } from './tables.ts'
import { waitUntilVisible } from './visibility.ts'

export type ChangeFeed = {
  add(listener: ChangeListener): void
  remove(listener: ChangeListener): void
  isOpen(): boolean
  close(): Promise<void>
}

/** Changes that one transaction reads. */
const BATCH = 500
/** Queued changes at which the stream is paused. */
const BACKPRESSURE_AT = 5_000
const MISSED = 'Some changes could not be read'

export function createChangeFeed(options: { pool: pg.Pool; url: string; publication: string; log: Log }): ChangeFeed {
  const { pool, log } = options
  const tables: TableCache = createTableCache(pool, options.publication)
  const relations = new Map<number, Relation>()
  const listeners = new Set<ChangeListener>()
  const queue: Addressed[] = []
  let working: Promise<void> | null = null
  let at = new Date()
  let transaction = 0
  let paused = false
  const work = createDelivery({ pool, tables, log, isListening: (listener) => listeners.has(listener), onMissed: reportMissed })
  const sessions = createQueues<Session, Addressed>({ most: MAX_WAITING_CHANGES, batch: BATCH, patience: LATE, work })

  const stream = createChangeStream({
    ...options,
    isWanted: (id) => listeners.size > 0 && relations.has(id),
    onMessage: take,
    onState(state) {
      if (!state.open) queue.length = 0
      for (const listener of listeners) listener.state(state)
    },
  })

  function take(message: LogicalMessage): void {
    if (message.kind === 'begin') ({ at, transaction } = message)
    else if (message.kind === 'relation') {
      relations.set(message.id, message)
      tables.forget(message.id)
    } else if (message.kind !== 'other') enqueue(message)
  }

  function enqueue(message: RowMessage): void {
    const relation = relations.get(message.relation)
    if (!relation) return
    const recipients: Recipient[] = []
    for (const listener of listeners) {
      const bindings = listener.bindings.filter((binding) => mayMatch(binding, relation, message))
      if (bindings.length > 0) recipients.push({ listener, bindings })
    }
    if (recipients.length === 0) return
    queue.push({ change: { relation, message, at, transaction }, recipients })
    if (queue.length > BACKPRESSURE_AT && !paused) {
      paused = true
      stream.pause()
    }
    startWork()
  }

  function startWork(): void {
    working ??= workOff().finally(() => {
      working = null
      if (queue.length > 0) startWork()
    })
  }

  async function workOff(): Promise<void> {
    while (queue.length > 0) {
      // Collect a burst, such as the rows of one order, into one batch.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = queue.splice(0, BATCH)
      await deliver(batch).catch((error: unknown) => {
        log({ level: 'warn', message: 'realtime: Failed to deliver changes', data: error })
        reportMissed(listenersOf(batch))
      })
      if (paused && queue.length < BACKPRESSURE_AT / 2) {
        paused = false
        stream.resume()
      }
    }
  }

  /** Resolves when every session has its changes in its queue. Only a session that is far behind is waited for, and not for long. */
  async function deliver(batch: readonly Addressed[]): Promise<void> {
    await waitUntilVisible(pool, new Set(batch.map(({ change }) => change.transaction)))
    const shares = new Map<Session, Addressed[]>()
    for (const { change, recipients } of batch) {
      for (const recipient of recipients) {
        const session = recipient.listener.session()
        const share = shares.get(session) ?? []
        shares.set(session, share)
        address(share, change, recipient)
      }
    }
    await Promise.all(
      [...shares].map(async ([session, share]) => {
        if (!(await sessions.add(session, share))) reportMissed(listenersOf(share))
      }),
    )
  }

  /** Notifies listeners whose rows could not be read that changes were missed and that the stream continues. */
  function reportMissed(missing: Iterable<ChangeListener>): void {
    for (const listener of missing) {
      if (!listeners.has(listener)) continue
      listener.state({ open: false, reason: MISSED })
      if (stream.isOpen()) listener.state({ open: true })
    }
  }

  return {
    add(listener) {
      listeners.add(listener)
      stream.setWanted(true)
    },
    remove(listener) {
      listeners.delete(listener)
      stream.setWanted(listeners.size > 0)
    },
    isOpen: stream.isOpen,
    async close() {
      listeners.clear()
      queue.length = 0
      await stream.close()
      await working
      await sessions.done()
    },
  }
}
