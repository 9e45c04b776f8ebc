/** Validates an entry of `postgres_changes` against the database as the subscriber, so that nothing is silently ignored. */
import type pg from 'pg'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { batchAs } from '../../core/as-caller.ts'
import type { Session } from '../../core/session.ts'
import type { Checked } from '../checked.ts'
import type { ChangeEntry } from './entry.ts'
import { readFilters, type Filter } from './filter.ts'
import type { Relation, RowMessage } from './pgoutput.ts'
import { readTables, type Table } from './tables.ts'

export type Binding = {
  readonly id: number
  readonly event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  readonly schema: string
  /** `*`: every table of the publication. */
  readonly table: string
  readonly filters: readonly Filter[]
  /** Values in PostgreSQL's text format, for filters where equal text means equal values. */
  readonly exact: readonly { column: string; values: ReadonlySet<string> }[]
}

/** Types with a unique text representation: equal text means equal values. */
const EXACT_TYPES = new Set(['uuid', 'int2', 'int4', 'int8', 'text'])

let lastId = 0

type Subscription = Pick<Binding, 'event' | 'schema' | 'table' | 'filters'>

function subscriptionOf({ event, schema = 'public', table = '*', filter }: ChangeEntry): Checked<Subscription> {
  const filters: Checked<Filter[]> = filter === undefined ? { ok: true, value: [] } : readFilters(filter)
  if (!filters.ok) return filters
  if (filters.value.length > 0 && (table === '*' || schema === '*')) return { ok: false, reason: 'a filter needs a schema and a table' }
  return { ok: true, value: { event: event.toUpperCase() as Binding['event'], schema, table, filters: filters.value } }
}

/** The filter values normalised by PostgreSQL; null if one is not a valid value of its column's type. */
async function canonical(pool: pg.Pool, session: Session, table: Table, filters: readonly Filter[]): Promise<(string | null)[][] | null> {
  const columns = filters.map(({ column }) => table.columns.find(({ name, selectable }) => selectable && name === column))
  if (columns.some((column) => column === undefined)) return null
  const statements = filters.map(({ values }, index) => ({
    text: `select ${values.map((_, at) => `cast($${at + 1}::text as ${columns[index]?.type ?? ''})::text`).join(',')}`,
    values: [...values],
  }))
  try {
    return (await batchAs(pool, session, { readOnly: true }, statements)).map(({ rows }) => rows[0] ?? [])
  } catch (error) {
    if (isDatabaseError(error) && error.code.startsWith('22')) return null
    throw error
  }
}

/**
 * Checks one entry. Missing and inaccessible tables get the same error, so that table names do not leak. Rejects if the
 * database is unavailable.
 */
export async function checkBinding(pool: pg.Pool, session: Session, publication: string, entry: ChangeEntry): Promise<Checked<Binding>> {
  const read = subscriptionOf(entry)
  if (!read.ok) return read
  const { event, schema, table: name, filters } = read.value
  const refused = {
    ok: false,
    reason:
      'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ' +
      JSON.stringify({ event, schema, table: name, filters: filters.map(({ column, operator }) => `${column}=${operator}`) }),
  } as const
  const binding = { event, schema, table: name, filters }
  if (name === '*' || schema === '*') return { ok: true, value: { id: (lastId += 1), ...binding, exact: [] } }
  const [table] = await readTables(pool, session, publication, schema, name)
  if (!table || table.key.length === 0) return refused
  const values = filters.length === 0 ? [] : await canonical(pool, session, table, filters)
  if (!values) return refused
  const exact = filters.flatMap(({ column, operator }, index) => {
    const typeName = table.columns.find((one) => one.name === column)?.typeName ?? ''
    if ((operator !== 'eq' && operator !== 'in') || !EXACT_TYPES.has(typeName)) return []
    return [{ column, values: new Set((values[index] ?? []).map(String)) }]
  })
  return { ok: true, value: { id: (lastId += 1), ...binding, exact } }
}

/**
 * Whether a change can match a binding, according to the stream. This only saves queries: the database then decides whether the
 * row is visible and matches the filters.
 */
export function mayMatch(binding: Binding, relation: Relation, { kind, row }: RowMessage): boolean {
  if (binding.event !== '*' && binding.event !== kind.toUpperCase()) return false
  if ((binding.table !== '*' && binding.table !== relation.name) || (binding.schema !== '*' && binding.schema !== relation.schema)) return false
  return binding.exact.every(({ column, values }) => {
    const value = row?.[relation.columns.indexOf(column)]
    return row === null || value === undefined || (value !== null && values.has(value))
  })
}
