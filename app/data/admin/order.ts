/** One order as the back office shows it: its stored rows, its history and its notes. */
import type { OrderItemRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/admin-orders.ts'
import type { AuditChange } from './audit.ts'
import { loadSupabase } from '../api/supabase.ts'

export type OrderLine = OrderItemRow & { id: string; product_id: string | null; image_url: string | null }
export type OrderPayment = {
  id: string
  method: string
  state: string
  amount: number
  provider_reference: string | null
  failure: string | null
  /** when the buyer entered the reference of a UPI payment, and how long that keeps the order open */
  claimed_at: string | null
  claim_holds_until: string | null
}
/** An override that an admin gave on a manual order, and why (docs/decisions/0026-manual-orders.md). In rupees; a minimum is in units. */
export type Concession = {
  id: string
  kind: 'price' | 'discount' | 'minimum' | 'delivery'
  product_id: string | null
  listed: number | null
  given: number
  reason: string | null
}
export type FullOrder = OrderRow & {
  channel: string
  made_by: string | null
  order_overrides: Concession[]
  user_id: string | null
  goods_total: number
  total_amount: number
  cancel_reason: string | null
  version: number
  order_items: OrderLine[]
  payments: OrderPayment[]
}

export type Happening = { at: string; actor: string | null; actor_name: string | null } & (
  | { kind: 'step'; data: { id: string; status: string; notes: string | null } }
  | { kind: 'change' | 'payment'; data: { id: number; changes: Record<string, AuditChange> } }
  | { kind: 'mail'; data: { id: number; mail: string; status: string; order_status: string | null; sent_at: string | null } }
  /** `mine`: written by the current user, who may still correct it */
  | { kind: 'note'; data: { id: string; body: string; edited_at: string | null; mine: boolean } }
)

/** Null when there is no order with this id. */
export async function fetchFullOrder(id: string): Promise<FullOrder | null> {
  if (!isUuid(id)) return null
  const client = await loadSupabase()
  const { data, error } = await client
    .from('orders')
    .select('*,order_items(*),documents(kind,form,serial,issued_at,content),payments(*),order_overrides(id,kind,product_id,listed,given,reason)')
    .eq('id', id)
    .order('product_name', { referencedTable: 'order_items' })
    .order('created_at', { referencedTable: 'payments', ascending: false })
    .maybeSingle<FullOrder>()
  if (error) throw new Error(say.readFailed, { cause: error })
  return data
}

/** The events of the order, oldest first. */
export async function fetchTimeline(id: string): Promise<Happening[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('order_timeline', { p_order: id })
  if (error) throw new Error(say.readFailed, { cause: error })
  return data as Happening[]
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
  const [table, column] = kind === 'customer' ? ['profiles', 'full_name'] : kind === 'product' ? ['products', 'name'] : ['categories', 'name']
  const { data, error } = await client.from(table).select(column).eq('id', id).maybeSingle<Record<string, string | null>>()
  if (error) throw new Error(error.message)
  return data?.[column] ?? null
}

/** Null when the account is gone or has no name. */
export async function fetchPersonName(userId: string): Promise<string | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('profiles').select('full_name').eq('id', userId).maybeSingle<{ full_name: string | null }>()
  if (error) throw new Error(say.readFailed, { cause: error })
  return data?.full_name ?? null
}
