/** The payload of a change message. */
import type { Table } from './tables.ts'
import type { Key } from './visible-rows.ts'

export type ChangeMessage = {
  ids: readonly number[]
  kind: 'insert' | 'update' | 'delete'
  table: Table
  committed: Date
  /** JSON text as PostgreSQL wrote it, passed through unparsed, so that numbers keep all their digits. */
  record: string | null
  oldKey: Key | null
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])

/** Converts a text value of the stream to JSON, as PostgREST does. */
function jsonOf(text: string, typeName: string): string {
  if (NUMBERS.has(typeName) && /^-?\d+(\.\d+)?$/.test(text)) return text
  if (typeName === 'bool') return text === 't' ? 'true' : 'false'
  return JSON.stringify(text)
}

export function changeText({ ids, kind, table, committed, record, oldKey }: ChangeMessage): string {
  const columns = table.columns.filter(({ selectable }) => selectable).map(({ name, typeName }) => ({ name, type: typeName }))
  const typeOf = (name: string): string => table.columns.find((column) => column.name === name)?.typeName ?? ''
  const old = oldKey ? `{${table.key.map((name, index) => `${JSON.stringify(name)}:${jsonOf(oldKey[index] ?? '', typeOf(name))}`).join(',')}}` : null
  const metadata = JSON.stringify({
    schema: table.schema,
    table: table.name,
    commit_timestamp: committed.toISOString(),
    type: kind.toUpperCase(),
    columns,
    errors: null,
  })
  return `{"ids":${JSON.stringify(ids)},"data":${metadata.slice(0, -1)}${record === null ? '' : `,"record":${record}`}${old === null ? '' : `,"old_record":${old}`}}}`
}
