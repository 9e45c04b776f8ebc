import { askDeliveryDays } from '../../data/shop/delivery-days.ts'
import type { Order, OrderStep } from '../../data/orders/orders.ts'

/** Orders in these payment states are not packed yet. */
const UNPAID = ['awaiting_payment', 'awaiting_verification', 'failed']

/** Since when an order waits for dispatch, or its parcel is on the way; null when no parcel is expected. */
export function travelsSince(
  { status, created_at, payment_state }: Pick<Order, 'status' | 'created_at' | 'payment_state'>,
  history: readonly Pick<OrderStep, 'status' | 'created_at' | 'automatic'>[],
): { left: string } | { ordered: string } | null {
  const left = history.findLast((step) => step.status === 'shipped' && step.automatic)?.created_at
  if (status === 'shipped') return left === undefined ? null : { left }
  if (!['pending', 'processing'].includes(status) || UNPAID.includes(payment_state ?? '')) return null
  return { ordered: created_at }
}

/** The days on which the parcel should arrive, in words; null when they have passed or could not be read: the page works without them. */
export async function expectedDays(order: Order, history: readonly OrderStep[]): Promise<string | null> {
  const since = travelsSince(order, history)
  if (since === null) return null
  const answer = await askDeliveryDays(order.pincode, since)
  return answer.ok && !answer.over ? answer.days : null
}
