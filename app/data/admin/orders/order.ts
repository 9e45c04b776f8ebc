/** One order as the back office shows it: its stored rows, its history and its notes. */
import type { SelectedRow } from '#supabase/database.ts'
import type { TimelineEntry } from '#supabase/results/orders.ts'
import { E_INVOICE } from '#domain/documents/invoice-rows.ts'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/admin-orders.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { REFUND } from '../../orders/orders.ts'

export type { TimelineEntry } from '#supabase/results/orders.ts'

const FULL =
  `*,order_items(*),documents(id,kind,form,serial,issued_at,content,file_id,${E_INVOICE}),payments(*,remittance_lines(id)),payment_reminders(created_at),bank_receipts(payment_id,received_on,amount,reference),refunds(${REFUND}),order_overrides(id,kind,product_id,listed,given,reason),shipments(*,shipment_lines(*),courier_bookings(courier,state,parcel_state,parcel_text))` as const
/** Of a payment, `claimed_at` is when the buyer entered the reference of a UPI payment, `claim_holds_until` how long that keeps the order open. */
export type FullOrder = SelectedRow<'orders', typeof FULL>
export type OrderLine = FullOrder['order_items'][number]
/** A parcel of the order, with its pieces (docs/rules.md#parcels). */
export type Parcel = FullOrder['shipments'][number]
/** An override that an admin gave on a manual order, and why (docs/decisions/0026-manual-orders.md). In rupees; a minimum is in units. */
export type OrderOverride = FullOrder['order_overrides'][number]

/** Null when there is no order with this id. */
export async function fetchFullOrder(id: string): Promise<FullOrder | null> {
  if (!isUuid(id)) return null
  const client = await loadSupabase()
  const { data, error } = await client
    .from('orders')
    .select(FULL)
    .eq('id', id)
    .order('product_name', { referencedTable: 'order_items' })
    .order('created_at', { referencedTable: 'payments', ascending: false })
    .order('created_at', { referencedTable: 'refunds' })
    .order('number', { referencedTable: 'shipments' })
    .maybeSingle()
  if (error) throw new Error(say.readFailed, { cause: error })
  return data
}

/** The events of the order, oldest first. */
export async function fetchTimeline(id: string): Promise<TimelineEntry[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('order_timeline', { p_order: id })
  if (error) throw new Error(say.readFailed, { cause: error })
  return data
}

export async function writeNote(orderId: string, body: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('order_notes').insert({ order_id: orderId, body })
  if (error) throw new Error(error.message)
}

/** @returns false when the user may no longer change it: it is someone else's, older than a day, or deleted */
export async function correctNote(id: string, body: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.from('order_notes').update({ body }).eq('id', id).select('id')
  if (error) throw new Error(error.message)
  return data.length > 0
}

/** @returns false as above */
export async function deleteNote(id: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.from('order_notes').delete().eq('id', id).select('id')
  if (error) throw new Error(error.message)
  return data.length > 0
}

/** The name of what the URL filters a list by; null when it does not exist. */
export async function fetchFilterName(kind: 'customer' | 'product' | 'category', id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const client = await loadSupabase()
  const query =
    kind === 'customer'
      ? client.from('profiles').select('name:full_name')
      : kind === 'product'
        ? client.from('products').select('name')
        : client.from('categories').select('name')
  const { data, error } = await query.eq('id', id).maybeSingle()
  if (error) throw new Error(error.message)
  return data?.name ?? null
}

/** Null when the account is gone or has no name. */
export async function fetchPersonName(userId: string): Promise<string | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('profiles').select('full_name').eq('id', userId).maybeSingle()
  if (error) throw new Error(say.readFailed, { cause: error })
  return data?.full_name ?? null
}
