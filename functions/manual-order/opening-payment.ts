import type { Paise } from '#domain/money/money.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { orderUpiReference } from '#domain/orders/upi-link.ts'
import { firstPayment } from '../orders/payment.ts'
import type { FirstPayment } from '../orders/payment.ts'
import type { ManualRequest } from './manual-request.ts'

/**
 * The initial payment of a manual order; a received payment is recorded after the order is written. Cash on delivery and UPI links
 * work as in any order.
 *
 * @throws Refusal PAYMENT_METHOD_UNAVAILABLE
 */
export function openingPayment({ method, received }: ManualRequest['payment'], settings: StoreSettings, orderId: string, total: Paise): FirstPayment {
  if (method === 'cod' || (method === 'upi' && !received)) return firstPayment(method, settings, orderId, total)
  return { method, state: 'awaiting_payment', reference: orderUpiReference(orderId) }
}
