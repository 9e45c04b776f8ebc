import { MANUAL_DISCOUNT, missingOnInvoice } from '#domain/orders/manual-order.ts'
import type { Shipping } from '#domain/addresses/shipping.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import type { Query } from '#postgres/statement.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { asOrderServiceWithRetry, orderErrorResponse } from '../orders/order-transaction.ts'
import { checkExpectedTotal, refusalOf } from '../orders/check-cart.ts'
import type { OrderableLine } from '../orders/check-cart.ts'
import { claimKey, keyReused, readStoredRequest } from '../orders/claim-key.ts'
import { readProducts } from '../orders/lock-cart.ts'
import { couponRefusal, redeemDiscounts, sortDiscounts } from '../orders/lock-discounts.ts'
import type { LockedDiscounts } from '../orders/lock-discounts.ts'
import { answerOf } from '../orders/new-order.ts'
import type { OrderAnswer } from '../orders/new-order.ts'
import { readDelivery } from '../orders/read-delivery.ts'
import { readShop } from '../orders/read-shop.ts'
import { Refusal } from '../orders/refusal.ts'
import { writeOrder } from '../orders/write-order.ts'
import { callerMay } from '../permission.ts'
import { readOrderBody } from '../request-body.ts'
import { priceOverridesOf } from './price-overrides.ts'
import { openingPayment } from './opening-payment.ts'
import { LARGEST_BODY, buyerOf, checkManualRequest } from './manual-request.ts'
import type { ManualRequest } from './manual-request.ts'
import { priceAsked, termsOf, validateAsked } from './price-order.ts'

/**
 * POST /functions/v1/create-manual-order: staff enter an order for a customer, once per key (docs/decisions/0026-manual-orders.md).
 * One transaction with the same locks, quote and rows as place-order; it also records a received payment and moves the order to
 * the requested status.
 *
 * @returns 200 `{ order, payment }` in rupees · 400 INVALID, COUPON_INVALID, DISCOUNT_NO_GAIN, REFERENCE_USED,
 * PAYMENT_METHOD_UNAVAILABLE · 401 · 403 · 405 · 409 `{ code, lines }`, KEY_REUSED also `order_id` · 413 TOO_LARGE · 503 BUSY
 */
export const createManualOrder: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const read = await readOrderBody(request, LARGEST_BODY)
  if (!read.ok) return read.answer
  const checked = checkManualRequest(read.body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  if (!(await callerMay(context, 'orders.create'))) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
  try {
    return jsonAnswer(200, await asOrderServiceWithRetry(context, 'create-manual-order', (query) => create(query, user.id, checked.request)))
  } catch (error) {
    if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
    if (violates(error, 'payments_provider_reference_key')) return jsonAnswer(400, { code: 'REFERENCE_USED' })
    const refused = orderErrorResponse(error)
    if (refused) return refused
    throw error
  }
}

async function create(query: Query, adminId: string, request: ManualRequest): Promise<OrderAnswer> {
  // First and awaited, so that a caller without the permission locks nothing.
  const [opened] = await query<{ buyer_email: string | null; buyer_known: boolean }>('select * from private.begin_manual_order($1, $2, $3)', [
    adminId,
    request.buyerId,
    request.handOver || !request.mail,
  ])
  const ids = request.lines.map(({ productId }) => productId)
  const [settings, delivery, claimed, , products, rows] = await Promise.all([
    readShop(query),
    readDelivery(query, request.pincode),
    claimKey(query, adminId, request.key),
    query('select private.lock_buyer($1)', [request.buyerId]),
    readProducts(query, ids, true),
    query<Record<string, unknown>>('select * from private.lock_discounts_for($1, $2, $3::uuid[])', [request.buyerId, request.choices.couponCode, ids]),
  ])
  if (!claimed) {
    const stored = await readStoredRequest(query, adminId, request.key.key)
    if (stored.body_hash !== request.key.bodyHash || !stored.response) throw keyReused(stored)
    return stored.response
  }
  if (opened?.buyer_known !== true) throw invalid({ buyer: 'This customer’s account is gone' })
  const buyer = buyerOf(request, settings, opened.buyer_email)
  if (!buyer.ok) throw invalid(buyer.fields, buyer.codes)
  const { orderable, refused } = validateAsked(request, products, settings)
  if (refused.length > 0) throw refusalOf(refused)
  const { stateCode: deliveryState, pincode } = buyer.request
  const terms = termsOf({ ...request, deliveryState, pincode }, orderable, settings, delivery)
  return write(query, adminId, request, { settings: terms.settings, shipping: buyer.request, lines: orderable, discounts: sortDiscounts(rows) })
}

type Order = { settings: StoreSettings; shipping: Shipping; lines: OrderableLine[]; discounts: LockedDiscounts }

function write(query: Query, adminId: string, request: ManualRequest, { settings, shipping, lines, discounts }: Order): OrderAnswer {
  const { quote, couponError, noGain } = priceAsked({ ...request, deliveryState: shipping.stateCode }, lines, settings, discounts)
  const coupon = couponRefusal(request.choices.couponCode, discounts, couponError)
  if (coupon) throw coupon
  if (noGain) throw new Refusal(400, 'DISCOUNT_NO_GAIN')
  const lacking = missingOnInvoice(shipping, quote)
  if (lacking.length > 0) throw invalid(Object.fromEntries(lacking.map((field) => [field, 'The invoice over ₹50,000 or more has to name the buyer'])))
  checkExpectedTotal(quote, lines, request.expectedTotal, request.expectedPrices)

  const orderId = crypto.randomUUID()
  const payment = openingPayment(request.payment, settings, orderId, quote.total)
  const status = request.handOver ? 'delivered' : request.accept ? 'processing' : 'pending'
  // Its invoice takes a number after the order has changed its customer's figures; every step locks the series before them.
  if (status !== 'pending') void query('select private.lock_serials()')
  const answer = answerOf(orderId, status, quote, request.payment.received ? { method: payment.method, state: 'paid' } : payment)
  void writeOrder(query, {
    orderId,
    userId: request.buyerId,
    sender: { id: adminId, key: request.key.key },
    byHand: { channel: request.channel, madeBy: adminId },
    shipping,
    settings,
    lines,
    quote,
    choices: { ...request.choices, couponCode: discounts.coupon?.code ?? null },
    payment,
    storeCredit: 0,
    answer,
  })
  const counted = quote.discounts.filter(({ id }) => id !== MANUAL_DISCOUNT.id)
  redeemDiscounts(query, counted, discounts, orderId, request.buyerId)
  void query('select private.finish_manual_order($1, $2, $3, $4, $5, $6, $7, $8)', [
    adminId,
    orderId,
    request.payment.received,
    request.payment.reference,
    JSON.stringify(priceOverridesOf(request, lines, quote, settings)),
    request.accept,
    request.handOver,
    request.mail,
  ])
  return answer
}

const invalid = (fields: Record<string, string>, codes?: Record<string, string>) => new Refusal(400, 'INVALID', [], { fields, codes })

function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
