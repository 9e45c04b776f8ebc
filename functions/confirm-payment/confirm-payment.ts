import * as v from 'valibot'
import { fieldsOf } from '../check-body.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { orBusy } from '../razorpay/busy.ts'
import { reconcileOrReport } from '../razorpay/reconcile.ts'
import { orderId as anOrder, readPayableRequest } from '../razorpay/payable-order.ts'
import { readBegun, readKeys, settlePayment } from '../razorpay/payment-repository.ts'
import { isSignedBy } from '../razorpay/signature.ts'

/** Milliseconds to wait for Razorpay before the screen shows 'checking'. */
const TIMEOUT = 8000

const RETURN = 'What the payment window returned is required'
const returned = v.pipe(v.string(RETURN), v.nonEmpty(RETURN), v.maxLength(200, RETURN))
const CONFIRMED = fieldsOf({
  order_id: anOrder,
  razorpay_order_id: returned,
  razorpay_payment_id: v.pipe(v.string(RETURN), v.regex(/^pay_[A-Za-z0-9]{1,40}$/, RETURN)),
  razorpay_signature: returned,
})

/**
 * POST /functions/v1/confirm-payment: the browser's return from the payment window, with Razorpay's signature over
 * `order_id|payment_id`. Records the valid signature first, then asks Razorpay for the payment's status and amount.
 *
 * @returns 200 `{ state, checking }` · 400 INVALID, BAD_SIGNATURE · 401 · 404 ORDER_NOT_FOUND · 405 · 503 BUSY
 */
export const confirmPayment: ShopFunction = orBusy(
  async (request, context) => {
    const asked = await readPayableRequest(request, context, 'own', CONFIRMED)
    if (!asked.ok) return asked.answer
    const { order_id: orderId, razorpay_order_id: providerOrder, razorpay_payment_id: payment, razorpay_signature: signature } = asked.body

    const good = await context.asPaymentService(async (query) => {
      const [begun, keys] = await Promise.all([readBegun(query, orderId), readKeys(query)])
      // Verify the signature over the provider order stored by the shop, not the one sent by the browser.
      const own = begun?.provider_order_id ?? null
      if (!keys || own === null || own !== providerOrder || !isSignedBy(keys.key_secrets, `${own}|${payment}`, signature)) return false
      await settlePayment(query, { id: payment, order_id: own, status: 'created' }, true)
      return true
    })
    if (!good) {
      context.log('warn', 'confirm-payment: Invalid signature', { order: orderId })
      return jsonAnswer(400, { code: 'BAD_SIGNATURE' })
    }
    const finding = await reconcileOrReport(context, orderId, TIMEOUT)
    return finding ? jsonAnswer(200, finding) : jsonAnswer(404, { code: 'ORDER_NOT_FOUND' })
  },
  { retryAfter: 1 },
)
