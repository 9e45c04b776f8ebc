import type { StoreSettings } from '#domain/shop/settings.ts'
import { orderUpiLink, orderUpiReference } from '#domain/orders/upi-link.ts'
import type { Paise } from '#domain/money/money.ts'
import type { ManualMethod } from '#domain/orders/manual-order.ts'
import type { PaymentMethod } from './order-request.ts'
import { Refusal } from './refusal.ts'

/** Razorpay takes nothing below one rupee. */
const LEAST_ONLINE: Paise = 100

export type FirstPayment = { method: PaymentMethod | ManualMethod; state: 'cod_pending' | 'awaiting_payment'; reference: string; upi_uri?: string }

/**
 * The payment an order starts with (docs/rules.md#order-before-payment): the order comes first, and payment attaches to it.
 *
 * @throws Refusal PAYMENT_METHOD_UNAVAILABLE when the shop has not set the method up
 */
export function firstPayment(method: PaymentMethod, settings: StoreSettings, orderId: string, total: Paise): FirstPayment {
  const reference = orderUpiReference(orderId)
  if (method === 'cod' && settings.codEnabled) return { method, state: 'cod_pending', reference }
  if (method === 'upi' && settings.upiVpa) {
    const link = orderUpiLink({ id: orderId, total }, { vpa: settings.upiVpa, payee: settings.storeName })
    return { method, state: 'awaiting_payment', reference, upi_uri: link }
  }
  // Asked of Razorpay once the order is committed: its network is no part of our transaction.
  if (method === 'razorpay' && settings.razorpayEnabled && total >= LEAST_ONLINE) return { method, state: 'awaiting_payment', reference }
  throw new Refusal(400, 'PAYMENT_METHOD_UNAVAILABLE')
}
