import type { SelectedRow, TableRow } from '#supabase/database.ts'
import { E_INVOICE } from '#domain/documents/invoice-rows.ts'
import type { OrderRow } from '#domain/documents/invoice-rows.ts'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/orders.ts'
import { detailOf } from '../api/error-detail.ts'
import { loadSupabase } from '../api/supabase.ts'
import { sessionStore } from '../session/session.ts'

// The reads use `retry(false)`: the query client retries once, and three attempts of the API client on top would leave an offline
// buyer with a skeleton for a quarter of a minute.

const LISTED = 'id,order_number,created_at,status,total_amount,full_name'
const GOODS = 'id,order_items(product_name,image_url)'
const SUMMARY = `${LISTED},order_items(product_name,image_url)` as const
const STEP = 'id,status,notes,automatic,created_at'
/** Money in rupees with two decimals, as the API sends it. */
export type OrderSummary = SelectedRow<'orders', typeof SUMMARY>
/** What My Orders lists and searches: about 100 bytes an order, so that years of them can load at once. */
export type ListedOrder = SelectedRow<'orders', typeof LISTED>

const PARCEL = 'id,number,state,courier,tracking_number,own_delivery,undelivered,shipped_at,delivered_at,shipment_lines(order_item_id,quantity)'
/** One amount that goes back (docs/rules.md#refunds), in rupees. */
export const REFUND = 'id,payment_id,amount,state,source,reason,method,reference,created_at,paid_at,version'
const WITH_DOCUMENTS = `*,documents(kind,form,serial,issued_at,content,file_id,${E_INVOICE}),payments(*),refunds(${REFUND}),shipments(${PARCEL})` as const
/**
 * An order as it was placed, with its owner. Of a payment: `provider_reference` is the UTR that the buyer entered, or the provider's
 * number; `failure` is the provider's message for the last failed attempt.
 */
export type Order = SelectedRow<'orders', typeof WITH_DOCUMENTS>
export type OrderItem = TableRow<'order_items'>
/** `automatic`: the note only names the step. */
export type OrderStep = SelectedRow<'order_status_history', typeof STEP>

/** The first lines of an order: pictures and names for a list of orders. */
export type OrderGoods = OrderSummary['order_items']

/** How many lines of an order show their picture in a list. */
export const PICTURES = 3
/** One more than is shown says whether there are more. */
const LINES_READ = PICTURES + 1

/** @param limit 5 by default, 3 on the dashboard; null for all (docs/rules.md#numbers-and-timings) */
export async function fetchOrders(userId: string, limit: number | null = 5): Promise<OrderSummary[]> {
  const client = await loadSupabase()
  const all = client
    .from('orders')
    .select(SUMMARY)
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('product_name', { referencedTable: 'order_items' })
    .limit(LINES_READ, { referencedTable: 'order_items' })
    .retry(false)
  const { data, error } = await (limit === null ? all : all.limit(limit))
  if (error) throw new Error(say.fetchAllFailed, { cause: error })
  return data
}

/** The most rows that a hosted backend returns at once. */
const ROWS_AT_ONCE = 1000

/** All orders of one user, newest first. */
export async function fetchAllOrders(userId: string): Promise<ListedOrder[]> {
  const client = await loadSupabase()
  const all: ListedOrder[] = []
  for (;;) {
    const { data, error } = await client
      .from('orders')
      .select(LISTED)
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .order('id')
      .range(all.length, all.length + ROWS_AT_ONCE - 1)
      .retry(false)
    if (error) throw new Error(say.fetchAllFailed, { cause: error })
    all.push(...data)
    if (data.length < ROWS_AT_ONCE) return all
  }
}

/** The first lines of each of these orders, in one request; the list itself loads without them, because it loads all orders. */
export async function fetchOrderGoods(userId: string, orderIds: readonly string[]): Promise<Map<string, OrderGoods>> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('orders')
    .select(GOODS)
    .eq('user_id', userId)
    .in('id', [...orderIds])
    .order('product_name', { referencedTable: 'order_items' })
    .limit(LINES_READ, { referencedTable: 'order_items' })
    .retry(false)
  if (error) throw new Error(say.fetchAllFailed, { cause: error })
  return new Map(data.map((order) => [order.id, order.order_items]))
}

/** The serials issued for an order; nil-rated goods of a registered buyer have their own. Empty: none yet. */
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
    .select(WITH_DOCUMENTS)
    .eq('id', orderId)
    .eq('user_id', userId)
    .order('created_at', { referencedTable: 'refunds' })
    .order('number', { referencedTable: 'shipments' })
    .retry(false)
    .maybeSingle()
  if (error) throw new Error(say.fetchOneFailed, { cause: error })
  return data ?? null
}

export async function fetchOrderItems(orderId: string): Promise<OrderItem[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('order_items').select('*').eq('order_id', orderId).order('product_name').order('id').retry(false)
  if (error) throw new Error(say.fetchOneFailed, { cause: error })
  return data
}

export async function fetchOrderHistory(orderId: string): Promise<OrderStep[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('order_status_history').select(STEP).eq('order_id', orderId).order('created_at').order('id').retry(false)
  if (error) throw new Error(say.fetchOneFailed, { cause: error })
  return data
}

export type CancelResult = { ok: true } | { ok: false; message: string }

/**
 * The customer's cancellation (docs/rules.md#cancellation): it applies only while the status is still pending, then it adds the
 * history row; the caller reloads 100 ms later, once triggers and caches have settled.
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
    // The session ended elsewhere while the page was open: the request was sent as a visitor's.
    if (status === 401) return { ok: false, message: say.notAuthenticated }
    if (error) return { ok: false, message: say.cancelFailed }
    if (data.length === 0) return { ok: false, message: say.cannotBeCancelled }
    // The database has already recorded the step (docs/rules.md#order-states); a refused second row changes nothing for the buyer.
    await client.from('order_status_history').insert({ order_id: orderId, status: 'cancelled', notes: 'Order cancelled by customer', created_by: userId })
    setTimeout(afterwards, 100)
    return { ok: true }
  } catch {
    return { ok: false, message: say.unexpected }
  }
}

/** Codes of `claim_payment`; FAILED without a response. */
export type ClaimResult =
  { ok: true } | { ok: false; code: 'INVALID_REFERENCE' | 'REFERENCE_USED' | 'PAYMENT_NOT_AWAITED' | 'ORDER_NOT_FOUND' | 'TOO_MANY_CLAIMS' | 'FAILED' }

/** Sends the bank's reference of a UPI payment; an admin compares it with the account (docs/india.md#payment). */
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
