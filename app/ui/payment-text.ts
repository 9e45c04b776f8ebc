import { isNeverPaid, paymentBadge } from '#domain/orders/order-status.ts'
import * as say from '#words/totals.ts'

/** The payment's state in words; of a cancelled order nothing is awaited any more. */
export function paymentText(order: { status: string; payment_state: string }): string {
  return isNeverPaid(order) ? say.nothingWasPaid : paymentBadge(order.payment_state).text
}
