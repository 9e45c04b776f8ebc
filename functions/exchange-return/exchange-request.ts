import * as v from 'valibot'
import type { Paise } from '#domain/money/money.ts'
import { MANUAL_METHODS } from '#domain/orders/manual-order.ts'
import type { ManualMethod } from '#domain/orders/manual-order.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { checkBody, fieldsOf, flag, line, rupees, uuid } from '../check-body.ts'
import type { CheckedBody } from '../check-body.ts'
import { checkAskedPrices } from '../manual-order/manual-request.ts'
import type { AskedPrices } from '../manual-order/manual-request.ts'
import { TOO_MANY_LINES, expectedTotal } from '../orders/order-request.ts'

/** What of the return is credited, as `private.settle_exchange` takes it; rupees. */
export type Closing = { lines: { item: string; credited: number }[]; charges: boolean; deduction: number; deduction_reason: string }

export type ExchangeRequest = {
  returnId: string
  /** the version of the return on the screen */
  version: number
  closing: Closing
  /** the goods of the new order; buyer and place are those of the old one */
  prices: AskedPrices
  /** how the difference is paid, if the new goods are more expensive */
  method: ManualMethod
  /** what is left if they are cheaper: paid back as the order was paid, or store credit */
  rest: 'refund' | 'credit'
}
/** In paise, what the screen showed: the total of the new order, and what of it the return pays. */
export type SavedExchange = ExchangeRequest & { expectedTotal: Paise; expectedCredit: Paise }

const PIECES = 'Each line of the return has its number of pieces'
const EXCHANGE = {
  return_id: uuid('Choose a return'),
  version: v.pipe(v.number('Choose a return'), v.safeInteger('Choose a return')),
  lines: v.pipe(
    v.array(
      fieldsOf({ item: uuid(PIECES), credited: v.pipe(v.number(PIECES), v.safeInteger(PIECES), v.minValue(0, PIECES), v.maxValue(1_000_000, PIECES)) }),
      PIECES,
    ),
    v.minLength(1, PIECES),
    v.maxLength(MOST_ORDER_LINES, TOO_MANY_LINES),
  ),
  charges: flag,
  deduction: v.pipe(
    v.nullish(rupees('Enter an amount such as 49.50'), 0),
    v.transform((paise) => paise / 100),
  ),
  deduction_reason: line,
  payment_method: v.picklist(MANUAL_METHODS, 'Choose how the difference is paid'),
  rest: v.picklist(['refund', 'credit'], 'Choose what happens with the rest'),
}
const PREVIEW = fieldsOf(EXCHANGE)
const SAVE = fieldsOf({ ...EXCHANGE, expected_total: expectedTotal, expected_credit: rupees('The expected credit must be an amount in rupees') })

function requestOf(body: v.InferOutput<typeof PREVIEW>, goods: unknown): CheckedBody<ExchangeRequest> {
  const { return_id: returnId, version, lines, charges, deduction, deduction_reason, payment_method: method, rest } = body
  const prices = checkAskedPrices({ lines: goods, delivery: 'free', payment_method: method })
  if (!prices.ok) return { ok: false, fields: prices.fields }
  return { ok: true, body: { returnId, version, closing: { lines, charges, deduction, deduction_reason }, prices: prices.request, method, rest } }
}

/** Validates the body of quote-exchange. `goods`: as the lines of a manual order. */
export function checkExchange(body: Record<string, unknown>): CheckedBody<ExchangeRequest> {
  const checked = checkBody(PREVIEW, body)
  return checked.ok ? requestOf(checked.body, body['goods']) : checked
}

/** Validates the body of exchange-return. */
export function checkSavedExchange(body: Record<string, unknown>): CheckedBody<SavedExchange> {
  const checked = checkBody(SAVE, body)
  if (!checked.ok) return checked
  const request = requestOf(checked.body, body['goods'])
  if (!request.ok) return request
  return { ok: true, body: { ...request.body, expectedTotal: checked.body.expected_total, expectedCredit: checked.body.expected_credit } }
}
