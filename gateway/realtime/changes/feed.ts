/**
 * Delivers changes from the replication stream to listeners. A change only says that a row changed: the row is read again under
 * each listener's role and claims, in one transaction per session for a whole batch of changes.
 */
import type pg from 'pg'
import { isDatabaseError } from '#postgres/sql-state.ts'
import type { Log } from '../../core/schema-cache.ts'
import type { Session } from '../../core/session.ts'
import { mayMatch, type Binding } from './bindings.ts'
import { changeText } from './message.ts'
import type { LogicalMessage, Relation, RowMessage, Tuple } from './pgoutput.ts'
import { createChangeStream, type StreamState } from './stream.ts'
import { createTableCache, type Table, type TableCache } from './tables.ts'
import { waitUntilVisible } from './visibility.ts'
import { filterText, keyText, readVisible, type Key, type RowQuery, type VisibleRow } from './visible-rows.ts'

export type ChangeListener = {
  /** The current session: a refreshed token replaces it. */
  session(): Session
  bindings: readonly Binding[]
  /** The whole payload as JSON text. */
  change(payload: string): void
  /** The stream opened, or was lost together with the changes since. */
  state(state: StreamState): void
}

export type ChangeFeed = {
  add(listener: ChangeListener): void
  remove(listener: ChangeListener): void
  isOpen(): boolean
  close(): Promise<void>
}

type Change = { relation: Relation; message: RowMessage; at: Date; transaction: number; recipients: { listener: ChangeListener; bindings: Binding[] }[] }

/** Changes per batch; one transaction reads their rows. */
const BATCH = 500
/** Queued changes at which the stream is paused. */
const BACKPRESSURE_AT = 5_000
const MISSED = 'Some changes could not be read'

function keyOf({ columns }: Relation, table: Table, tuple: Tuple | null): Key | null {
  const key = table.key.map((name) => tuple?.[columns.indexOf(name)])
  return key.length > 0 && key.every((value) => typeof value === 'string') ? key : null
}

/** The rows that one session needs for a batch of changes. */
type SessionBatch = { queries: Map<number, RowQuery>; listeners: Set<ChangeListener> }

export function createChangeFeed(options: { pool: pg.Pool; url: string; publication: string; log: Log }): ChangeFeed {
  const { pool, log } = options
  const tables: TableCache = createTableCache(pool, options.publication)
  const relations = new Map<number, Relation>()
  const listeners = new Set<ChangeListener>()
  const queue: Change[] = []
  let working: Promise<void> | null = null
  let at = new Date()
  let transaction = 0
  let paused = false

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
    const recipients: Change['recipients'] = []
    for (const listener of listeners) {
      const bindings = listener.bindings.filter((binding) => mayMatch(binding, relation, message))
      if (bindings.length > 0) recipients.push({ listener, bindings })
    }
    if (recipients.length === 0) return
    queue.push({ relation, message, at, transaction, recipients })
    if (queue.length > BACKPRESSURE_AT && !paused) {
      paused = true
      stream.pause()
    }
    startWork()
  }

  function startWork(): void {
    working ??= work().finally(() => {
      working = null
      if (queue.length > 0) startWork()
    })
  }

  async function work(): Promise<void> {
    while (queue.length > 0) {
      // Collect a burst, such as the rows of one order, into one batch.
      await new Promise((resolve) => setImmediate(resolve))
      const changes = queue.splice(0, BATCH)
      await deliver(changes).catch((error: unknown) => {
        log({ level: 'warn', message: 'realtime: Failed to deliver changes', data: error })
        reportMissed(changes.flatMap(({ recipients }) => recipients.map(({ listener }) => listener)))
      })
      if (paused && queue.length < BACKPRESSURE_AT / 2) {
        paused = false
        stream.resume()
      }
    }
  }

  const tableFor = (session: Session, { id, schema, name }: Relation): Promise<Table | null> => tables.find(session, id, schema, name)

  async function deliver(changes: readonly Change[]): Promise<void> {
    await waitUntilVisible(pool, new Set(changes.map((change) => change.transaction)))
    const batches = new Map<Session, SessionBatch>()
    for (const { relation, message, recipients } of changes) {
      for (const { listener, bindings } of recipients) {
        const session = listener.session()
        const batch = batches.get(session) ?? { queries: new Map<number, RowQuery>(), listeners: new Set<ChangeListener>() }
        batches.set(session, batch)
        batch.listeners.add(listener)
        const table = await tableFor(session, relation).catch(() => null)
        const key = table && keyOf(relation, table, message.row)
        if (!table || !key) continue
        const rowQuery = batch.queries.get(table.id) ?? { table, keys: new Map<string, Key>(), filters: new Map<string, Binding['filters']>() }
        batch.queries.set(table.id, rowQuery)
        rowQuery.keys.set(keyText(key), key)
        for (const { filters } of bindings) if (filters.length > 0) rowQuery.filters.set(filterText(filters), filters)
      }
    }
    const visible = new Map<Session, Map<number, Map<string, VisibleRow>>>()
    await Promise.all([...batches].map(async ([session, batch]) => visible.set(session, await readRows(session, batch))))
    for (const change of changes) await send(change, visible)
  }

  /** Notifies listeners whose rows could not be read that changes were missed and that the stream continues. */
  function reportMissed(by: Iterable<ChangeListener>): void {
    for (const listener of new Set(by)) {
      if (!listeners.has(listener)) continue
      listener.state({ open: false, reason: MISSED })
      if (stream.isOpen()) listener.state({ open: true })
    }
  }

  async function readRows(session: Session, { queries, listeners: affected }: SessionBatch): Promise<Map<number, Map<string, VisibleRow>>> {
    const list = [...queries.values()]
    if (list.length === 0) return new Map()
    try {
      const answers = await readVisible(pool, session, list)
      return new Map(list.map(({ table }, index) => [table.id, answers[index] ?? new Map<string, VisibleRow>()]))
    } catch (error) {
      // A privilege was revoked or a column dropped: forget the cached table, so that the next change reads it again.
      for (const { table } of list) tables.forget(table.id)
      log({ level: isDatabaseError(error) ? 'info' : 'warn', message: 'realtime: Failed to read changed rows', data: error })
      reportMissed(affected)
      return new Map()
    }
  }

  async function send({ relation, message, at: committed, recipients }: Change, visible: Map<Session, Map<number, Map<string, VisibleRow>>>): Promise<void> {
    for (const { listener, bindings } of recipients) {
      if (!listeners.has(listener)) continue
      const session = listener.session()
      const table = await tableFor(session, relation).catch(() => null)
      const key = table && keyOf(relation, table, message.row ?? message.old)
      if (!table || !key) continue
      if (message.kind === 'delete') {
        // The row is gone, so its visibility and filters can no longer be checked: send only its key, and only to bindings
        // without a filter.
        const ids = bindings.filter(({ filters }) => filters.length === 0).map(({ id }) => id)
        if (ids.length > 0) listener.change(changeText({ ids, kind: message.kind, table, committed, record: null, oldKey: key }))
        continue
      }
      const row = visible.get(session)?.get(table.id)?.get(keyText(key))
      const ids = row ? bindings.filter(({ filters }) => filters.length === 0 || row.fits.has(filterText(filters))).map(({ id }) => id) : []
      const oldKey = message.kind === 'update' ? (keyOf(relation, table, message.old) ?? key) : null
      if (row && ids.length > 0) listener.change(changeText({ ids, kind: message.kind, table, committed, record: row.record, oldKey }))
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
    },
  }
}
