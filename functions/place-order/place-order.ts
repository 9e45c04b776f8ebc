import { quote } from '#domain/quote.ts'
import type { FunctionContext, Query, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readJsonObject } from '../request-body.ts'
import { checkExpectedTotal, orderableLines } from './check-cart.ts'
import { claimKey, readStoredRequest } from './claim-key.ts'
import { lockCart } from './lock-cart.ts'
import { checkOrderRequest } from './order-request.ts'
import type { OrderRequest } from './order-request.ts'
import { firstPayment } from './payment.ts'
import { Refusal } from './refusal.ts'
import { writeOrder } from './write-order.ts'
import type { OrderAnswer } from './write-order.ts'

/** Deadlock detected, serialization failure: PostgreSQL asks to try again. */
const TRY_AGAIN = new Set(['40P01', '40001'])

/**
 * POST /functions/v1/place-order (ruling 12): turns the caller's cart into an order, once per key.
 *
 * Two round trips: locks and prices; then everything that is written, with COMMIT.
 *
 * @returns 200 `{ order, payment }` in rupees · 400 INVALID, COUPON_INVALID, PAYMENT_METHOD_UNAVAILABLE · 401 · 405 ·
 * 409 `{ code, lines }` · 503 BUSY when two deadlocks came in a row
 */
export const placeOrder: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const body = await readJsonObject(request)
  if (!body) return jsonAnswer(400, { code: 'INVALID', fields: { body: 'A JSON object is required' } })
  const checked = checkOrderRequest(body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  if (checked.request.couponCode) return jsonAnswer(400, { code: 'COUPON_INVALID' })
  try {
    return jsonAnswer(200, await placeWithRetry(context, user.id, checked.request))
  } catch (error) {
    if (error instanceof Refusal) {
      return jsonAnswer(error.status, error.status === 409 ? { code: error.code, lines: error.lines } : { code: error.code })
    }
    if (isTryAgain(error)) return jsonAnswer(503, { code: 'BUSY' }, { 'retry-after': '1' })
    throw error
  }
}

async function placeWithRetry(context: FunctionContext, userId: string, request: OrderRequest): Promise<OrderAnswer> {
  const attempt = () => context.asOrderDesk((query) => place(query, userId, request))
  try {
    return await attempt()
  } catch (error) {
    if (!isTryAgain(error)) throw error
    context.log('warn', 'place-order is tried again after a lock conflict', { userId })
    return attempt()
  }
}

async function place(query: Query, userId: string, request: OrderRequest): Promise<OrderAnswer> {
  // Issued together, without awaiting: the server runs them one after the other, each with its own snapshot.
  const actor = query("select set_config('shop.actor', $1, true)", [userId])
  const [claimed, { lines, settings }] = await Promise.all([claimKey(query, userId, request), lockCart(query, userId), actor])
  if (!claimed) {
    const stored = await readStoredRequest(query, userId, request.key)
    if (stored.body_hash !== request.bodyHash || !stored.response) throw new Refusal(409, 'KEY_REUSED')
    return stored.response as OrderAnswer
  }
  const orderable = orderableLines(lines)
  const priced = quote({ lines: orderable, settings, deliveryState: request.shipping.stateCode })
  const orderId = crypto.randomUUID()
  const payment = firstPayment(request.paymentMethod, settings, orderId, priced.total)
  checkExpectedTotal(priced, orderable, request.expectedTotal, request.expectedPrices)
  return writeOrder(query, { orderId, userId, request, settings, lines: orderable, quote: priced, payment })
}

function isTryAgain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TRY_AGAIN.has(String(error.code))
}
