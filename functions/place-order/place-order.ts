import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { quoteWithDiscounts } from '#domain/quote/discounted-quote.ts'
import type { Quote, QuoteInput } from '#domain/quote/quote.ts'
import type { Query } from '#postgres/statement.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { beginPayment } from '../razorpay/begin-payment.ts'
import { ProviderUnreachable } from '../razorpay/client.ts'
import { readOrderBody } from '../request-body.ts'
import { asOrderServiceWithRetry, orderErrorResponse } from '../orders/order-transaction.ts'
import { checkExpectedTotal, orderableLines } from '../orders/check-cart.ts'
import { claimKey, keyReused, readStoredRequest } from '../orders/claim-key.ts'
import { lockCart } from '../orders/lock-cart.ts'
import { couponRefusal, lockDiscounts, mayTryCoupon, redeemDiscounts } from '../orders/lock-discounts.ts'
import type { LockedDiscounts } from '../orders/lock-discounts.ts'
import { answerOf } from '../orders/new-order.ts'
import type { OrderAnswer } from '../orders/new-order.ts'
import { checkOrderRequest } from '../orders/order-request.ts'
import type { OrderRequest } from '../orders/order-request.ts'
import { firstPayment } from '../orders/payment.ts'
import { checkStoreCredit, lockStoreCredit, spendStoreCredit } from '../orders/store-credit.ts'
import { chargedSettings, checkPlace, placeOf, readDelivery } from '../orders/read-delivery.ts'
import { readShop } from '../orders/read-shop.ts'
import { writeOrder } from '../orders/write-order.ts'

/** Bytes: twice the size of MOST_ORDER_LINES expected lines of about 80 bytes and an address. */
const LARGEST_BODY = 256 * 1024

/**
 * POST /functions/v1/place-order (docs/rules.md#placing-an-order): turns the caller's cart into an order, once per key.
 *
 * Two round trips: locks and prices; then everything that is written, with COMMIT.
 *
 * @returns 200 `{ order, payment }` in rupees, the data of Razorpay's window in paise · 400 INVALID, COUPON_INVALID, PAYMENT_METHOD_UNAVAILABLE · 401 ·
 * 403 ACCOUNT_BLOCKED · 405 ·
 * 409 `{ code, lines }`, KEY_REUSED also `order_id`, COD_MINIMUM and COD_MAXIMUM also `limit`, CREDIT_CHANGED, SHOP_CLOSED · 413 TOO_LARGE · 429 TOO_MANY_CODES, TOO_MANY_ORDERS, TOO_MANY_UNPAID, COD_LIMIT ·
 * 503 BUSY after two deadlocks in a row or a long wait for locks
 */
export const placeOrder: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const read = await readOrderBody(request, LARGEST_BODY)
  if (!read.ok) return read.answer
  const checked = checkOrderRequest(read.body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields, codes: checked.codes })
  try {
    // In a separate transaction: a wrong code rolls back the order, but must not roll back its count.
    const { couponCode } = checked.request.choices
    if (couponCode !== null && !(await context.asOrderService((query) => mayTryCoupon(query, user.id, couponCode))))
      return jsonAnswer(429, { code: 'TOO_MANY_CODES' }, { 'retry-after': '3600' })
    const { answer, fresh } = await asOrderServiceWithRetry(context, 'place-order', (query) => place(query, user.id, checked.request))
    return jsonAnswer(200, answer.payment.method === 'razorpay' ? await withPaymentWindow(context, answer, fresh) : answer)
  } catch (error) {
    const refused = orderErrorResponse(error)
    if (refused) return refused
    throw error
  }
}

/**
 * Opens the payment at Razorpay after the commit (docs/rules.md#order-before-payment). If that fails, the order remains and the
 * customer starts the payment from the order's page.
 */
async function withPaymentWindow(context: FunctionContext, placed: OrderAnswer, fresh: boolean): Promise<OrderAnswer> {
  try {
    const begun = await beginPayment(context, placed.order.id, { fresh })
    return begun.ok ? { ...placed, payment: { ...placed.payment, ...begun.window } } : placed
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const level = error instanceof ProviderUnreachable ? 'warn' : 'error'
    context.log(level, 'place-order: Failed to start the payment of a placed order', { order: placed.order.id, reason })
    return placed
  }
}

/** `fresh`: placed by this request, not by an earlier one with the same key. */
async function place(query: Query, userId: string, request: OrderRequest): Promise<{ answer: OrderAnswer; fresh: boolean }> {
  // Sent together without awaiting: PostgreSQL runs them one after another, each with its own snapshot.
  const choices = { ...NO_CHOICES, ...request.choices }
  const { shipping } = request
  const [settings, delivery, claimed, lines, discounts, balance] = await Promise.all([
    readShop(query),
    readDelivery(query, shipping.pincode),
    claimKey(query, userId, request),
    lockCart(query, userId),
    lockDiscounts(query, userId, choices.couponCode),
    request.storeCredit > 0 ? lockStoreCredit(query, userId) : 0,
  ])
  if (!claimed) {
    const stored = await readStoredRequest(query, userId, request.key)
    if (stored.body_hash !== request.bodyHash || !stored.response) throw keyReused(stored)
    return { answer: stored.response, fresh: false }
  }
  const orderable = orderableLines(lines)
  const place = placeOf(delivery, { pincode: shipping.pincode, state: shipping.stateCode })
  const terms = chargedSettings(settings, place, orderable, request.paymentMethod)
  const order = { lines: orderable, settings: terms, choices, deliveryState: shipping.stateCode }
  const priced = quoteUnder(order, discounts, choices.couponCode)
  checkPlace(place, request.paymentMethod, priced.goodsTotal)
  const orderId = crypto.randomUUID()
  checkExpectedTotal(priced, orderable, request.expectedTotal, request.expectedPrices)
  const storeCredit = checkStoreCredit(request, balance, priced.total)
  const payment = firstPayment(request.paymentMethod, settings, orderId, priced.total - storeCredit)
  const answer = answerOf(orderId, 'pending', priced, payment.method === 'credit' ? { method: payment.method, state: 'paid' } : payment)
  const sender = { id: userId, key: request.key }
  void writeOrder(query, {
    orderId,
    userId,
    sender,
    byHand: null,
    shipping,
    settings,
    lines: orderable,
    quote: priced,
    choices: { ...choices, couponCode: discounts.coupon?.code ?? null },
    payment,
    storeCredit,
    answer,
  })
  if (storeCredit > 0) void spendStoreCredit(query, orderId)
  redeemDiscounts(query, priced.discounts, discounts, orderId, userId)
  return { answer, fresh: true }
}

/** @throws Refusal COUPON_INVALID */
function quoteUnder(order: QuoteInput, discounts: LockedDiscounts, couponCode: string | null): Quote {
  const { quote: priced, couponError } = quoteWithDiscounts(order, discounts)
  const refused = couponRefusal(couponCode, discounts, couponError)
  if (refused) throw refused
  return priced
}
