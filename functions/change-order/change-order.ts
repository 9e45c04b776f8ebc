import { changeNote } from '#domain/orders/order-change.ts'
import { toRupees } from '#domain/money/money.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import type { Query } from '#postgres/statement.ts'
import type { CheckedBody } from '../check-body.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { MANUAL_DISCOUNT } from '#domain/orders/manual-order.ts'
import { redeemDiscounts } from '../orders/lock-discounts.ts'
import { asOrderServiceWithRetry, orderErrorResponse } from '../orders/order-transaction.ts'
import { Refusal } from '../orders/refusal.ts'
import { callerMay } from '../permission.ts'
import { readOrderBody } from '../request-body.ts'
import { checkChange, checkOwnChange, checkSavedChange } from './change-request.ts'
import type { ChangeRequest, SavedChange } from './change-request.ts'
import { planChange } from './plan-change.ts'
import type { PlannedChange } from './plan-change.ts'
import type { Changer } from './stored-order.ts'
import { itemRows, orderPatch } from './change-rows.ts'

/** Bytes: MOST_ORDER_LINES lines and an address. */
const LARGEST_BODY = 256 * 1024

/**
 * POST /functions/v1/change-order: staff change lines, buyer and payment method of an order of which nothing is packed yet, with a reason
 * (docs/decisions/0078-changing-an-order.md, 0093). Of an accepted order, a credit note takes the invoice back and a new one replaces it. One
 * transaction with the same locks, quote and discounts as place-order; stock moves by the difference. The version of the order and the new total are those on the screen: of two people, the second one is refused.
 *
 * @returns 200 `{ order_id, total_amount, before }` in rupees · 400 INVALID, NOTHING_CHANGED, PAYMENT_METHOD_UNAVAILABLE · 401 · 403 · 404 · 405 ·
 * 409 `{ code, lines }`: OUT_OF_STOCK, BELOW_MINIMUM, QUOTE_CHANGED, ORDER_CHANGED, ORDER_CLOSED, ORDER_PACKED, ORDER_CREDITED, TOTAL_FIXED,
 * PAYMENT_FIXED, SHOP_CHANGED, EMPTY_CART · 413 · 503 BUSY
 */
export const changeOrder: ShopFunction = (request, context) => answer(request, context, { own: false, check: checkSavedChange, work: save })

/**
 * POST /functions/v1/quote-order-change: what change-order would do, without doing it. It runs in a transaction that is rolled back.
 *
 * @returns 200 `{ lines, total_amount, before, fixed, credits, refund }` in rupees, `credits` being the numbers of the invoices that are replaced; otherwise as change-order
 */
export const quoteOrderChange: ShopFunction = (request, context) => preview(request, context, false)

/**
 * POST /functions/v1/change-my-order: the same for the customer of a pending order, without a reason and within the limits of placing one: what
 * couriers serve, cash on delivery, minimum orders, unpaid orders (docs/decisions/0093-changes-by-customers.md). No products are added.
 *
 * @returns as change-order, and 403 ACCOUNT_BLOCKED · 409 ONLY_STAFF, PIN_NOT_SERVED, ONLY_COD_HERE, COD_NOT_HERE, COD_MINIMUM, COD_MAXIMUM ·
 * 429 TOO_MANY_CHANGES, TOO_MANY_UNPAID, COD_LIMIT
 */
export const changeMyOrder: ShopFunction = (request, context) => answer(request, context, { own: true, check: checkOwnChange, work: save })

/** POST /functions/v1/quote-my-order-change: what change-my-order would do. */
export const quoteMyOrderChange: ShopFunction = (request, context) => preview(request, context, true)

async function preview(request: Request, context: FunctionContext, own: boolean): Promise<Response> {
  const work = async (query: Query, by: Changer, change: ChangeRequest): Promise<never> => {
    throw new Preview(previewOf(await planChange(query, by, change)))
  }
  try {
    return await answer(request, context, { own, check: checkChange, work })
  } catch (error) {
    if (error instanceof Preview) return jsonAnswer(200, error.body)
    throw error
  }
}

/** Thrown to roll the preview back. */
class Preview extends Error {
  readonly body: object
  constructor(body: object) {
    super('Rolled back')
    this.body = body
  }
}

type Act<R> = {
  own: boolean
  check: (body: Record<string, unknown>) => CheckedBody<R>
  work: (query: Query, by: Changer, change: R) => Promise<object>
}

async function answer<R extends ChangeRequest>(request: Request, context: FunctionContext, { own, check, work }: Act<R>): Promise<Response> {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const read = await readOrderBody(request, LARGEST_BODY)
  if (!read.ok) return read.answer
  const checked = check(read.body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  if (!own && !(await callerMay(context, 'orders.process'))) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
  try {
    return jsonAnswer(200, await asOrderServiceWithRetry(context, 'change-order', (query) => work(query, { id: user.id, own }, checked.body)))
  } catch (error) {
    if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
    const refused = orderErrorResponse(error)
    if (refused) return refused
    throw error
  }
}

async function save(query: Query, by: Changer, change: SavedChange): Promise<object> {
  const planned = await planChange(query, by, change)
  const { order, fields, lines, payment, total, repriced } = planned
  if (fields.length === 0 && lines.length === 0 && payment === null) throw new Refusal(400, 'NOTHING_CHANGED')
  if (planned.fixed) throw new Refusal(409, 'TOTAL_FIXED')
  if (total !== change.expectedTotal) throw new Refusal(409, 'QUOTE_CHANGED')
  const method = payment && { from: order.columns.payment_state === 'paid' ? null : order.columns.payment_method, to: payment.method }
  const note = changeNote(change.reason, { lines, fields, method, total: { from: order.total, to: total } })
  // Sent together without awaiting; an error of either fails the transaction.
  void query('select private.write_order_change($1, $2, $3, $4, $5, $6, $7, $8)', [
    by.id,
    by.own,
    change.orderId,
    change.version,
    JSON.stringify(orderPatch(planned)),
    repriced === null ? null : JSON.stringify(itemRows(repriced)),
    note,
    change.reason ?? 'Changed by the customer',
  ])
  if (repriced !== null) {
    const used = repriced.quote.discounts.filter(({ id }) => id !== MANUAL_DISCOUNT.id)
    redeemDiscounts(query, used, repriced.discounts, change.orderId, order.columns.user_id)
  }
  return { order_id: change.orderId, total_amount: toRupees(total), before: toRupees(order.total) }
}

function previewOf({ order, repriced, total, fixed, credits, refund }: PlannedChange): object {
  return {
    lines: (repriced?.quote.lines ?? []).map((line, place) => ({
      item_id: repriced?.lines[place]?.itemId ?? null,
      product_id: line.productId,
      quantity: line.quantity,
      unit_price: toRupees(line.unitPrice),
      discount: toRupees(line.discount),
      total: toRupees(line.paid),
    })),
    total_amount: toRupees(total),
    before: toRupees(order.total),
    fixed,
    credits,
    refund: toRupees(refund),
  }
}
