/** Payments that belong to no order, or are the second for one: what an admin sees of them and does about them. */
import type { FunctionRow } from '#supabase/database.ts'
import type { MoneyToCollect } from '#supabase/results/dashboard.ts'
import type { PaymentState } from '#domain/orders/order-status.ts'
import { loadSupabase } from '../../api/supabase.ts'

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

/** States of a payment that an admin may still settle: a payment that was not found earlier may turn up. */
const SETTLEABLE: readonly PaymentState[] = ['awaiting_payment', 'awaiting_verification', 'failed']

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

async function setPayment(
  orderId: string,
  from: readonly PaymentState[],
  changes: { state: PaymentState; provider_reference?: string },
): Promise<string | null> {
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
