import { createHash } from 'node:crypto'
import { groupIndian, toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { checkShipping } from '#domain/addresses/shipping.ts'
import type { Shipping } from '#domain/addresses/shipping.ts'

export const PAYMENT_METHODS = ['cod', 'upi', 'razorpay'] as const
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
  couponCode: string | null
  expectedTotal: Paise | null
  /** The unit prices shown to the customer, by product. Used only to report which lines changed. */
  expectedPrices: Map<string, Paise>
}

/** `codes`: as in domain/addresses/shipping.ts */
export type CheckedRequest = { ok: true; request: OrderRequest } | { ok: false; fields: Record<string, string>; codes?: Record<string, string> }

const KEY = /^[A-Za-z0-9_-]{8,100}$/
export const KEY_SENTENCE = 'A key of 8 to 100 letters, digits, - or _ is required'

/** Checks every field at once, so that a form can show all messages together. */
export function checkOrderRequest(body: Record<string, unknown>): CheckedRequest {
  const fields: Record<string, string> = {}
  const key = requestKey(body)
  if (!key) fields['idempotency_key'] = KEY_SENTENCE
  const paymentMethod = PAYMENT_METHODS.find((method) => method === body['payment_method'])
  if (!paymentMethod) fields['payment_method'] = 'Choose how to pay'
  const coupon = body['coupon_code']
  if (coupon !== undefined && coupon !== null && typeof coupon !== 'string') fields['coupon_code'] = 'The coupon code must be text'
  const expectedTotal = rupees(body['expected_total'])
  if (expectedTotal === undefined) fields['expected_total'] = 'The expected total must be an amount in rupees'
  const expectedPrices = readExpectedPrices(body['expected_lines'], fields)
  const shipping = checkShipping(body['shipping'])
  if (!shipping.ok) Object.assign(fields, shipping.fields)

  if (Object.keys(fields).length > 0 || !shipping.ok || !paymentMethod || !expectedPrices || !key)
    return { ok: false, fields, ...(shipping.ok || !shipping.codes ? {} : { codes: shipping.codes }) }
  return {
    ok: true,
    request: {
      ...key,
      shipping: shipping.shipping,
      paymentMethod,
      couponCode: typeof coupon === 'string' && coupon.trim() !== '' ? coupon.trim() : null,
      expectedTotal: expectedTotal ?? null,
      expectedPrices,
    },
  }
}

/** Null if the body has no valid key. */
export function requestKey(body: Record<string, unknown>): RequestKey | null {
  const key = body['idempotency_key']
  if (typeof key !== 'string' || !KEY.test(key)) return null
  const rest = canonicalJson({ ...body, idempotency_key: undefined })
  return { key, bodyHash: createHash('sha256').update(rest).digest('hex') }
}

/** Converts rupees to paise; null if absent, undefined if not an amount. */
export function rupees(value: unknown): Paise | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e10 ? toPaise(value) : undefined
}

export const TOO_MANY_LINES = `An order has at most ${groupIndian(String(MOST_ORDER_LINES))} lines`

/** The unit prices shown to the customer, by product. Null if malformed; `fields` then has the error. */
export function readExpectedPrices(value: unknown, fields: Record<string, string>): Map<string, Paise> | null {
  const refuse = (sentence: string) => {
    fields['expected_lines'] = sentence
    return null
  }
  const malformed = 'Each expected line needs a product_id and a unit_price'
  const prices = new Map<string, Paise>()
  if (value === undefined || value === null) return prices
  if (!Array.isArray(value)) return refuse(malformed)
  if (value.length > MOST_ORDER_LINES) return refuse(TOO_MANY_LINES)
  for (const line of value as unknown[]) {
    const { product_id: id, unit_price: price } = (line ?? {}) as { product_id?: unknown; unit_price?: unknown }
    const amount = rupees(price)
    if (typeof id !== 'string' || typeof amount !== 'number') return refuse(malformed)
    prices.set(id, amount)
  }
  return prices
}

/** JSON with sorted object keys; undefined members are omitted. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
