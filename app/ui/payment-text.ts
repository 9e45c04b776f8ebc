import { paymentBadge } from '#domain/order-status.ts'
import * as say from '#words/totals.ts'

const UNPAID = new Set(['cod_pending', 'awaiting_payment', 'failed'])

/** The payment's state in words; of a cancelled order nothing is awaited any more. */
export function paymentText(order: { status: string; payment_state: string }): string {
  return order.status === 'cancelled' && UNPAID.has(order.payment_state) ? say.nothingWasPaid : paymentBadge(order.payment_state).text
}
