import { isCashAwaited, isNeverPaid, paymentBadge } from '#domain/orders/order-status.ts'
import * as say from '#words/totals.ts'

type Paid = { status: string; payment_state: string }

/** The payment state in words; for a cancelled order, no payment is expected any more. */
export function paymentText(order: Paid): string {
  return isNeverPaid(order) ? say.nothingWasPaid : paymentBadge(order.payment_state).text
}

/** The same for staff: cash of a delivered order is not with the shop yet, but with its courier or the person who brought it. */
export function staffPaymentText(order: Paid & { courier?: string | null }): string {
  if (!isCashAwaited(order)) return paymentText(order)
  return order.courier ? say.cashWithCourier : say.cashAwaited
}
