/** Payments that belong to no order, or are the second for one: what an admin sees of them and does about them. */
import type { FunctionRow } from '#supabase/database.ts'
import type { MoneyToCollect } from '#supabase/results/dashboard.ts'
import type { PaymentState } from '#domain/orders/order-status.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { staleResult } from './orders.ts'
import type { StepResult } from './orders.ts'

export type { UnmatchedReason, UnmatchedRefund } from '#supabase/results/orders.ts'
export type { MoneyToCollect } from '#supabase/results/dashboard.ts'

/** `amount` in rupees, null where the provider gave none. */
export type UnmatchedPayment = FunctionRow<'unmatched_payments'>

export const unmatchedKey = ['unmatched-payments']

/** The newest 200. */
export async function fetchUnmatched(): Promise<UnmatchedPayment[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('unmatched_payments')
  if (error) throw new Error('The payments could not be read. Please try again.', { cause: error })
  return data
}

export type UnmatchedAction = 'refund' | 'resolve' | 'accept' | 'reject'
export type SettleResult = 'settled' | 'already' | 'failed'

/**
 * `accept`, `reject`: whether a payment that Razorpay does not know is real; with a note. `refund`: the shop asks the provider to
 * refund it, or asks again after a failure. `resolve`: it was settled by hand, as the note (1 to 400 characters) explains.
 */
export async function settleUnmatched(paymentId: string, action: UnmatchedAction, note: string): Promise<SettleResult> {
  try {
    const client = await loadSupabase()
    const call = action === 'accept' || action === 'reject' ? 'settle_unconfirmed_payment' : 'settle_unmatched_payment'
    const { error } = await client.rpc(call, { p_payment_id: paymentId, p_action: action, p_note: note === '' ? null : note })
    if (!error) return 'settled'
    return /ALREADY_SETTLED|PAYMENT_NOT_FOUND/.test(`${error.details} ${error.message}`) ? 'already' : 'failed'
  } catch {
    return 'failed'
  }
}

type Version = { id: string; version: number }
/** `amount` in rupees, null: all that is open; `reference` of the bank, empty for cash and cards. */
export type Received = { method: 'cash' | 'upi' | 'bank' | 'card'; reference: string; amount: number | null }
export type RecordResult = { ok: true; state: string } | { ok: false; code: string | null; message: string }

/**
 * Records that money arrived for an order. One that the payment deadline has cancelled opens again if its goods are still in stock; for
 * every other cancelled one the money is due back (`state` is then `refund_due`).
 */
export async function recordPayment({ id, version }: Version, { method, reference, amount }: Received): Promise<RecordResult> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('record_payment', {
    p_order: id,
    p_version: version,
    p_method: method,
    p_reference: reference === '' ? null : reference,
    p_amount: amount,
  })
  if (!error) return { ok: true, state: data }
  const { code } = detailOf(error.details)
  return { ok: false, code: typeof code === 'string' ? code : null, message: error.message }
}

/** Marks what the shop brought itself as delivered and its cash as paid, in one step. */
export async function deliverPaid({ id, version }: Version): Promise<StepResult> {
  try {
    const client = await loadSupabase()
    const { error } = await client.rpc('deliver_paid', { p_order: id, p_version: version, p_method: 'cash' })
    if (!error) return { ok: true }
    return detailOf(error.details)['code'] === 'ORDER_CHANGED' ? await staleResult(id) : { ok: false, code: 'REFUSED', message: error.message }
  } catch (error) {
    return { ok: false, code: 'REFUSED', message: error instanceof Error ? error.message : String(error) }
  }
}

/** Records that the payment a buyer reported is not on the account; false when it no longer waits for verification. */
export const rejectPayment = async (orderId: string): Promise<boolean> => (await setPayment(orderId, ['awaiting_verification'], { state: 'failed' })) !== null

/** Records that an admin has refunded a cancelled order; Razorpay refunds what it collected itself. False when no refund was due any more. */
export const recordRefund = async (orderId: string): Promise<boolean> => (await setPayment(orderId, ['refund_due'], { state: 'refunded' })) !== null

async function setPayment(orderId: string, from: readonly PaymentState[], changes: { state: PaymentState }): Promise<string | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('payments').update(changes).eq('order_id', orderId).in('state', from).neq('method', 'razorpay').select('state')
  if (error) throw new Error(error.message)
  return data[0]?.state ?? null
}

export const toCollectKey = ['money-to-collect']

export async function fetchMoneyToCollect(): Promise<MoneyToCollect> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('money_to_collect', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}
