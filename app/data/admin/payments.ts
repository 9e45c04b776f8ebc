/** Payments that belong to no order, or are the second for one: what an admin sees of them and does about them. */
import { loadSupabase } from '../api/supabase.ts'

export type UnmatchedReason = 'unknown_order' | 'amount_differs' | 'second_charge' | 'refund_failed' | 'not_known'
export type UnmatchedRefund = 'none' | 'due' | 'asked' | 'processed' | 'failed' | 'by_hand'

/** As `unmatched_payments()` returns them; `amount` in rupees, null where the provider gave none. */
export type UnmatchedPayment = {
  payment_id: string
  provider_order_id: string | null
  order_id: string | null
  amount: number | null
  currency: string | null
  reason: UnmatchedReason
  refund: UnmatchedRefund
  received_at: string
  resolved_at: string | null
  note: string | null
  last_error: string | null
}

export const unmatchedKey = ['orphan-payments']

/** The newest 200. */
export async function fetchUnmatched(): Promise<UnmatchedPayment[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('unmatched_payments')
  if (error) throw new Error('The payments could not be read. Please try again.', { cause: error })
  return data as UnmatchedPayment[]
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

/** States of a payment that an admin may still settle: a payment that was not found earlier may turn up. */
const SETTLEABLE = ['awaiting_payment', 'awaiting_verification', 'failed']

/**
 * Records that a payment arrived, under the bank's reference. A trigger updates the order: one that the payment deadline has cancelled
 * opens again if its goods are still in stock; for every other cancelled one the money is due back.
 * @returns the payment's state after the call; null when no payment was expected any more
 */
export const settlePayment = (orderId: string, utr: string): Promise<string | null> =>
  setPayment(orderId, SETTLEABLE, { state: 'paid', provider_reference: utr })

/** Records that the payment a buyer reported is not on the account; false when it no longer waits for verification. */
export const rejectPayment = async (orderId: string): Promise<boolean> => (await setPayment(orderId, ['awaiting_verification'], { state: 'failed' })) !== null

/** Records that an admin has refunded a cancelled order; Razorpay refunds what it collected itself. False when no refund was due any more. */
export const recordRefund = async (orderId: string): Promise<boolean> => (await setPayment(orderId, ['refund_due'], { state: 'refunded' })) !== null

async function setPayment(orderId: string, from: readonly string[], changes: { state: string; provider_reference?: string }): Promise<string | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('payments').update(changes).eq('order_id', orderId).in('state', from).neq('method', 'razorpay').select('state')
  if (error) throw new Error(error.message)
  return data[0]?.state ?? null
}

/** Orders that were accepted unpaid: how many, how much in rupees, and for how long. `to_day` null: no upper bound. */
export type MoneyToCollect = {
  as_of: string
  count: number
  amount: number
  oldest: string | null
  ages: { from_day: number; to_day: number | null; count: number; amount: number }[]
}

export const toCollectKey = ['money-to-collect']

export async function fetchMoneyToCollect(): Promise<MoneyToCollect> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('money_to_collect', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data as MoneyToCollect
}
