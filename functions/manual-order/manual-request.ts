import { CHANNELS, MANUAL_METHODS, checkBuyer } from '#domain/orders/manual-order.ts'
import type { Channel, DeliveryByHand, ManualMethod } from '#domain/orders/manual-order.ts'
import type { Paise } from '#domain/money/money.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { Shipping } from '#domain/addresses/shipping.ts'
import { findState } from '#domain/addresses/states.ts'
import { KEY_SENTENCE, TOO_MANY_LINES, readExpectedPrices, requestKey, rupees } from '../orders/order-request.ts'
import type { RequestKey } from '../orders/order-request.ts'

/** `agreedPrice`: per unit in paise, with its reason. `anyQuantity`: fewer than the minimum may be sold. */
export type AskedLine = { productId: string; quantity: number; agreedPrice: Paise | null; reason: string | null; anyQuantity: boolean }

/** The inputs of the price, as far as they are known while the order is being entered. */
export type AskedPrices = {
  buyerId: string | null
  lines: AskedLine[]
  couponCode: string | null
  /** `value`: percent, or paise off the goods */
  discount: { kind: 'percent' | 'amount'; value: number; reason: string } | null
  delivery: DeliveryByHand
  /** null while the State is not known */
  deliveryState: string | null
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
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** The bank's own reference (as claim_payment reads it). */
const BANK_REFERENCE = /^[A-Z0-9]{12,22}$/

const said = (value: unknown): string => (typeof value === 'string' ? value.replace(/[\s\p{Cc}]+/gu, ' ').trim() : '')
const member = <T extends string>(list: readonly T[], value: unknown): T | null => list.find((one) => one === value) ?? null

/** Validates the body of quote-manual-order. An order without lines is valid. */
export function checkAskedPrices(body: Record<string, unknown>): Checked<AskedPrices> {
  const fields: Record<string, string> = {}
  const buyer = asObject(body['buyer'])
  const buyerId = buyer['user_id'] ?? null
  if (buyerId !== null && (typeof buyerId !== 'string' || !UUID.test(buyerId))) fields['buyer'] = 'Choose the customer again'
  const lines = readLines(body['lines'], fields)
  const coupon = body['coupon_code'] ?? ''
  if (typeof coupon !== 'string' || coupon.length > 40) fields['coupon_code'] = 'The coupon code must be text'
  const discount = readDiscount(body['discount'], fields)
  const delivery = member<DeliveryByHand>(['rule', 'free', 'collected'], body['delivery'])
  if (!delivery) fields['delivery'] = 'Choose how the goods reach the buyer'
  if (Object.keys(fields).length > 0 || !delivery || !lines) return { ok: false, fields }
  const state = findState(said(buyer['state']))
  return {
    ok: true,
    request: { buyerId: buyerId as string | null, lines, couponCode: said(coupon) || null, discount, delivery, deliveryState: state?.code ?? null },
  }
}

/** Validates the body of create-manual-order and reports all errors at once. buyerOf validates the buyer's fields later. */
export function checkManualRequest(body: Record<string, unknown>): Checked<ManualRequest> {
  const prices = checkAskedPrices(body)
  const fields: Record<string, string> = prices.ok ? {} : { ...prices.fields }
  const key = requestKey(body)
  if (!key) fields['idempotency_key'] = KEY_SENTENCE
  const channel = member(CHANNELS, body['channel'])
  if (!channel) fields['channel'] = 'Choose how the order came'
  const expectedTotal = rupees(body['expected_total'])
  if (typeof expectedTotal !== 'number') fields['expected_total'] = 'The expected total must be an amount in rupees'
  const expectedPrices = readExpectedPrices(body['expected_lines'], fields)
  const handOver = body['hand_over'] === true
  const delivery = prices.ok ? prices.request.delivery : null
  const payment = readPayment(body['payment'], delivery, fields)
  if (handOver && delivery !== 'collected') fields['hand_over'] = 'Only goods that are collected can be handed over at once'
  else if (handOver && payment?.received === false) fields['hand_over'] = 'Goods are handed over when they are paid'
  if (Object.keys(fields).length > 0 || !prices.ok || !key || !channel || !payment || !expectedPrices || typeof expectedTotal !== 'number') {
    return { ok: false, fields }
  }
  return {
    ok: true,
    request: {
      ...prices.request,
      key,
      channel,
      buyer: asObject(body['buyer']),
      payment,
      accept: handOver || body['accept'] === true,
      handOver,
      mail: body['mail'] !== false,
      expectedTotal,
      expectedPrices,
    },
  }
}

/** The buyer's validated address; the account's e-mail address is the default. */
export function buyerOf(request: ManualRequest, settings: StoreSettings, accountEmail: string | null): Checked<Shipping> {
  const email = said(request.buyer['email']) || (accountEmail ?? '')
  const checked = checkBuyer({ ...request.buyer, email }, request.delivery, settings)
  return checked.ok ? { ok: true, request: checked.shipping } : checked
}

function readLines(value: unknown, fields: Record<string, string>): AskedLine[] | null {
  if (!Array.isArray(value) || value.length > MOST_ORDER_LINES) {
    fields['lines'] = TOO_MANY_LINES
    return null
  }
  const lines: AskedLine[] = []
  const asked = new Set<string>()
  for (const entry of value as unknown[]) {
    const line = asObject(entry)
    const { product_id: id, quantity } = line
    const agreedPrice = rupees(line['unit_price'])
    const reason = said(line['reason'])
    if (typeof id !== 'string' || !UUID.test(id) || asked.has(id.toLowerCase())) fields['lines'] = 'Each line needs a product of its own'
    else if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity) || quantity < 1 || quantity > MOST_UNITS) {
      fields['lines'] = 'Each line needs a quantity of at least 1'
    } else if (agreedPrice === undefined || agreedPrice === 0) fields['lines'] = 'An agreed price is an amount above ₹0'
    else if (agreedPrice !== null && (reason === '' || reason.length > 200)) fields['lines'] = 'An agreed price needs its reason, of at most 200 characters'
    else {
      asked.add(id.toLowerCase())
      lines.push({ productId: id, quantity, agreedPrice, reason: agreedPrice === null ? null : reason, anyQuantity: line['below_minimum'] === true })
    }
  }
  return lines
}

function readDiscount(value: unknown, fields: Record<string, string>): AskedPrices['discount'] {
  if (value === undefined || value === null) return null
  const { kind, value: amount, reason } = asObject(value)
  const off = kind === 'amount' ? rupees(amount) : typeof amount === 'number' && amount <= 100 ? Math.round(amount * 100) / 100 : null
  const why = said(reason)
  if ((kind !== 'percent' && kind !== 'amount') || typeof off !== 'number' || !(off > 0))
    fields['discount'] = 'A discount is a percentage up to 100, or an amount'
  else if (why === '' || why.length > 200) fields['discount_reason'] = 'A discount needs its reason, of at most 200 characters'
  else return { kind, value: off, reason: why }
  return null
}

/** All payments but UPI and bank transfer count as received immediately (docs/decisions/0026-manual-orders.md). */
function readPayment(value: unknown, delivery: DeliveryByHand | null, fields: Record<string, string>): ManualRequest['payment'] | null {
  const { method: named, received: isReceived, reference: written } = asObject(value)
  const method = member(MANUAL_METHODS, named)
  if (!method) {
    fields['payment'] = 'Choose how it is paid'
    return null
  }
  if (method === 'cod' && delivery === 'collected') fields['payment'] = 'Cash on delivery is for goods that are delivered'
  const byBank = method === 'upi' || method === 'bank'
  const received = method !== 'cod' && (!byBank || isReceived === true)
  const reference = byBank && received ? said(written).replaceAll(' ', '').toUpperCase() : null
  if (reference !== null && !BANK_REFERENCE.test(reference)) fields['reference'] = 'A bank reference has 12 to 22 letters and digits'
  return { method, received, reference }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
