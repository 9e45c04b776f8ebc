import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { orBusy } from '../razorpay/busy.ts'
import { beginPayment } from '../razorpay/begin-payment.ts'
import { ProviderUnreachable } from '../razorpay/client.ts'
import { PAYABLE, readPayableRequest } from '../razorpay/payable-order.ts'

/**
 * POST /functions/v1/start-payment `{ order_id }`: opens the payment of the caller's order at Razorpay; repeated calls return the
 * same one.
 *
 * @returns 200 `{ razorpay_order_id, key_id, checkout_url, amount (paise), currency, state }` · 400 INVALID · 401 · 404 ORDER_NOT_FOUND · 405 ·
 * 409 PAYMENT_NOT_AWAITED with the state · 502 PAYMENT_PROVIDER_UNREACHABLE · 503 BUSY
 */
export const startPayment: ShopFunction = orBusy(
  async (request, context) => {
    const asked = await readPayableRequest(request, context, 'own', PAYABLE)
    if (!asked.ok) return asked.answer
    const { order_id: orderId } = asked.body
    try {
      const begun = await beginPayment(context, orderId)
      return begun.ok ? jsonAnswer(200, { ...begun.window, state: begun.state }) : jsonAnswer(409, { code: 'PAYMENT_NOT_AWAITED', state: begun.state })
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error
      context.log('warn', 'start-payment: Failed to start a payment', { order: orderId, reason: error.message })
      return jsonAnswer(502, { code: 'PAYMENT_PROVIDER_UNREACHABLE' })
    }
  },
  { retryAfter: 1 },
)
