import type { OrderItemRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/orders.ts'
import { detailOf } from '../api/error-detail.ts'
import { loadSupabase } from '../api/supabase.ts'
import { sessionStore } from '../session/session.ts'

// The reads say `retry(false)`: the query client tries once more, and the wire client's own three tries besides would leave a
// buyer without a signal looking at a skeleton for a quarter of a minute.

/** Money as the wire sends it: rupees with two decimals. */
export type OrderSummary = {
  id: string
  created_at: string
  status: string
  total_amount: number
  full_name: string
  order_items: { product_name: string; image_url: string | null }[]
}

/** An order as it was frozen, with who it belongs to. */
export type Order = OrderRow & {
  user_id: string | null
  goods_total: number
  cancelled_by: string | null
  cancel_reason: string | null
  /** `provider_reference`: the UTR that the buyer told, or the provider's number; `failure`: the provider's sentence on the last try that did not go through */
  payments: { method: string; provider_reference: string | null; failure?: string | null }[]
}
export type OrderItem = OrderItemRow & { id: string; product_id: string | null; image_url: string | null }
/** `automatic`: the note only names the step. */
export type OrderStep = { id: string; status: string; notes: string | null; automatic: boolean; created_at: string }

/** Lines of an order whose pictures stand for it. */
export const PICTURES = 3

/** @param limit 5 unless told, 3 on the dashboard; null for all (docs/rules.md#numbers-and-timings) */
export async function fetchOrders(userId: string, limit: number | null = 5): Promise<OrderSummary[]> {
  const client = await loadSupabase()
  const all = client
    .from('orders')
    .select('id,created_at,status,total_amount,full_name,order_items(product_name,image_url)')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('product_name', { referencedTable: 'order_items' })
    .limit(PICTURES, { referencedTable: 'order_items' })
    .retry(false)
  const { data, error } = await (limit === null ? all : all.limit(limit)).overrideTypes<OrderSummary[], { merge: false }>()
  if (error) throw new Error(say.fetchAllFailed, { cause: error })
  return data
}

/** What My Orders lists and searches: about 100 bytes an order, so that years of them travel at once. */
export type ListedOrder = Omit<OrderSummary, 'order_items'>

/** More rows than this a hosted backend does not answer at once. */
const ROWS_AT_ONCE = 1000

/** All orders of one user, newest first. */
export async function fetchAllOrders(userId: string): Promise<ListedOrder[]> {
  const client = await loadSupabase()
  const all: ListedOrder[] = []
  for (;;) {
    const { data, error } = await client
      .from('orders')
      .select('id,created_at,status,total_amount,full_name')
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .order('id')
      .range(all.length, all.length + ROWS_AT_ONCE - 1)
      .retry(false)
      .overrideTypes<ListedOrder[], { merge: false }>()
    if (error) throw new Error(say.fetchAllFailed, { cause: error })
    all.push(...data)
    if (data.length < ROWS_AT_ONCE) return all
  }
}

/** The numbers issued for an order; nil-rated goods of a registered buyer have one of their own. Empty: none yet. */
export function serialsOf({ documents }: Pick<OrderRow, 'documents'>, kind: 'invoice' | 'credit_note'): string {
  const serials = documents.filter((document) => document.kind === kind).map(({ serial }) => serial)
  return serials.sort((a, b) => (a < b ? 1 : -1)).join(', ') // INV before BOS
}

/** One order of this user; null when there is none with this id. */
export async function fetchOrder(orderId: string, userId: string): Promise<Order | null> {
  if (!isUuid(orderId)) return null
  const client = await loadSupabase()
  const { data, error } = await client
    .from('orders')
    .select('*,documents(kind,form,serial,issued_at,content),payments(*)')
    .eq('id', orderId)
    .eq('user_id', userId)
    .retry(false)
    .maybeSingle<Order>()
  if (error) throw new Error(say.fetchOneFailed, { cause: error })
  return data ?? null
}

export async function fetchOrderItems(orderId: string): Promise<OrderItem[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('order_items')
    .select('*')
    .eq('order_id', orderId)
    .order('product_name')
    .order('id')
    .retry(false)
    .overrideTypes<OrderItem[], { merge: false }>()
  if (error) throw new Error(say.fetchOneFailed, { cause: error })
  return data
}

export async function fetchOrderHistory(orderId: string): Promise<OrderStep[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('order_status_history')
    .select('id,status,notes,automatic,created_at')
    .eq('order_id', orderId)
    .order('created_at')
    .order('id')
    .retry(false)
    .overrideTypes<OrderStep[], { merge: false }>()
  if (error) throw new Error(say.fetchOneFailed, { cause: error })
  return data
}

export type CancelResult = { ok: true } | { ok: false; message: string }

/**
 * The customer's cancellation, exactly as specified (section 4): it applies only while the status is still pending,
 * then the history row; the caller's reload follows 100 ms later, once triggers and caches have settled.
 */
export async function cancelOrder(orderId: string, afterwards: () => void): Promise<CancelResult> {
  const userId = sessionStore.read().user?.id
  if (!userId) return { ok: false, message: say.notAuthenticated }
  try {
    const client = await loadSupabase()
    const { data, error, status } = await client
      .from('orders')
      .update({ status: 'cancelled', cancelled_by: userId })
      .eq('id', orderId)
      .eq('status', 'pending')
      .select('id')
    // The session ended elsewhere while the page stood: the request went out as a visitor's.
    if (status === 401) return { ok: false, message: say.notAuthenticated }
    if (error) return { ok: false, message: say.cancelFailed }
    if (data.length === 0) return { ok: false, message: say.cannotBeCancelled }
    // The database has recorded the step by itself (docs/rules.md#order-states); a refused second row changes nothing for the buyer.
    await client.from('order_status_history').insert({ order_id: orderId, status: 'cancelled', notes: 'Order cancelled by customer', created_by: userId })
    setTimeout(afterwards, 100)
    return { ok: true }
  } catch {
    return { ok: false, message: say.unexpected }
  }
}

/** Codes of `claim_payment`; FAILED where nothing was answered. */
export type ClaimResult =
  { ok: true } | { ok: false; code: 'INVALID_REFERENCE' | 'REFERENCE_USED' | 'PAYMENT_NOT_AWAITED' | 'ORDER_NOT_FOUND' | 'TOO_MANY_CLAIMS' | 'FAILED' }

/** Tells the bank's reference of a UPI payment; an admin compares it with the account (docs/india.md#payment). */
export async function claimPayment(orderId: string, reference: string): Promise<ClaimResult> {
  try {
    const client = await loadSupabase()
    const { error } = await client.rpc('claim_payment', { p_order: orderId, p_reference: reference })
    if (!error) return { ok: true }
    const { code } = detailOf(error.details)
    return { ok: false, code: CLAIM_CODES.find((known) => known === code) ?? 'FAILED' }
  } catch {
    return { ok: false, code: 'FAILED' }
  }
}

const CLAIM_CODES = ['INVALID_REFERENCE', 'REFERENCE_USED', 'PAYMENT_NOT_AWAITED', 'ORDER_NOT_FOUND', 'TOO_MANY_CLAIMS'] as const
