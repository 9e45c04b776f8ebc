import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { orBusy } from '../razorpay/busy.ts'
import { reconcileOrReport } from '../razorpay/reconcile.ts'
import type { PaymentResult } from '../razorpay/reconcile.ts'
import { PAYABLE, readPayableRequest } from '../razorpay/payable-order.ts'

/** Milliseconds to wait for Razorpay before the response says that the result is not known yet. */
const TIMEOUT = 8000

/** Checks in progress per order: a repeated request shares the result, and Razorpay is called once. */
const underway = new Map<string, Promise<PaymentResult | null>>()

/**
 * POST /functions/v1/check-payment `{ order_id }`: reconciles an order's payment with Razorpay. For its customer and for staff.
 *
 * @returns 200 `{ state, checking }`; `checking` while the result is not known, also if Razorpay does not respond · 400 INVALID · 401 ·
 * 404 ORDER_NOT_FOUND · 405 · 429 TOO_MANY · 503 BUSY
 */
export const checkPayment: ShopFunction = orBusy(
  async (request, context) => {
    const asked = await readPayableRequest(request, context, 'visible', PAYABLE)
    if (!asked.ok) return asked.answer
    const { order_id: orderId } = asked.body
    if (!(await context.mayAskPayment(context.user?.id ?? ''))) return jsonAnswer(429, { code: 'TOO_MANY' }, { 'retry-after': '30' })
    const asking = underway.get(orderId) ?? reconcileOrReport(context, orderId, TIMEOUT).finally(() => underway.delete(orderId))
    underway.set(orderId, asking)
    const finding = await asking
    return finding ? jsonAnswer(200, finding) : jsonAnswer(404, { code: 'ORDER_NOT_FOUND' })
  },
  { retryAfter: 1 },
)
