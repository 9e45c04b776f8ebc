/**
 * The rows of some changes as one subscriber sees them: read again by primary key under his role and claims. Nothing
 * of the replication stream reaches a client but keys, so row level security and column grants decide by themselves.
 */
import type pg from 'pg'
import type { BatchStatement } from '#postgres/batch.ts'
import { batchAs } from '../../core/as-caller.ts'
import type { Session } from '../../core/session.ts'
import { sqlOperator, type Filter } from './filter.ts'
import type { Table } from './tables.ts'

export type Key = readonly string[]
/** What is asked of one table: rows by key, and which of the filters they fit. */
export type Question = { readonly table: Table; readonly keys: Map<string, Key>; readonly filters: Map<string, readonly Filter[]> }
export type VisibleRow = { /** JSON text. */ readonly record: string; readonly fits: ReadonlySet<string> }

export const keyText = (key: Key): string => JSON.stringify(key)
export const filterText = (filters: readonly Filter[]): string => JSON.stringify(filters)

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const arrayLiteral = (values: readonly string[]): string => `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

function conditionSql({ column, operator, values }: Filter, type: string, parameter: (value: string) => string): string {
  if (type === '') return 'false' // the column was dropped since
  const name = `t.${quote(column)}`
  if (operator === 'in') return `${name} in (${values.map((value) => `cast(${parameter(value)}::text as ${type})`).join(',')})`
  return `${name} ${sqlOperator(operator)} cast(${parameter(values[0] ?? '')}::text as ${type})`
}

/** One row a key found: its number in the list, the record, and for each filter whether it fits. */
function statementFor({ table, keys, filters }: Question): BatchStatement {
  const values: string[] = []
  const parameter = (value: string): string => `$${values.push(value)}`
  const typeOf = (name: string): string => table.columns.find((column) => column.name === name)?.type ?? ''
  const lists = table.key.map((name, index) => `${parameter(arrayLiteral([...keys.values()].map((key) => key[index] ?? '')))}::${typeOf(name)}[]`)
  const names = table.key.map((_, index) => `k${index}`)
  const record = table.columns.filter(({ selectable }) => selectable).map(({ name }) => `t.${quote(name)}`)
  const fits = [...filters.values()].map((parts) => `(${parts.map((part) => conditionSql(part, typeOf(part.column), parameter)).join(' and ') || 'true'})`)
  const ties = table.key.map((name, index) => `t.${quote(name)} = k.k${index}`)
  return {
    text:
      `select k.n,(select row_to_json(r) from (select ${record.join(',')}) r)::text${fits.map((fit) => `,${fit}`).join('')}` +
      ` from unnest(${lists.join(',')}) with ordinality as k(${names.join(',')},n)` +
      ` join ${quote(table.schema)}.${quote(table.name)} t on ${ties.join(' and ')}`,
    values,
  }
}

/** Answers in the order of the questions; by `keyText`. Rows that are not seen are missing. */
export async function readVisible(pool: pg.Pool, session: Session, questions: readonly Question[]): Promise<Map<string, VisibleRow>[]> {
  const results = await batchAs(pool, session, { readOnly: true }, questions.map(statementFor))
  return questions.map(({ keys, filters }, index) => {
    const texts = [...keys.keys()]
    const names = [...filters.keys()]
    const rows = (results[index]?.rows ?? []).map(([number, record, ...fits]): [string, VisibleRow] => [
      texts[Number(number) - 1] ?? '',
      { record: record ?? 'null', fits: new Set(names.filter((_, at) => fits[at] === 't')) },
    ])
    return new Map(rows)
  })
}
