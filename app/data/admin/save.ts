/** Saving what two people may edit at once: a stale edit is refused, not overwritten (docs/rules.md#back-office-edits). */
import { fetchRowHistory } from './reports/audit.ts'
import { detailOf } from '../api/error-detail.ts'
import type { TableName } from '#supabase/database.ts'
import { loadSupabase } from '../api/supabase.ts'
import type { SupabaseClient } from '../api/supabase.ts'

export type SaveResult<Row> =
  | { ok: true; row: Row }
  /** `by`: who changed it in the meantime; null when it was the shop or is unknown. */
  | { ok: false; code: 'STALE'; current: Row; by: string | null }
  | { ok: false; code: 'GONE' }
  | { ok: false; code: 'REFUSED'; message: string; detail: Record<string, unknown> }

/** The part of a query builder that a save needs; the builders of the official client have it. */
type Matchable<Q> = { eq(column: string, value: string | number): Q }
type Answered<Row> = PromiseLike<{ data: Row[] | null; error: { message: string; details: string } | null }>

type SaveInput<Update, Read> = {
  table: TableName
  id: string
  /** The column that changes with every edit, and its value when the form was read: `version` where there is one, otherwise `updated_at`. */
  stamp: { column: 'version' | 'updated_at'; value: string | number }
  /** The update of the table, with the columns to return; the row and the stamp are added here. */
  update: (client: SupabaseClient) => Update
  /** The same columns, read. */
  read: (client: SupabaseClient) => Read
}

/** Writes the update if the row still is as the form read it. A refusal by the database is returned with its message and its details. */
export async function saveRow<Row extends object, Update extends Matchable<Update> & Answered<Row>, Read extends Matchable<Read> & Answered<Row>>({
  table,
  id,
  stamp,
  update,
  read,
}: SaveInput<Update, Read>): Promise<SaveResult<Row>> {
  const client = await loadSupabase()
  const { data, error } = await update(client).eq('id', id).eq(stamp.column, stamp.value)
  if (error) return { ok: false, code: 'REFUSED', message: error.message, detail: detailOf(error.details) }
  const row = data?.[0]
  if (row) return { ok: true, row }
  const now = await read(client).eq('id', id)
  if (now.error) return { ok: false, code: 'REFUSED', message: now.error.message, detail: {} }
  const current = now.data?.[0]
  if (!current) return { ok: false, code: 'GONE' }
  const [latest] = await fetchRowHistory([table], id, null, 1).catch(() => [])
  return { ok: false, code: 'STALE', current, by: latest?.actor_name ?? null }
}

/** Columns that a move in a list changes: it is no edit of what the row says. */
const PLACE = ['display_order', 'updated_at']

/**
 * Saves over a row as it is by now if it was only moved in its list since it was read.
 *
 * @param save writes over this row, if it still is as stored
 */
export async function saveMoved<Row extends Record<string, unknown>>(shown: Row, save: (over: Row) => Promise<SaveResult<Row>>): Promise<SaveResult<Row>> {
  const saved = await save(shown)
  if (saved.ok || saved.code !== 'STALE') return saved
  const changed = Object.keys(changesOf(shown, saved.current)).filter((column) => !PLACE.includes(column))
  return changed.length > 0 ? saved : save(saved.current)
}

type Narrowable<Q> = { eq(column: string, value: string): Q; in(column: string, values: readonly string[]): Q }

/**
 * Sets the status of the rows that are still in `from`. `update` sets it and returns the ids.
 * @returns the ids that were changed; someone else has already moved the others
 */
export async function moveRows<Update extends Narrowable<Update> & Answered<{ id: string }>>(
  ids: readonly string[],
  from: string,
  update: (client: SupabaseClient) => Update,
): Promise<string[]> {
  const { data, error } = await update(await loadSupabase())
    .in('id', ids)
    .eq('status', from)
  if (error) throw new Error(error.message, { cause: error })
  return (data ?? []).map(({ id }) => id)
}

/** The columns that changed: those to send, and to count in the save bar. */
export function changesOf<Row extends Record<string, unknown>>(before: Row, after: Partial<Row>): Partial<Row> {
  const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null))
  return Object.fromEntries(changed) as Partial<Row>
}
