/** The series of invoices, bills of supply and credit notes (docs/india.md#gst-documents). */
import type { FunctionRow } from '#supabase/database.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'

export const SERIES = ['tax_invoice', 'bill_of_supply', 'credit_note'] as const

/**
 * `next_…`: what applies from 1 April `next_from` on; all null: no change is planned. `financial_year`: '26-27'. `last_number` 0: none in
 * this financial year.
 */
export type Series = FunctionRow<'serial_overview'>

export async function fetchSeries(): Promise<Series[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('serial_overview')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

export type Naming = { ok: true; /** null: from now on; otherwise a date */ from: string | null } | { ok: false; code: string; message: string }

export async function nameSeries({ kind, version }: Series, prefix: string, digits: number): Promise<Naming> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('set_serial_series', { p_kind: kind, p_prefix: prefix, p_digits: digits, p_version: version })
  if (!error) return { ok: true, from: data ?? null }
  const { code } = detailOf(error.details)
  if (typeof code !== 'string') throw new Error(error.message, { cause: error })
  return { ok: false, code, message: error.message }
}
