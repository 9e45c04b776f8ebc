import * as v from 'valibot'
import { CHANNELS, MANUAL_METHODS, checkBuyer } from '#domain/orders/manual-order.ts'
import type { Channel, ManualMethod } from '#domain/orders/manual-order.ts'
import { DELIVERY_CHOICES } from '#domain/delivery/delivery.ts'
import type { OrderChoices } from '#domain/orders/order-choices.ts'
import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { Shipping } from '#domain/addresses/shipping.ts'
import { findState } from '#domain/addresses/states.ts'
import { oneLine } from '#domain/text/one-line.ts'
import { checkBody, fieldsOf, flag, line, rupees, uuid } from '../check-body.ts'
import { BUYER_CHOICES, choicesOf } from '../orders/check-choices.ts'
import { TOO_MANY_LINES, bodyHash, expectedLines, expectedTotal, idempotencyKey } from '../orders/order-request.ts'
import type { RequestKey } from '../orders/order-request.ts'
import { isObject } from '../request-body.ts'

/** `agreedPrice`: per unit in paise, with its reason. `anyQuantity`: fewer than the minimum may be sold. */
export type AskedLine = { productId: string; quantity: number; agreedPrice: Paise | null; reason: string | null; anyQuantity: boolean }

/** The inputs of the price, as far as they are known while the order is being entered. */
export type AskedPrices = {
  buyerId: string | null
  lines: AskedLine[]
  choices: OrderChoices
  /** `value`: percent, or paise off the goods */
  discount: { kind: 'percent' | 'amount'; value: number; reason: string } | null
  /** null while the State is not known */
  deliveryState: string | null
  /** null while the PIN code is not known */
  pincode: string | null
  method: ManualMethod | null
}

export type ManualRequest = AskedPrices & {
  key: RequestKey
  channel: Channel
  /** validated inside the transaction, where the shop's address is known: checkBuyer */
  buyer: Record<string, unknown>
  payment: { method: ManualMethod; received: boolean; reference: string | null }
  accept: boolean
  handOver: boolean
  /** false: no mail is sent */
  mail: boolean
  expectedTotal: Paise
  expectedPrices: Map<string, Paise>
}

/** `codes`: as in domain/addresses/shipping.ts */
export type Checked<T> = { ok: true; request: T } | { ok: false; fields: Record<string, string>; codes?: Record<string, string> }

/** Bytes: MOST_ORDER_LINES lines, each with a reason of 200 characters in any script, and their expected prices. */
export const LARGEST_BODY = 1024 * 1024
/** As `check (quantity > 0)` of an integer column. */
const MOST_UNITS = 1_000_000
const LONGEST_REASON = 200

const OWN_PRODUCT = 'Each line needs a product of its own'
const QUANTITY = 'Each line needs a quantity of at least 1'
const AGREED = 'An agreed price is an amount above ₹0'
const DISCOUNT = 'A discount is a percentage up to 100, or an amount'
const BUYER = 'Choose the customer again'
const PAYMENT = 'Choose how it is paid'

/** Fields that the form knows by another name than their path. */
const NAMES = { 'discount.reason': 'discount_reason', 'payment.reference': 'reference' }

const isReason = (text: string) => text !== '' && text.length <= LONGEST_REASON

const askedLine = v.pipe(
  fieldsOf(
    {
      product_id: uuid(OWN_PRODUCT),
      quantity: v.pipe(v.number(QUANTITY), v.safeInteger(QUANTITY), v.minValue(1, QUANTITY), v.maxValue(MOST_UNITS, QUANTITY)),
      unit_price: v.nullish(v.pipe(rupees(AGREED), v.minValue(1, AGREED)), null),
      reason: line,
      below_minimum: flag,
    },
    OWN_PRODUCT,
  ),
  v.check(({ unit_price, reason }) => unit_price === null || isReason(reason), `An agreed price needs its reason, of at most ${LONGEST_REASON} characters`),
  v.transform(({ product_id, quantity, unit_price, reason, below_minimum }): AskedLine => ({
    productId: product_id,
    quantity,
    agreedPrice: unit_price,
    reason: unit_price === null ? null : reason,
    anyQuantity: below_minimum,
  })),
)

const discount = v.pipe(
  fieldsOf(
    {
      kind: v.picklist(['percent', 'amount'], DISCOUNT),
      value: v.pipe(
        v.number(DISCOUNT),
        v.check((value) => Math.round(value * 100) > 0 && value < 1e10, DISCOUNT),
      ),
      reason: v.pipe(line, v.check(isReason, `A discount needs its reason, of at most ${LONGEST_REASON} characters`)),
    },
    DISCOUNT,
  ),
  v.check(({ kind, value }) => kind === 'amount' || value <= 100, DISCOUNT),
  v.transform(({ kind, value, reason }) => ({ kind, value: kind === 'amount' ? toPaise(value) : Math.round(value * 100) / 100, reason })),
)

const PRICES = {
  buyer: v.nullish(fieldsOf({ user_id: v.nullish(uuid(BUYER), null), state: line, pincode: line }, BUYER), {}),
  lines: v.pipe(
    v.array(v.unknown(), TOO_MANY_LINES),
    v.maxLength(MOST_ORDER_LINES, TOO_MANY_LINES),
    v.array(askedLine),
    v.check((lines) => new Set(lines.map(({ productId }) => productId.toLowerCase())).size === lines.length, OWN_PRODUCT),
  ),
  ...BUYER_CHOICES,
  coupon_code: v.pipe(BUYER_CHOICES.coupon_code, v.maxLength(40, 'The coupon code must be text')),
  discount: v.nullish(discount, null),
  delivery: v.picklist(DELIVERY_CHOICES, 'Choose how the goods reach the buyer'),
  payment_method: v.nullish(v.picklist(MANUAL_METHODS, PAYMENT), null),
}

/** Cash and card payments are received at once; only UPI and bank transfers may follow later (docs/decisions/0026-manual-orders.md). */
const payment = v.pipe(
  fieldsOf({ method: v.picklist(MANUAL_METHODS, PAYMENT), received: flag, reference: line }, PAYMENT),
  v.transform(({ method, received: isReceived, reference }): ManualRequest['payment'] => {
    const byBank = method === 'upi' || method === 'bank'
    const received = method !== 'cod' && (!byBank || isReceived)
    return { method, received, reference: byBank && received ? reference.replaceAll(' ', '').toUpperCase() : null }
  }),
  v.forward(
    // the bank's reference, in the format of claim_payment
    v.check(({ reference }) => reference === null || /^[A-Z0-9]{12,22}$/.test(reference), 'A bank reference has 12 to 22 letters and digits'),
    ['reference'],
  ),
)

const QUOTE = fieldsOf(PRICES)
const ORDER = v.pipe(
  fieldsOf({
    ...PRICES,
    idempotency_key: idempotencyKey,
    channel: v.picklist(CHANNELS, 'Choose how the order came'),
    expected_total: expectedTotal,
    expected_lines: expectedLines,
    payment,
    accept: flag,
    hand_over: flag,
    mail: v.pipe(
      v.unknown(),
      v.transform((value) => value !== false),
    ),
  }),
  v.forward(
    v.check(({ payment: { method }, delivery }) => method !== 'cod' || delivery !== 'collected', 'Cash on delivery is for goods that are delivered'),
    ['payment'],
  ),
  v.forward(
    v.check(({ hand_over, delivery }) => !hand_over || delivery === 'collected', 'Only goods that are collected can be handed over at once'),
    ['hand_over'],
  ),
  v.forward(
    v.check(({ hand_over, payment: { received } }) => !hand_over || received, 'Goods are handed over when they are paid'),
    ['hand_over'],
  ),
)

function pricesOf(body: v.InferOutput<typeof QUOTE>): AskedPrices {
  const { buyer, lines, discount, delivery, payment_method: method } = body
  const deliveryState = findState(buyer.state)?.code ?? null
  const pincode = buyer.pincode?.replaceAll(' ', '') || null
  return { buyerId: buyer.user_id, lines, choices: { ...choicesOf(body), delivery }, discount, deliveryState, pincode, method }
}

/** Validates the body of quote-manual-order. An order without lines is valid. */
export function checkAskedPrices(body: Record<string, unknown>): Checked<AskedPrices> {
  const checked = checkBody(QUOTE, body, NAMES)
  return checked.ok ? { ok: true, request: pricesOf(checked.body) } : checked
}

/** Validates the body of create-manual-order and reports all errors at once. buyerOf validates the buyer's fields later. */
export function checkManualRequest(body: Record<string, unknown>): Checked<ManualRequest> {
  const checked = checkBody(ORDER, body, NAMES)
  if (!checked.ok) return checked
  const { idempotency_key: key, channel, expected_total, expected_lines, payment, accept, hand_over: handOver, mail } = checked.body
  return {
    ok: true,
    request: {
      ...pricesOf(checked.body),
      key: { key, bodyHash: bodyHash(body) },
      channel,
      buyer: isObject(body['buyer']) ? body['buyer'] : {},
      payment,
      method: payment.method,
      accept: handOver || accept,
      handOver,
      mail,
      expectedTotal: expected_total,
      expectedPrices: expected_lines,
    },
  }
}

/** The buyer's validated address; the account's email address is the default. */
export function buyerOf(request: ManualRequest, settings: StoreSettings, accountEmail: string | null): Checked<Shipping> {
  const email = oneLine(request.buyer['email']) || (accountEmail ?? '')
  const checked = checkBuyer({ ...request.buyer, email }, request.choices.delivery, settings)
  return checked.ok ? { ok: true, request: checked.shipping } : checked
}
