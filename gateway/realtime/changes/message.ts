/** A change as it is told on the wire. */
import type { Table } from './tables.ts'
import type { Key } from './visible-rows.ts'

export type Told = {
  ids: readonly number[]
  kind: 'insert' | 'update' | 'delete'
  table: Table
  committed: Date
  /** JSON text as PostgreSQL wrote it: nothing is parsed on the way, so no number loses digits. */
  record: string | null
  oldKey: Key | null
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])

/** A value of the stream, which is text, as PostgREST would give it. */
function jsonOf(text: string, typeName: string): string {
  if (NUMBERS.has(typeName) && /^-?\d+(\.\d+)?$/.test(text)) return text
  if (typeName === 'bool') return text === 't' ? 'true' : 'false'
  return JSON.stringify(text)
}

export function changeText({ ids, kind, table, committed, record, oldKey }: Told): string {
  const columns = table.columns.filter(({ selectable }) => selectable).map(({ name, typeName }) => ({ name, type: typeName }))
  const typeOf = (name: string): string => table.columns.find((column) => column.name === name)?.typeName ?? ''
  const old = oldKey ? `{${table.key.map((name, index) => `${JSON.stringify(name)}:${jsonOf(oldKey[index] ?? '', typeOf(name))}`).join(',')}}` : null
  const about = JSON.stringify({
    schema: table.schema,
    table: table.name,
    commit_timestamp: committed.toISOString(),
    type: kind.toUpperCase(),
    columns,
    errors: null,
  })
  return `{"ids":${JSON.stringify(ids)},"data":${about.slice(0, -1)}${record === null ? '' : `,"record":${record}`}${old === null ? '' : `,"old_record":${old}`}}}`
}
