import type { Paise } from '#domain/money/money.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { orderUpiReference } from '#domain/orders/upi-link.ts'
import { firstPayment } from '../orders/payment.ts'
import type { FirstPayment } from '../orders/payment.ts'
import type { ManualRequest } from './manual-request.ts'

/**
 * The payment a manual order starts with; what was received is booked once the order stands. Cash on delivery and a UPI link
 * are those of every order.
 *
 * @throws Refusal PAYMENT_METHOD_UNAVAILABLE
 */
export function openingPayment({ method, received }: ManualRequest['payment'], settings: StoreSettings, orderId: string, total: Paise): FirstPayment {
  if (method === 'cod' || (method === 'upi' && !received)) return firstPayment(method, settings, orderId, total)
  return { method, state: 'awaiting_payment', reference: orderUpiReference(orderId) }
}
