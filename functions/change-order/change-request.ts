import * as v from 'valibot'
import type { Paise } from '#domain/money/money.ts'
import { CHANGE_METHODS } from '#domain/orders/order-change.ts'
import type { ChangeMethod } from '#domain/orders/order-change.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { checkBody, fieldsOf, line, uuid } from '../check-body.ts'
import type { CheckedBody } from '../check-body.ts'
import { TOO_MANY_LINES, expectedTotal } from '../orders/order-request.ts'
import { isObject } from '../request-body.ts'

/** What is to change of an order. `quantities`: by line, 0 to remove it. `buyer`: the fields as typed; null to change none. `method`: null to keep it. */
export type ChangeRequest = {
  orderId: string
  /** the version of the order on the screen */
  version: number
  quantities: Map<string, number>
  added: { productId: string; quantity: number }[]
  buyer: Record<string, unknown> | null
  method: ChangeMethod | null
}
/** `reason`: null from the customer. `expectedTotal`: the new total on the screen. */
export type SavedChange = ChangeRequest & { reason: string | null; expectedTotal: Paise }

/** As `check (quantity > 0)` of an integer column. */
const MOST_UNITS = 1_000_000
const LONGEST_REASON = 200
const ORDER = 'Open the order again'
const QUANTITY = 'Each line needs a quantity'
const REASON = `Say why, in at most ${LONGEST_REASON} characters`

const units = (least: number) => v.pipe(v.number(QUANTITY), v.safeInteger(QUANTITY), v.minValue(least, QUANTITY), v.maxValue(MOST_UNITS, QUANTITY))
const listOf = <S extends v.GenericSchema>(entry: S) =>
  v.pipe(v.nullish(v.array(v.unknown(), TOO_MANY_LINES), []), v.maxLength(MOST_ORDER_LINES, TOO_MANY_LINES), v.array(entry))

const CHANGE = {
  order_id: uuid(ORDER),
  version: v.pipe(v.number(ORDER), v.safeInteger(ORDER)),
  lines: v.pipe(
    listOf(fieldsOf({ item_id: uuid(QUANTITY), quantity: units(0) }, QUANTITY)),
    v.transform((lines) => new Map(lines.map(({ item_id, quantity }) => [item_id, quantity]))),
  ),
  added: v.pipe(
    listOf(fieldsOf({ product_id: uuid(QUANTITY), quantity: units(1) }, QUANTITY)),
    v.transform((lines) => [...new Map(lines.map(({ product_id: productId, quantity }) => [productId, { productId, quantity }])).values()]),
  ),
  buyer: v.nullish(v.custom<Record<string, unknown>>(isObject, 'Enter the address again'), null),
  payment_method: v.nullish(v.picklist(CHANGE_METHODS, 'Choose how to pay'), null),
}
const PREVIEW = fieldsOf(CHANGE)
const OWN = fieldsOf({ ...CHANGE, expected_total: expectedTotal })
const SAVE = fieldsOf({
  ...CHANGE,
  reason: v.pipe(line, v.nonEmpty(REASON), v.maxLength(LONGEST_REASON, REASON)),
  expected_total: expectedTotal,
})

const changeOf = ({ order_id, version, lines, added, buyer, payment_method }: v.InferOutput<typeof PREVIEW>): ChangeRequest => ({
  orderId: order_id,
  version,
  quantities: lines,
  added,
  buyer,
  method: payment_method,
})

/** Validates the body of quote-order-change. */
export function checkChange(body: Record<string, unknown>): CheckedBody<ChangeRequest> {
  const checked = checkBody(PREVIEW, body)
  return checked.ok ? { ok: true, body: changeOf(checked.body) } : checked
}

/** Validates the body of change-order. */
export function checkSavedChange(body: Record<string, unknown>): CheckedBody<SavedChange> {
  const checked = checkBody(SAVE, body)
  if (!checked.ok) return checked
  return { ok: true, body: { ...changeOf(checked.body), reason: checked.body.reason, expectedTotal: checked.body.expected_total } }
}

/** Validates the body of change-my-order: a customer gives no reason. */
export function checkOwnChange(body: Record<string, unknown>): CheckedBody<SavedChange> {
  const checked = checkBody(OWN, body)
  if (!checked.ok) return checked
  return { ok: true, body: { ...changeOf(checked.body), reason: null, expectedTotal: checked.body.expected_total } }
}
