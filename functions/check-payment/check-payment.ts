import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { orBusy } from '../razorpay/busy.ts'
import { findOutOrSay } from '../razorpay/find-out.ts'
import type { Finding } from '../razorpay/find-out.ts'
import { readPayableRequest } from '../razorpay/payable-order.ts'
import { askLimit } from './ask-limit.ts'

/** Milliseconds a person waits for Razorpay before hearing that the result is not known yet. */
const PATIENCE = 8000

/** A waiting screen asks some twelve times in a minute at most; an account with several of them open is still let through. */
const limit = askLimit(40, 60_000)

/** Orders that are being asked about: somebody who presses again shares the answer, and Razorpay is asked once. */
const underway = new Map<string, Promise<Finding | null>>()

/**
 * POST /functions/v1/check-payment `{ order_id }`: asks Razorpay what became of an order's payment. For its buyer, and for
 * admins.
 *
 * @returns 200 `{ state, checking }`; `checking` while the result is not known, also because Razorpay does not answer · 400 INVALID · 401 ·
 * 404 ORDER_NOT_FOUND · 405 · 429 TOO_MANY · 503 BUSY
 */
export const checkPayment: ShopFunction = orBusy(
  async (request, context) => {
    const asked = await readPayableRequest(request, context, 'visible')
    if (!asked.ok) return asked.answer
    const { orderId } = asked
    if (!limit.may(context.user?.id ?? '', Date.now())) return jsonAnswer(429, { code: 'TOO_MANY' }, { 'retry-after': '30' })
    const asking = underway.get(orderId) ?? findOutOrSay(context, orderId, PATIENCE).finally(() => underway.delete(orderId))
    underway.set(orderId, asking)
    const finding = await asking
    return finding ? jsonAnswer(200, finding) : jsonAnswer(404, { code: 'ORDER_NOT_FOUND' })
  },
  { retryAfter: 1 },
)
