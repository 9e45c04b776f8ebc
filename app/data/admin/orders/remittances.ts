/** What couriers pay of the cash that they collected (docs/decisions/0091-receivables.md). Amounts of the API are rupees. */
import { toRupees } from '#domain/money/money.ts'
import type { RemittanceRow } from '#domain/remittances/read-rows.ts'
import type { FunctionRow } from '#supabase/database.ts'
import type { Remittance, RemittancePreview } from '#supabase/results/remittances.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { decodeCursor, pageOf } from '../keyset.ts'
import type { Page, SortKey } from '../keyset.ts'

export type { Remittance, RemittanceLine, RemittancePreview, PreviewRow } from '#supabase/results/remittances.ts'

export const REMITTANCES_KEY = 'remittances'
/** A row of `remittance_list()`. */
export type ListedRemittance = FunctionRow<'remittance_list'>

export async function fetchRemittances(cursor: string | null, size: number): Promise<Page<ListedRemittance>> {
  const client = await loadSupabase()
  const sort: SortKey[] = [
    { column: 'created_at', ascending: false },
    { column: 'id', ascending: true },
  ]
  const from = decodeCursor(cursor, sort.length)
  const backwards = from?.direction === 'before'
  const { data, error } = await client.rpc('remittance_list', { p_cursor: from?.values ?? null, p_backwards: backwards, p_limit: size + 1 })
  if (error) throw new Error(error.message, { cause: error })
  return pageOf(backwards ? data.toReversed() : data, { sort, from, size, count: null })
}

/** Null when there is no such remittance. */
export async function fetchRemittance(id: string): Promise<Remittance | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('remittance_of', { p_remittance: id })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

const rowsOf = (rows: readonly RemittanceRow[]) =>
  rows.map(({ place, tracking, order, collected, charges }) => ({ place, tracking, order, collected: toRupees(collected), charges: toRupees(charges) }))

export async function previewRemittance(courier: string, reference: string, rows: readonly RemittanceRow[]): Promise<RemittancePreview> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('preview_remittance', { p_courier: courier, p_reference: reference, p_rows: rowsOf(rows) })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** `received`, `otherCharges` in rupees. */
export type Transfer = { courier: string; reference: string; receivedOn: string; received: number; otherCharges: number }
export type BookResult = { ok: true; id: string; already: boolean } | { ok: false; code: string | null; message: string }

export async function bookRemittance(
  { courier, reference, receivedOn, received, otherCharges }: Transfer,
  rows: readonly RemittanceRow[],
): Promise<BookResult> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('book_remittance', {
    p_courier: courier,
    p_reference: reference,
    p_received_on: receivedOn,
    p_received: received,
    p_other_charges: otherCharges,
    p_rows: rowsOf(rows),
  })
  if (!error) return { ok: true, ...data }
  const { code } = detailOf(error.details)
  return { ok: false, code: typeof code === 'string' ? code : null, message: error.message }
}

/** @param orderNumber the number of the order that the money belongs to; null: the note says what became of it. Null when no order has it. */
export async function settleLine(
  lineId: string,
  orderNumber: number | null,
  note: string,
): Promise<{ ok: true } | { ok: false; code: string | null; message: string }> {
  const client = await loadSupabase()
  let order: string | null = null
  if (orderNumber !== null) {
    const found = await client.from('orders').select('id').eq('order_number', orderNumber).maybeSingle()
    if (found.error) throw new Error(found.error.message, { cause: found.error })
    if (found.data === null) return { ok: false, code: 'NO_ORDER', message: '' }
    order = found.data.id
  }
  const { error } = await client.rpc('settle_remittance_line', { p_line: lineId, p_order: order, p_note: note })
  if (!error) return { ok: true }
  const { code } = detailOf(error.details)
  return { ok: false, code: typeof code === 'string' ? code : null, message: error.message }
}
