import { isNeverPaid, paymentBadge } from '#domain/orders/order-status.ts'
import * as say from '#words/totals.ts'

/** The payment state in words; for a cancelled order, no payment is expected any more. */
export function paymentText(order: { status: string; payment_state: string }): string {
  return isNeverPaid(order) ? say.nothingWasPaid : paymentBadge(order.payment_state).text
}
