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
  /** As sent: equal texts are equal filters. */
  readonly filter: string | undefined
  readonly filters: readonly Filter[]
  /** Values in PostgreSQL's text format, for filters where equal text means equal values. */
  readonly exact: readonly { column: string; values: ReadonlySet<string> }[]
}

/** Types with a unique text representation: equal text means equal values. */
const EXACT_TYPES = new Set(['uuid', 'int2', 'int4', 'int8', 'text'])

let lastId = 0

type Subscription = Omit<Binding, 'id' | 'exact'>

function subscriptionOf({ event, schema = 'public', table = '*', filter }: ChangeEntry): Checked<Subscription> {
  const filters: Checked<Filter[]> = filter === undefined ? { ok: true, value: [] } : readFilters(filter)
  if (!filters.ok) return filters
  if (filters.value.length > 0 && (table === '*' || schema === '*')) return { ok: false, reason: 'a filter needs a schema and a table' }
  return { ok: true, value: { event: event.toUpperCase() as Binding['event'], schema, table, filter, filters: filters.value } }
}

/**
 * The filter's values normalised by PostgreSQL where equal text means equal values, for other columns only checked: the text of a number
 * such as 1e9999 would be long. Null if one is not a valid value of its column's type.
 */
async function canonical(pool: pg.Pool, session: Session, table: Table, filters: readonly Filter[]): Promise<Binding['exact'] | null> {
  const conditions = filters.map((filter) => ({ ...filter, of: table.columns.find(({ name, selectable }) => selectable && name === filter.column) }))
  const values: string[] = []
  const casts: string[] = []
  const exact: { column: string; at: number; count: number }[] = []
  for (const { column, operator, values: own, of } of conditions) {
    if (!of) return null
    const isExact = (operator === 'eq' || operator === 'in') && EXACT_TYPES.has(of.typeName)
    if (isExact) exact.push({ column, at: values.length, count: own.length })
    for (const value of own) casts.push(`cast($${values.push(value)}::text as ${of.type})${isExact ? '::text' : ' is null'}`)
  }
  try {
    const [result] = await batchAs(pool, session, { readOnly: true }, [{ text: `select ${casts.join(',')}`, values }])
    const row = result?.rows[0] ?? []
    return exact.map(({ column, at, count }) => ({ column, values: new Set(row.slice(at, at + count).map(String)) }))
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
  if (name === '*' || schema === '*') return { ok: true, value: { id: (lastId += 1), ...read.value, exact: [] } }
  const [table] = await readTables(pool, session, publication, schema, name)
  if (!table || table.key.length === 0) return refused
  const exact = filters.length === 0 ? [] : await canonical(pool, session, table, filters)
  if (!exact) return refused
  return { ok: true, value: { id: (lastId += 1), ...read.value, exact } }
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
