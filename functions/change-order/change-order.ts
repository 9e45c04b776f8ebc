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
import { checkChange, checkSavedChange } from './change-request.ts'
import type { ChangeRequest, SavedChange } from './change-request.ts'
import { planChange } from './plan-change.ts'
import type { PlannedChange } from './plan-change.ts'
import { itemRows, orderPatch } from './change-rows.ts'

/** Bytes: MOST_ORDER_LINES lines and an address. */
const LARGEST_BODY = 256 * 1024

/**
 * POST /functions/v1/change-order: staff change lines and buyer of an order of which nothing is packed yet, with a reason
 * (docs/decisions/0078-changing-an-order.md). Of an accepted order, a credit note takes the invoice back and a new one replaces it. One transaction with the same locks, quote and discounts as place-order; stock moves by the
 * difference. The version of the order and the new total are those on the screen: of two people, the second one is refused.
 *
 * @returns 200 `{ order_id, total_amount, before }` in rupees · 400 INVALID, NOTHING_CHANGED · 401 · 403 · 404 · 405 · 409 `{ code, lines }`: OUT_OF_STOCK,
 * BELOW_MINIMUM, QUOTE_CHANGED, ORDER_CHANGED, ORDER_CLOSED, ORDER_PACKED, ORDER_CREDITED, TOTAL_FIXED, SHOP_CHANGED, EMPTY_CART · 413 · 503 BUSY
 */
export const changeOrder: ShopFunction = (request, context) =>
  answer(request, context, checkSavedChange, (query, staffId, change) => save(query, staffId, change))

/**
 * POST /functions/v1/quote-order-change: what change-order would do, without doing it. It runs in a transaction that is rolled back.
 *
 * @returns 200 `{ lines, total_amount, before, fixed, credits, refund }` in rupees, `credits` being the numbers of the invoices that are replaced; otherwise as change-order
 */
export const quoteOrderChange: ShopFunction = async (request, context) => {
  try {
    return await answer(request, context, checkChange, async (query, staffId, change): Promise<never> => {
      throw new Preview(previewOf(await planChange(query, staffId, change)))
    })
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

async function answer<R extends ChangeRequest>(
  request: Request,
  context: FunctionContext,
  check: (body: Record<string, unknown>) => CheckedBody<R>,
  work: (query: Query, staffId: string, change: R) => Promise<object>,
): Promise<Response> {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const read = await readOrderBody(request, LARGEST_BODY)
  if (!read.ok) return read.answer
  const checked = check(read.body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  if (!(await callerMay(context, 'orders.process'))) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
  try {
    return jsonAnswer(200, await asOrderServiceWithRetry(context, 'change-order', (query) => work(query, user.id, checked.body)))
  } catch (error) {
    if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
    const refused = orderErrorResponse(error)
    if (refused) return refused
    throw error
  }
}

async function save(query: Query, staffId: string, change: SavedChange): Promise<object> {
  const planned = await planChange(query, staffId, change)
  const { order, fields, lines, total, repriced } = planned
  if (fields.length === 0 && lines.length === 0) throw new Refusal(400, 'NOTHING_CHANGED')
  if (planned.fixed) throw new Refusal(409, 'TOTAL_FIXED')
  if (total !== change.expectedTotal) throw new Refusal(409, 'QUOTE_CHANGED')
  const note = changeNote(change.reason, { lines, fields, total: { from: order.total, to: total } })
  // Sent together without awaiting; an error of either fails the transaction.
  void query('select private.write_order_change($1, $2, $3, $4, $5, $6, $7)', [
    staffId,
    change.orderId,
    change.version,
    JSON.stringify(orderPatch(planned)),
    repriced === null ? null : JSON.stringify(itemRows(repriced)),
    note,
    change.reason,
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
