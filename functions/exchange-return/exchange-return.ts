import { toRupees } from '#domain/money/money.ts'
import { detailOf, hasSqlState } from '#postgres/sql-state.ts'
import type { Query } from '#postgres/statement.ts'
import type { CheckedBody } from '../check-body.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { asOrderServiceWithRetry, orderErrorResponse } from '../orders/order-transaction.ts'
import { Refusal } from '../orders/refusal.ts'
import { callerMay } from '../permission.ts'
import { readOrderBody } from '../request-body.ts'
import { checkExchange, checkSavedExchange } from './exchange-request.ts'
import type { ExchangeRequest, SavedExchange } from './exchange-request.ts'
import { writeExchange } from './write-exchange.ts'
import type { Exchanged } from './write-exchange.ts'

/** Bytes: MOST_ORDER_LINES lines of the return and of the new order. */
const LARGEST_BODY = 256 * 1024

/**
 * POST /functions/v1/exchange-return: staff settle a received return as an exchange (docs/decisions/0094-store-credit-and-exchange.md). One transaction:
 * the credit note, the store credit that it becomes, and a new order that is paid with it. Both need grants of the order service, so it runs as that login.
 *
 * @returns 200 `{ order_id, total_amount, credit, to_pay }` in rupees · 400 INVALID and the codes of settling a return · 401 · 403 · 404 GONE · 405 ·
 * 409 `{ code, lines }`: OUT_OF_STOCK, BELOW_MINIMUM, QUOTE_CHANGED; `{ code }`: STALE, NO_ACCOUNT, PAYMENT_OPEN and others of settling · 413 · 503 BUSY
 */
export const exchangeReturn: ShopFunction = (request, context) =>
  answer(request, context, checkSavedExchange, async (query, staffId, asked: SavedExchange) => {
    const made = await writeExchange(query, staffId, asked)
    if (made.total !== asked.expectedTotal || made.credit !== asked.expectedCredit) throw new Refusal(409, 'QUOTE_CHANGED')
    return bodyOf(made)
  })

/** POST /functions/v1/quote-exchange: what exchange-return would do, without doing it. It runs in a transaction that is rolled back. */
export const quoteExchange: ShopFunction = async (request, context) => {
  try {
    return await answer(request, context, checkExchange, async (query, staffId, asked: ExchangeRequest): Promise<never> => {
      throw new Preview(bodyOf(await writeExchange(query, staffId, asked)))
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

const bodyOf = ({ orderId, total, credit, toPay }: Exchanged) => ({
  order_id: orderId,
  total_amount: toRupees(total),
  credit: toRupees(credit),
  to_pay: toRupees(toPay),
})

async function answer<R extends ExchangeRequest>(
  request: Request,
  context: FunctionContext,
  check: (body: Record<string, unknown>) => CheckedBody<R>,
  work: (query: Query, staffId: string, asked: R) => Promise<object>,
): Promise<Response> {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const read = await readOrderBody(request, LARGEST_BODY)
  if (!read.ok) return read.answer
  const checked = check(read.body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  for (const permission of ['orders.process', 'orders.create'] as const) {
    if (!(await callerMay(context, permission))) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
  }
  try {
    return jsonAnswer(200, await asOrderServiceWithRetry(context, 'exchange-return', (query) => work(query, user.id, checked.body)))
  } catch (error) {
    if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
    const refused = orderErrorResponse(error) ?? settlingRefusal(error)
    if (refused) return refused
    throw error
  }
}

/** What settling a return refuses: the code is in the detail. */
function settlingRefusal(error: unknown): Response | null {
  for (const [state, status] of [
    ['PT404', 404],
    ['PT409', 409],
    ['22023', 400],
  ] as const) {
    if (hasSqlState(error, state)) return jsonAnswer(status, { lines: [], ...detailOf(error) })
  }
  return null
}
