/** Validates an entry of `postgres_changes` against the database as the subscriber, so that nothing is silently ignored. */
import type pg from 'pg'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { batchAs } from '../../core/as-caller.ts'
import type { Session } from '../../core/session.ts'
import type { Json } from '../frames.ts'
import type { Checked } from '../join-request.ts'
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

type Subscription = { event: Binding['event']; schema: string; table: string; filters: Filter[] }

function textOr(value: unknown, fallback: string): string | null {
  return value === undefined || value === null ? fallback : typeof value === 'string' && value !== '' ? value : null
}

function readParams(params: Json): Checked<Subscription> {
  const event = String(params['event']).toUpperCase()
  if (event !== 'INSERT' && event !== 'UPDATE' && event !== 'DELETE' && event !== '*') return { ok: false, reason: 'event must be INSERT, UPDATE, DELETE or *' }
  const [schema, table, filter] = [textOr(params['schema'], 'public'), textOr(params['table'], '*'), textOr(params['filter'], '')]
  if (schema === null || table === null || filter === null) return { ok: false, reason: 'schema, table and filter must be strings' }
  if (params['select'] !== undefined && params['select'] !== null) return { ok: false, reason: 'select is not supported' }
  const filters = filter === '' ? ({ ok: true, value: [] } as const) : readFilters(filter)
  if (!filters.ok) return filters
  if (filters.value.length > 0 && (table === '*' || schema === '*')) return { ok: false, reason: 'a filter needs a schema and a table' }
  return { ok: true, value: { event, schema, table, filters: [...filters.value] } }
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
export async function checkBinding(pool: pg.Pool, session: Session, publication: string, params: Json): Promise<Checked<Binding>> {
  const read = readParams(params)
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
