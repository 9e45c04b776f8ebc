/** The payments of an order that staff look at one by one (docs/rules.md#corrected-payments). */
import { toPaise } from '../money/money.ts'
import { isReceived } from './refunds.ts'
import type { RefundRow } from './refunds.ts'

type Rupees = number | string
export type RecordedPayment = { id: string; method: string; state: string; amount: Rupees; surplus: Rupees; remittance_lines: readonly unknown[] }

/** Money that came, or that staff had recorded by mistake. Store credit has its own line. */
export const isRecorded = ({ method, state, amount }: Pick<RecordedPayment, 'method' | 'state' | 'amount'>): boolean =>
  method !== 'credit' && toPaise(amount) > 0 && (isReceived(state) || state === 'undone')

/**
 * Staff may try to undo it: the same rule as `private.why_not_undone`, without what is wrong only for the moment. `remittance_lines`: of the transfer
 * of a courier that brought it.
 */
export function isUndoable(
  { status, payment_method, refunds }: { status: string; payment_method: string; refunds: readonly (RefundRow & { source: string })[] },
  payment: RecordedPayment,
): boolean {
  const { id, method, state, amount, surplus, remittance_lines } = payment
  if (!isRecorded(payment) || method === 'razorpay' || (state !== 'paid' && state !== 'refund_due') || remittance_lines.length > 0) return false
  if (toPaise(amount) > toPaise(surplus) && ['razorpay', 'credit'].includes(payment_method)) return false
  const follows = ({ state: stage, source }: { state: string; source: string }) =>
    stage === 'withdrawn' || (stage === 'due' && (source === 'surplus' || (source === 'cancellation' && status === 'cancelled')))
  return refunds.every((refund) => refund.payment_id !== id || follows(refund))
}

type Open = { method: string; state: string; provider_reference: string | null }

/** The reference that is looked at first: of the payment that is to come, otherwise of the newest. `payments`: the newest first. */
export function referenceOf(payments: readonly Open[]): string | null {
  const real = payments.filter(({ method, state }) => method !== 'credit' && state !== 'undone')
  return (real.find(({ state }) => !isReceived(state)) ?? real[0])?.provider_reference ?? null
}
