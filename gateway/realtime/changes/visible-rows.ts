/**
 * Reads the changed rows as one subscriber sees them: by primary key, under the subscriber's role and claims. Only keys from the
 * replication stream ever reach a client, so row level security and column grants always apply.
 */
import type pg from 'pg'
import type { BatchStatement } from '#postgres/batch.ts'
import { batchAs } from '../../core/as-caller.ts'
import type { Session } from '../../core/session.ts'
import { READ_TIMEOUT } from '../limits.ts'
import { sqlOperator, type Filter } from './filter.ts'
import type { Table } from './tables.ts'

export type Key = readonly string[]
/** The rows to read from one table by key, and the filters to evaluate on them, by their text. */
export type RowQuery = { readonly table: Table; readonly keys: Map<string, Key>; readonly filters: Map<string, readonly Filter[]> }
export type VisibleRow = { /** JSON text. */ readonly record: string; readonly fits: ReadonlySet<string> }

export const keyText = (key: Key): string => JSON.stringify(key)

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const arrayLiteral = (values: readonly string[]): string => `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

function conditionSql({ column, operator, values }: Filter, type: string, parameter: (value: string) => string): string {
  if (type === '') return 'false' // the column was dropped
  const name = `t.${quote(column)}`
  if (operator === 'in') return `${name} in (${values.map((value) => `cast(${parameter(value)}::text as ${type})`).join(',')})`
  return `${name} ${sqlOperator(operator)} cast(${parameter(values[0] ?? '')}::text as ${type})`
}

/** One result row per key found: its index in the list, the record, and a boolean per filter. */
function statementFor({ table, keys, filters }: RowQuery): BatchStatement {
  const values: string[] = []
  const parameter = (value: string): string => `$${values.push(value)}`
  const typeOf = (name: string): string => table.columns.find((column) => column.name === name)?.type ?? ''
  const lists = table.key.map((name, index) => `${parameter(arrayLiteral([...keys.values()].map((key) => key[index] ?? '')))}::${typeOf(name)}[]`)
  const names = table.key.map((_, index) => `k${index}`)
  const record = table.columns.filter(({ selectable }) => selectable).map(({ name }) => `t.${quote(name)}`)
  const fits = [...filters.values()].map((parts) => `(${parts.map((part) => conditionSql(part, typeOf(part.column), parameter)).join(' and ') || 'true'})`)
  const joinConditions = table.key.map((name, index) => `t.${quote(name)} = k.k${index}`)
  return {
    text:
      `select k.n,(select row_to_json(r) from (select ${record.join(',')}) r)::text${fits.map((fit) => `,${fit}`).join('')}` +
      ` from unnest(${lists.join(',')}) with ordinality as k(${names.join(',')},n)` +
      ` join ${quote(table.schema)}.${quote(table.name)} t on ${joinConditions.join(' and ')}`,
    values,
  }
}

/** One map per query, by `keyText`. Invisible rows are missing. */
export async function readVisible(pool: pg.Pool, session: Session, queries: readonly RowQuery[]): Promise<Map<string, VisibleRow>[]> {
  const results = await batchAs(pool, session, { readOnly: true, settings: { statementTimeout: READ_TIMEOUT } }, queries.map(statementFor))
  return queries.map(({ keys, filters }, index) => {
    const texts = [...keys.keys()]
    const names = [...filters.keys()]
    const rows = (results[index]?.rows ?? []).map(([number, record, ...fits]): [string, VisibleRow] => [
      texts[Number(number) - 1] ?? '',
      { record: record ?? 'null', fits: new Set(names.filter((_, at) => fits[at] === 't')) },
    ])
    return new Map(rows)
  })
}
