import type { AuditChange, FunctionRow, SelectedRow } from '#supabase/database.ts'
import { keysetPage } from '../keyset.ts'
import type { Page, SortKey } from '../keyset.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { AuditChange }
/** `actor` null: the shop itself. */
export type AuditEntry = FunctionRow<'row_history'>
const LINE = 'id,at,actor,table_name,row_id,action,changes'
export type AuditLine = SelectedRow<'audit_log', typeof LINE>

/**
 * The changes of one row, newest first. `tables`: the tables whose entries are about it; entries of an order's payments and of a
 * product's pictures carry its id. `before`: the id of the last entry of the previous page.
 */
export async function fetchRowHistory(tables: readonly string[], rowId: string, before: number | null = null, limit = 20): Promise<AuditEntry[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('row_history', { p_tables: tables, p_row: rowId, p_before: before, p_limit: limit })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Empty: no filter. */
export type AuditFilters = { table: readonly string[]; action: readonly AuditEntry['action'][] }
const BY_ID: readonly SortKey[] = [{ column: 'id', ascending: false }]

/** The whole log, newest first. */
export async function fetchAuditLog(filters: AuditFilters, cursor: string | null, size: number): Promise<Page<AuditLine>> {
  const client = await loadSupabase()
  let query = client.from('audit_log').select(LINE)
  if (filters.table.length > 0) query = query.in('table_name', filters.table)
  if (filters.action.length > 0) query = query.in('action', filters.action)
  return keysetPage<AuditLine, typeof query>(query, { sort: BY_ID, cursor, size })
}

/** Names of current and former staff, for the log and its filter; the email address for people without a name. */
export async function fetchStaff(): Promise<Map<string, string>> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('staff_names')
  if (error) throw new Error(error.message, { cause: error })
  return new Map(data.map(({ user_id, name }) => [user_id, name]))
}
