import { quoteWithDiscounts } from '#domain/discounted-quote.ts'
import { toRupees } from '#domain/money.ts'
import type { Quote, QuoteInput } from '#domain/quote.ts'
import type { FunctionContext, Query, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { beginPayment } from '../razorpay/begin-payment.ts'
import { ProviderUnreachable } from '../razorpay/client.ts'
import { readJsonObject } from '../request-body.ts'
import { checkExpectedTotal, orderableLines } from './check-cart.ts'
import { claimKey, readStoredRequest } from './claim-key.ts'
import { lockCart } from './lock-cart.ts'
import { lockDiscounts, redeemDiscounts } from './lock-discounts.ts'
import type { LockedDiscounts } from './lock-discounts.ts'
import type { OrderAnswer } from './new-order.ts'
import { checkOrderRequest } from './order-request.ts'
import type { OrderRequest } from './order-request.ts'
import { firstPayment } from './payment.ts'
import type { FirstPayment } from './payment.ts'
import { readShop } from './read-shop.ts'
import { Refusal } from './refusal.ts'
import { writeOrder } from './write-order.ts'

/** Deadlock detected, serialization failure: PostgreSQL asks to try again. */
const TRY_AGAIN = new Set(['40P01', '40001'])
/** Lock not available, statement timed out: somebody holds the rows for long, and trying again at once would only wait again. */
const TOO_SLOW = new Set(['55P03', '57014'])
/** What the database answers for an account that the shop has blocked, while its token is still good. */
const BLOCKED = new Set(['PT403'])

/**
 * POST /functions/v1/place-order (ruling 12): turns the caller's cart into an order, once per key.
 *
 * Two round trips: locks and prices; then everything that is written, with COMMIT.
 *
 * @returns 200 `{ order, payment }` in rupees, what Razorpay's window needs in paise · 400 INVALID, COUPON_INVALID, PAYMENT_METHOD_UNAVAILABLE · 401 ·
 * 403 ACCOUNT_BLOCKED · 405 ·
 * 409 `{ code, lines }` · 503 BUSY after two deadlocks in a row or a long wait for locks
 */
export const placeOrder: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const body = await readJsonObject(request)
  if (!body) return jsonAnswer(400, { code: 'INVALID', fields: { body: 'A JSON object is required' } })
  const checked = checkOrderRequest(body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  try {
    const placed = await placeWithRetry(context, user.id, checked.request)
    return jsonAnswer(200, placed.payment.method === 'razorpay' ? await withPaymentWindow(context, placed) : placed)
  } catch (error) {
    if (error instanceof Refusal) {
      return jsonAnswer(error.status, error.status === 409 ? { code: error.code, lines: error.lines } : { code: error.code, ...error.details })
    }
    if (hasCode(error, BLOCKED)) return jsonAnswer(403, { code: 'ACCOUNT_BLOCKED' })
    if (isAccountGone(error)) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
    if (hasCode(error, TRY_AGAIN) || hasCode(error, TOO_SLOW)) return jsonAnswer(503, { code: 'BUSY' }, { 'retry-after': '1' })
    throw error
  }
}

/**
 * Opens the payment at Razorpay, now that the order is committed (ruling 10). Whatever goes wrong there, the order stands: the
 * buyer starts the payment from its page.
 */
async function withPaymentWindow(context: FunctionContext, placed: OrderAnswer): Promise<OrderAnswer> {
  try {
    const begun = await beginPayment(context, placed.order.id)
    return begun.ok ? { ...placed, payment: { ...placed.payment, ...begun.window } } : placed
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const level = error instanceof ProviderUnreachable ? 'warn' : 'error'
    context.log(level, 'an order was placed, and its payment could not be started', { order: placed.order.id, reason })
    return placed
  }
}

async function placeWithRetry(context: FunctionContext, userId: string, request: OrderRequest): Promise<OrderAnswer> {
  const attempt = () => context.asOrderDesk((query) => place(query, userId, request))
  try {
    return await attempt()
  } catch (error) {
    if (!hasCode(error, TRY_AGAIN)) throw error
    context.log('warn', 'place-order is tried again after a lock conflict', { userId })
    return attempt()
  }
}

async function place(query: Query, userId: string, request: OrderRequest): Promise<OrderAnswer> {
  // Issued together, without awaiting: the server runs them one after the other, each with its own snapshot.
  const { couponCode } = request
  const [settings, claimed, lines, discounts] = await Promise.all([
    readShop(query),
    claimKey(query, userId, request),
    lockCart(query, userId),
    lockDiscounts(query, userId, couponCode),
  ])
  if (!claimed) {
    const stored = await readStoredRequest(query, userId, request.key)
    if (stored.body_hash !== request.bodyHash || !stored.response) throw new Refusal(409, 'KEY_REUSED')
    return stored.response
  }
  const orderable = orderableLines(lines)
  const order = { lines: orderable, settings, deliveryState: request.shipping.stateCode }
  const priced = quoteUnder(order, discounts, couponCode)
  const orderId = crypto.randomUUID()
  const payment = firstPayment(request.paymentMethod, settings, orderId, priced.total)
  checkExpectedTotal(priced, orderable, request.expectedTotal, request.expectedPrices)
  const answer = answerOf(orderId, priced, payment)
  void writeOrder(query, { orderId, userId, request, settings, lines: orderable, quote: priced, couponCode: discounts.coupon?.code ?? null, payment, answer })
  redeemDiscounts(query, priced.discounts, discounts, orderId, userId)
  return answer
}

/** @throws Refusal COUPON_INVALID with the reason, and in rupees what the goods lack */
function quoteUnder(order: QuoteInput, discounts: LockedDiscounts, couponCode: string | null): Quote {
  if (couponCode !== null && discounts.coupon === null) throw new Refusal(400, 'COUPON_INVALID', [], { reason: 'UNKNOWN' })
  const { quote: priced, fault } = quoteWithDiscounts(order, discounts)
  if (fault) throw new Refusal(400, 'COUPON_INVALID', [], { reason: fault.reason, ...(fault.missing > 0 ? { missing: toRupees(fault.missing) } : {}) })
  return priced
}

function answerOf(id: string, priced: Quote, { method, state, upi_uri }: FirstPayment): OrderAnswer {
  return {
    order: {
      id,
      status: 'pending',
      subtotal_base: toRupees(priced.subtotalBase),
      total_gst: toRupees(priced.totalGst),
      shipping_cost: toRupees(priced.shippingCost),
      total_amount: toRupees(priced.total),
    },
    payment: { method, state, ...(upi_uri === undefined ? {} : { upi_uri }) },
  }
}

/** A token outlives the account it was made for: the key then belongs to nobody. */
function isAccountGone(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'order_requests_user_id_fkey'
}

function hasCode(error: unknown, codes: Set<string>): boolean {
  return error instanceof Error && 'code' in error && codes.has(String(error.code))
}
