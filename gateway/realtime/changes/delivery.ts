/** Reads the changed rows as one session sees them, and sends them to its listeners. */
import type pg from 'pg'
import { isDatabaseError } from '#postgres/sql-state.ts'
import type { Log } from '../../core/schema-cache.ts'
import type { Session } from '../../core/session.ts'
import { MAX_READ_FILTERS } from '../limits.ts'
import { address, listenersOf, type Addressed, type Change, type ChangeListener, type Recipient } from './change.ts'
import { changeText } from './message.ts'
import type { Relation, Tuple } from './pgoutput.ts'
import type { Table, TableCache } from './tables.ts'
import { keyText, readVisible, type Key, type RowQuery, type VisibleRow } from './visible-rows.ts'

/** What one read found; tables that the session may not read are missing. */
type Found = { tables: Map<number, Table>; rows: Map<number, Map<string, VisibleRow>> }

function keyOf({ columns }: Relation, table: Table, tuple: Tuple | null): Key | null {
  const key = table.key.map((name) => tuple?.[columns.indexOf(name)])
  return key.length > 0 && key.every((value) => typeof value === 'string') ? key : null
}

/**
 * Divides what a session gets, so that one read evaluates at most MAX_READ_FILTERS different filters: each is a column, of which
 * PostgreSQL allows 1,664, and all visitors share one session. All that a listener gets is in one part, in order.
 */
function partsOf(changes: readonly Addressed[]): Addressed[][] {
  const parts: Addressed[][] = []
  const partOf = new Map<ChangeListener, Addressed[]>()
  let last: Addressed[] = []
  let filters = new Set<string>()
  for (const { change, recipients } of changes) {
    for (const recipient of recipients) {
      const { listener } = recipient
      const known = partOf.get(listener)
      if (!known) {
        const own = listener.bindings.flatMap(({ filter }) => filter ?? [])
        const together = new Set([...filters, ...own])
        const fits = parts.length > 0 && together.size <= MAX_READ_FILTERS
        filters = fits ? together : new Set(own)
        if (!fits) parts.push((last = []))
        partOf.set(listener, last)
      }
      address(known ?? last, change, recipient)
    }
  }
  return parts
}

export function createDelivery(options: {
  pool: pg.Pool
  tables: TableCache
  isListening: (listener: ChangeListener) => boolean
  /** Changes for these listeners could not be read. */
  onMissed: (listeners: Iterable<ChangeListener>) => void
  log: Log
}): (session: Session, changes: readonly Addressed[]) => Promise<void> {
  const { pool, tables, isListening, onMissed, log } = options

  async function tablesOf(session: Session, part: readonly Addressed[]): Promise<Map<number, Table>> {
    const found = new Map<number, Table>()
    for (const { id, schema, name } of new Set(part.map(({ change }) => change.relation))) {
      const table = await tables.find(session, id, schema, name)
      if (table) found.set(id, table)
    }
    return found
  }

  async function read(session: Session, part: readonly Addressed[]): Promise<Found> {
    const visible = await tablesOf(session, part)
    const queries = new Map<number, RowQuery>()
    for (const { change, recipients } of part) {
      const { relation, message } = change
      const table = visible.get(relation.id)
      const key = table && keyOf(relation, table, message.row)
      if (!table || !key) continue
      const query = queries.get(table.id) ?? { table, keys: new Map<string, Key>(), filters: new Map() }
      queries.set(table.id, query)
      query.keys.set(keyText(key), key)
      for (const { bindings } of recipients) for (const { filter, filters } of bindings) if (filter !== undefined) query.filters.set(filter, filters)
    }
    const list = [...queries.values()]
    if (list.length === 0) return { tables: visible, rows: new Map() }
    try {
      const rows = await readVisible(pool, session, list)
      return { tables: visible, rows: new Map(list.map(({ table }, index) => [table.id, rows[index] ?? new Map<string, VisibleRow>()])) }
    } catch (error) {
      // A privilege was revoked or a column dropped: forget the cached table, so that the next change reads it again.
      for (const { table } of list) tables.forget(table.id)
      throw error
    }
  }

  function send({ relation, message, at: committed }: Change, { listener, bindings }: Recipient, { tables: visible, rows }: Found): void {
    const table = visible.get(relation.id)
    const key = table && keyOf(relation, table, message.row ?? message.old)
    if (!table || !key) return
    if (message.kind === 'delete') {
      // The row is gone, so its visibility and filters can no longer be checked: send only its key, and only to bindings
      // without a filter.
      const ids = bindings.filter(({ filter }) => filter === undefined).map(({ id }) => id)
      if (ids.length > 0) listener.change(changeText({ ids, kind: message.kind, table, committed, record: null, oldKey: key }))
      return
    }
    const row = rows.get(table.id)?.get(keyText(key))
    const ids = row ? bindings.filter(({ filter }) => filter === undefined || row.fits.has(filter)).map(({ id }) => id) : []
    const oldKey = message.kind === 'update' ? (keyOf(relation, table, message.old) ?? key) : null
    if (row && ids.length > 0) listener.change(changeText({ ids, kind: message.kind, table, committed, record: row.record, oldKey }))
  }

  /** Never rejects. */
  return async function deliver(session, changes) {
    for (const part of partsOf(changes)) {
      const all = [...listenersOf(part)]
      if (!all.some(isListening)) continue
      try {
        const found = await read(session, part)
        // The rows were read as this session: a listener whose token was replaced during the read may not get them.
        onMissed(all.filter((listener) => listener.session() !== session))
        for (const { change, recipients } of part) {
          for (const recipient of recipients) {
            const { listener } = recipient
            if (isListening(listener) && listener.session() === session) send(change, recipient, found)
          }
        }
      } catch (error) {
        log({ level: isDatabaseError(error) ? 'info' : 'warn', message: 'realtime: Failed to read changed rows', data: error })
        onMissed(all)
      }
    }
  }
}
