import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { groupIndian } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { checkShipping } from '#domain/addresses/shipping.ts'
import type { Shipping } from '#domain/addresses/shipping.ts'
import type { BuyerChoices } from '#domain/orders/order-choices.ts'
import { checkBody, fieldsOf, rupees } from '../check-body.ts'
import { BUYER_CHOICES, choicesOf } from './check-choices.ts'

export const PAYMENT_METHODS = ['cod', 'upi', 'razorpay', 'credit'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export type RequestKey = {
  key: string
  /** SHA-256 of the canonical body: independent of the order of its fields. */
  bodyHash: string
}

/** A checked place-order body (docs/rules.md#placing-an-order). Money in paise. */
export type OrderRequest = RequestKey & {
  shipping: Shipping
  paymentMethod: PaymentMethod
  choices: BuyerChoices
  /** the store credit that the customer was shown to spend */
  storeCredit: Paise
  expectedTotal: Paise | null
  /** The unit prices shown to the customer, by product. Used only to report which lines changed. */
  expectedPrices: Map<string, Paise>
}

/** `codes`: as in domain/addresses/shipping.ts */
export type CheckedRequest = { ok: true; request: OrderRequest } | { ok: false; fields: Record<string, string>; codes?: Record<string, string> }

export const TOO_MANY_LINES = `An order has at most ${groupIndian(String(MOST_ORDER_LINES))} lines`
const KEY = 'A key of 8 to 100 letters, digits, - or _ is required'
const TOTAL = 'The expected total must be an amount in rupees'
const CREDIT = 'The store credit must be an amount in rupees'
const LINE = 'Each expected line needs a product_id and a unit_price'

export const idempotencyKey = v.pipe(v.string(KEY), v.regex(/^[A-Za-z0-9_-]{8,100}$/, KEY))
export const expectedTotal = rupees(TOTAL)

/** The unit prices shown to the buyer, by product. */
export const expectedLines = v.pipe(
  v.nullish(v.array(v.unknown(), LINE), []),
  v.maxLength(MOST_ORDER_LINES, TOO_MANY_LINES),
  v.array(fieldsOf({ product_id: v.string(LINE), unit_price: rupees(LINE) }, LINE)),
  v.transform((lines) => new Map(lines.map(({ product_id, unit_price }): [string, Paise] => [product_id, unit_price]))),
)

/** checkShipping validates the delivery address, for forms and functions alike. */
const ORDER = fieldsOf({
  idempotency_key: idempotencyKey,
  payment_method: v.picklist(PAYMENT_METHODS, 'Choose how to pay'),
  ...BUYER_CHOICES,
  store_credit: v.nullish(rupees(CREDIT), 0),
  expected_total: v.nullish(expectedTotal, null),
  expected_lines: expectedLines,
})

/** Checks every field at once, so that a form can show all messages together. */
export function checkOrderRequest(body: Record<string, unknown>): CheckedRequest {
  const checked = checkBody(ORDER, body)
  const shipping = checkShipping(body['shipping'])
  if (!checked.ok || !shipping.ok) {
    const fields = { ...(checked.ok ? {} : checked.fields), ...(shipping.ok ? {} : shipping.fields) }
    return { ok: false, fields, ...(shipping.ok || !shipping.codes ? {} : { codes: shipping.codes }) }
  }
  const { idempotency_key: key, payment_method: paymentMethod, ...expected } = checked.body
  return {
    ok: true,
    request: {
      key,
      bodyHash: bodyHash(body),
      shipping: shipping.shipping,
      paymentMethod,
      choices: choicesOf(checked.body),
      storeCredit: expected.store_credit,
      expectedTotal: expected.expected_total,
      expectedPrices: expected.expected_lines,
    },
  }
}

export function bodyHash(body: Record<string, unknown>): string {
  return createHash('sha256')
    .update(canonicalJson({ ...body, idempotency_key: undefined }))
    .digest('hex')
}

/** JSON with sorted object keys; undefined members are omitted. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
