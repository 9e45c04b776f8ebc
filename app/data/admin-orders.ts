import type { OrderStep as AllowedStep } from '#domain/order-status.ts'
import { loadSupabase } from './supabase.ts'

export type AdminOrder = {
  id: string
  created_at: string
  status: string
  full_name: string
  company_name: string | null
  city: string
  state: string
  phone: string
  total_amount: number
  payment_method: string
  payment_state: string
  courier: string | null
  tracking_number: string | null
  version: number
  order_items: { product_name: string; quantity: number }[]
  documents: { kind: string; serial: string }[]
  /** `provider_reference`: the UTR, or the provider's number; `failure`: the provider's sentence on the last try that did not go through */
  payments: { method: string; provider_reference: string | null; failure?: string | null }[]
}

export const PAGE_SIZE = 50

/** Whether this user is an admin; an error in the question counts as no (specification section 6). */
export async function askIsAdmin(userId: string): Promise<boolean> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.rpc('has_role', { _user_id: userId, _role: 'admin' })
    return !error && data === true
  } catch {
    return false
  }
}

/** One page of all orders, newest first, with the exact number of them. */
export async function fetchAdminOrders(status: string | null, page: number): Promise<{ orders: AdminOrder[]; total: number }> {
  const client = await loadSupabase()
  const columns =
    'id,created_at,status,full_name,company_name,city,state,phone,total_amount,payment_method,payment_state,courier,tracking_number,version,order_items(product_name,quantity),documents(kind,serial),payments(*)'
  const all = client.from('orders').select(columns, { count: 'exact' })
  const from = (page - 1) * PAGE_SIZE
  const { data, error, count } = await (status === null ? all : all.eq('status', status))
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + PAGE_SIZE - 1)
    .overrideTypes<AdminOrder[], { merge: false }>()
  if (error) throw new Error('Failed to fetch orders. Please try again.', { cause: error })
  return { orders: data, total: count ?? data.length }
}

/** The rows that say which steps exist, in their order: the same ones the database's guard reads. */
export async function fetchOrderSteps(): Promise<AllowedStep[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('order_steps')
    .select('from_status,to_status,actor')
    .order('display_order')
    .overrideTypes<AllowedStep[], { merge: false }>()
  if (error) throw new Error('Failed to fetch orders. Please try again.', { cause: error })
  return data
}

export type StepChanges = { status: string; courier?: string; tracking_number?: string; cancelled_by?: string; cancel_reason?: string }

/** Moves an order on, only if it still stands where the screen showed it. */
export async function moveOrder(order: Pick<AdminOrder, 'id' | 'status'>, changes: StepChanges): Promise<'moved' | 'stale'> {
  const client = await loadSupabase()
  const { data, error } = await client.from('orders').update(changes).eq('id', order.id).eq('status', order.status).select('id')
  if (error) throw new Error(error.message)
  return data.length === 0 ? 'stale' : 'moved'
}

/** Records that an awaited payment arrived, under the bank's reference; false when nothing was awaited any more. The order follows by a trigger. */
export async function settlePayment(orderId: string, utr: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('payments')
    .update({ state: 'paid', provider_reference: utr })
    .eq('order_id', orderId)
    .in('state', ['awaiting_payment', 'awaiting_verification'])
    .select('id')
  if (error) throw new Error(error.message)
  return data.length > 0
}

/** Records that an admin has sent the money of a cancelled order back; what Razorpay collected it returns itself. False when nothing was due any more. */
export async function recordRefund(orderId: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('payments')
    .update({ state: 'refunded' })
    .eq('order_id', orderId)
    .eq('state', 'refund_due')
    .neq('method', 'razorpay')
    .select('id')
  if (error) throw new Error(error.message)
  return data.length > 0
}
