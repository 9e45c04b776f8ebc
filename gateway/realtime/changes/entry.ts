/** One entry of `postgres_changes` in a join. */
import { isJsonObject } from '../../core/json-object.ts'
import type { Checked } from '../checked.ts'
import { MAX_FILTER, MAX_NAME } from '../limits.ts'

/**
 * What is used of an entry, as the client wrote it: the channel keeps it and the reply echoes it, so nothing else of the entry may stay.
 * The official client compares these four with its own and takes the channel as failed if they differ.
 */
export type ChangeEntry = {
  readonly event: string
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly filter: string | undefined
}

const EVENTS = new Set(['INSERT', 'UPDATE', 'DELETE', '*'])

/** Null: neither missing nor a text of 1 to `most` characters. */
function textOf(value: unknown, most: number): string | undefined | null {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' && value !== '' && value.length <= most ? value : null
}

export function readEntry(value: unknown): Checked<ChangeEntry> {
  if (!isJsonObject(value)) return { ok: false, reason: 'postgres_changes must be a list of objects' }
  const { event } = value
  if (typeof event !== 'string' || !EVENTS.has(event.toUpperCase())) return { ok: false, reason: 'event must be INSERT, UPDATE, DELETE or *' }
  const [schema, table] = [textOf(value['schema'], MAX_NAME), textOf(value['table'], MAX_NAME)]
  if (schema === null || table === null) return { ok: false, reason: `schema and table must be strings of at most ${MAX_NAME} characters` }
  const filter = textOf(value['filter'], MAX_FILTER)
  if (filter === null) return { ok: false, reason: `filter must be a string of at most ${MAX_FILTER} characters` }
  if (value['select'] !== undefined && value['select'] !== null) return { ok: false, reason: 'select is not supported' }
  return { ok: true, value: { event, schema, table, filter } }
}
