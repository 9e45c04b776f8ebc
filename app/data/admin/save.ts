/** Saving what two people may edit at once: a stale edit is refused, not overwritten (docs/rules.md#back-office-edits). */
import { fetchRowHistory } from './audit.ts'
import { detailOf } from '../api/error-detail.ts'
import { loadSupabase } from '../api/supabase.ts'

export type SaveResult<Row> =
  | { ok: true; row: Row }
  /** `by`: who changed it in the meantime; null when it was the shop or is unknown. */
  | { ok: false; code: 'STALE'; current: Row; by: string | null }
  | { ok: false; code: 'GONE' }
  | { ok: false; code: 'REFUSED'; message: string; detail: Record<string, unknown> }

type SaveInput = {
  table: string
  id: string
  changes: Record<string, unknown>
  /** The column that changes with every edit, and its value when the form was read: `version` where there is one, otherwise `updated_at`. */
  stamp: { column: 'version' | 'updated_at'; value: string | number }
  /** Columns to return, as the form reads them. */
  columns?: string
}

/** Writes `changes` if the row still is as the form read it. A refusal by the database is returned with its message and its details. */
export async function saveRow<Row extends object>({ table, id, changes, stamp, columns = '*' }: SaveInput): Promise<SaveResult<Row>> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from(table)
    .update(changes)
    .eq('id', id)
    .eq(stamp.column, stamp.value)
    .select(columns)
    .overrideTypes<Row[], { merge: false }>()
  if (error) return { ok: false, code: 'REFUSED', message: error.message, detail: detailOf(error.details) }
  const [row] = data
  if (row) return { ok: true, row }
  const now = await client.from(table).select(columns).eq('id', id).overrideTypes<Row[], { merge: false }>()
  if (now.error) return { ok: false, code: 'REFUSED', message: now.error.message, detail: {} }
  const [current] = now.data
  if (!current) return { ok: false, code: 'GONE' }
  const [latest] = await fetchRowHistory([table], id, null, 1).catch(() => [])
  return { ok: false, code: 'STALE', current, by: latest?.actor_name ?? null }
}

/** Sets the status of the rows that are still in `from`. @returns the ids that were changed; someone else has already moved the others */
export async function moveRows(table: string, ids: readonly string[], from: string, to: string): Promise<string[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from(table)
    .update({ status: to })
    .in('id', ids)
    .eq('status', from)
    .select('id')
    .overrideTypes<{ id: string }[], { merge: false }>()
  if (error) throw new Error(error.message, { cause: error })
  return data.map(({ id }) => id)
}

/** The columns that changed: those to send, and to count in the save bar. */
export function changesOf<Row extends Record<string, unknown>>(before: Row, after: Partial<Row>): Partial<Row> {
  const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null))
  return Object.fromEntries(changed) as Partial<Row>
}
