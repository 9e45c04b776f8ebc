/**
 * From the stream of changes to those who listen. A change is only a hint that a row changed: each listener's rows are
 * read again under his own role and claims, all changes of a round and of a session in one transaction.
 */
import type pg from 'pg'
import { isDatabaseError } from '#postgres/sql-state.ts'
import type { Log } from '../../core/schema-cache.ts'
import type { Session } from '../../core/session.ts'
import { mayConcern, type Binding } from './bindings.ts'
import { changeText } from './message.ts'
import type { LogicalMessage, Relation, RowMessage, Tuple } from './pgoutput.ts'
import { createChangeStream, type StreamState } from './stream.ts'
import { createTableCache, type Table, type TableCache } from './tables.ts'
import { untilSeen } from './visibility.ts'
import { filterText, keyText, readVisible, type Key, type Question, type VisibleRow } from './visible-rows.ts'

export type ChangeListener = {
  /** The one of now: a refreshed token brings another. */
  session(): Session
  bindings: readonly Binding[]
  /** The whole payload as JSON text. */
  change(payload: string): void
  /** The stream began to flow, or was lost with all that would have come. */
  state(state: StreamState): void
}

export type ChangeFeed = {
  add(listener: ChangeListener): void
  remove(listener: ChangeListener): void
  isOpen(): boolean
  close(): Promise<void>
}

type Change = { relation: Relation; message: RowMessage; at: Date; transaction: number; takers: { listener: ChangeListener; bindings: Binding[] }[] }

/** Changes of one round: one transaction reads that many rows at most. */
const ROUND = 500
/** Changes that wait before PostgreSQL is asked to hold back. */
const MUCH = 5_000
const MISSED = 'Some changes could not be read'

function keyOf({ columns }: Relation, table: Table, tuple: Tuple | null): Key | null {
  const key = table.key.map((name) => tuple?.[columns.indexOf(name)])
  return key.length > 0 && key.every((value) => typeof value === 'string') ? key : null
}

/** Everything of a round that one session asks. */
type Round = { questions: Map<number, Question>; listeners: Set<ChangeListener> }

export function createChangeFeed(options: { pool: pg.Pool; url: string; publication: string; log: Log }): ChangeFeed {
  const { pool, log } = options
  const tables: TableCache = createTableCache(pool, options.publication)
  const relations = new Map<number, Relation>()
  const listeners = new Set<ChangeListener>()
  const queue: Change[] = []
  let working: Promise<void> | null = null
  let at = new Date()
  let transaction = 0
  let held = false

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
    const takers: Change['takers'] = []
    for (const listener of listeners) {
      const bindings = listener.bindings.filter((binding) => mayConcern(binding, relation, message))
      if (bindings.length > 0) takers.push({ listener, bindings })
    }
    if (takers.length === 0) return
    queue.push({ relation, message, at, transaction, takers })
    if (queue.length > MUCH && !held) {
      held = true
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
      // A burst, such as the rows of one order, becomes one round.
      await new Promise((resolve) => setImmediate(resolve))
      const changes = queue.splice(0, ROUND)
      await deliver(changes).catch((error: unknown) => {
        log({ level: 'warn', message: 'realtime: changes could not be delivered', data: error })
        missed(changes.flatMap(({ takers }) => takers.map(({ listener }) => listener)))
      })
      if (held && queue.length < MUCH / 2) {
        held = false
        stream.resume()
      }
    }
  }

  const tableFor = (session: Session, { id, schema, name }: Relation): Promise<Table | null> => tables.find(session, id, schema, name)

  async function deliver(changes: readonly Change[]): Promise<void> {
    await untilSeen(pool, new Set(changes.map((change) => change.transaction)))
    const rounds = new Map<Session, Round>()
    for (const { relation, message, takers } of changes) {
      for (const { listener, bindings } of takers) {
        const session = listener.session()
        const round = rounds.get(session) ?? { questions: new Map<number, Question>(), listeners: new Set<ChangeListener>() }
        rounds.set(session, round)
        round.listeners.add(listener)
        const table = await tableFor(session, relation).catch(() => null)
        const key = table && keyOf(relation, table, message.row)
        if (!table || !key) continue
        const question = round.questions.get(table.id) ?? { table, keys: new Map<string, Key>(), filters: new Map<string, Binding['filters']>() }
        round.questions.set(table.id, question)
        question.keys.set(keyText(key), key)
        for (const { filters } of bindings) if (filters.length > 0) question.filters.set(filterText(filters), filters)
      }
    }
    const seen = new Map<Session, Map<number, Map<string, VisibleRow>>>()
    await Promise.all([...rounds].map(async ([session, round]) => seen.set(session, await look(session, round))))
    for (const change of changes) await send(change, seen)
  }

  /** Nothing is guessed: whose rows cannot be read is told that something was missed, and that the rest goes on. */
  function missed(by: Iterable<ChangeListener>): void {
    for (const listener of new Set(by)) {
      if (!listeners.has(listener)) continue
      listener.state({ open: false, reason: MISSED })
      if (stream.isOpen()) listener.state({ open: true })
    }
  }

  async function look(session: Session, { questions, listeners: asking }: Round): Promise<Map<number, Map<string, VisibleRow>>> {
    const list = [...questions.values()]
    if (list.length === 0) return new Map()
    try {
      const answers = await readVisible(pool, session, list)
      return new Map(list.map(({ table }, index) => [table.id, answers[index] ?? new Map<string, VisibleRow>()]))
    } catch (error) {
      // A right was taken away, a column dropped: what was known is forgotten, and the next change is read anew.
      for (const { table } of list) tables.forget(table.id)
      log({ level: isDatabaseError(error) ? 'info' : 'warn', message: 'realtime: rows could not be read again', data: error })
      missed(asking)
      return new Map()
    }
  }

  async function send({ relation, message, at: committed, takers }: Change, seen: Map<Session, Map<number, Map<string, VisibleRow>>>): Promise<void> {
    for (const { listener, bindings } of takers) {
      if (!listeners.has(listener)) continue
      const session = listener.session()
      const table = await tableFor(session, relation).catch(() => null)
      const key = table && keyOf(relation, table, message.row ?? message.old)
      if (!table || !key) continue
      if (message.kind === 'delete') {
        // The row is gone: nobody can say any more who saw it or whether it fitted. Its key is told, and only to those
        // who asked for the whole table.
        const ids = bindings.filter(({ filters }) => filters.length === 0).map(({ id }) => id)
        if (ids.length > 0) listener.change(changeText({ ids, kind: message.kind, table, committed, record: null, oldKey: key }))
        continue
      }
      const row = seen.get(session)?.get(table.id)?.get(keyText(key))
      const ids = row ? bindings.filter(({ filters }) => filters.length === 0 || row.fits.has(filterText(filters))).map(({ id }) => id) : []
      const oldKey = message.kind === 'update' ? (keyOf(relation, table, message.old) ?? key) : null
      if (row && ids.length > 0) listener.change(changeText({ ids, kind: message.kind, table, committed, record: row.record, oldKey }))
    }
  }

  return {
    add(listener) {
      listeners.add(listener)
      stream.want(true)
    },
    remove(listener) {
      listeners.delete(listener)
      stream.want(listeners.size > 0)
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
