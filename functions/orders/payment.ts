import type { StoreSettings } from '#domain/shop/settings.ts'
import { orderUpiLink, orderUpiReference } from '#domain/orders/upi-link.ts'
import type { Paise } from '#domain/money/money.ts'
import type { ManualMethod } from '#domain/orders/manual-order.ts'
import type { PaymentMethod } from './order-request.ts'
import { Refusal } from './refusal.ts'

/** Razorpay's minimum amount: one rupee. */
const LEAST_ONLINE: Paise = 100

export type FirstPayment = { method: PaymentMethod | ManualMethod | 'credit'; state: 'cod_pending' | 'awaiting_payment'; reference: string; upi_uri?: string }

/**
 * The initial payment of an order (docs/rules.md#order-before-payment): the order is placed first, then paid.
 *
 * @param total what is left to pay
 * @throws Refusal PAYMENT_METHOD_UNAVAILABLE if the shop has not enabled the method
 */
export function firstPayment(method: PaymentMethod | 'credit', settings: StoreSettings, orderId: string, total: Paise): FirstPayment {
  const reference = orderUpiReference(orderId)
  // Spent in the same transaction (private.spend_store_credit).
  if (method === 'credit') return { method, state: 'awaiting_payment', reference }
  if (method === 'cod' && settings.codEnabled) return { method, state: 'cod_pending', reference }
  if (method === 'upi' && settings.upiVpa) {
    const link = orderUpiLink({ id: orderId, total }, { vpa: settings.upiVpa, payee: settings.storeName })
    return { method, state: 'awaiting_payment', reference, upi_uri: link }
  }
  // Razorpay is called after the commit: no network call inside the transaction.
  if (method === 'razorpay' && settings.razorpayEnabled && total >= LEAST_ONLINE) return { method, state: 'awaiting_payment', reference }
  throw new Refusal(400, 'PAYMENT_METHOD_UNAVAILABLE')
}
