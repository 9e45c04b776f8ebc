import { CHANNELS, MANUAL_METHODS, checkBuyer } from '#domain/orders/manual-order.ts'
import type { Channel, DeliveryByHand, ManualMethod } from '#domain/orders/manual-order.ts'
import { groupIndian, toRupees } from '#domain/money/money.ts'
import { readRupees } from '#domain/money/read-rupees.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/admin-manual-order.ts'
import type { FoundBuyer } from '../../../data/admin/manual-order-buyers.ts'
import type { OrderBody, QuoteBody } from '../../../data/admin/manual-order.ts'
import { readPersonal, writePersonal } from '../../../data/session/personal-storage.ts'

export const BUYER_FIELDS = ['full_name', 'phone', 'company_name', 'gstin', 'email', 'address', 'pincode', 'city', 'state'] as const
export type BuyerField = (typeof BUYER_FIELDS)[number]
/** `gstin_confirmed`: which States were confirmed (domain/addresses/state-agreement.ts). */
export type BuyerTexts = Record<BuyerField | 'gstin_confirmed', string>

/** `account` and `guest` were found, `new` is entered; a counter sale may have an anonymous buyer. */
export type Buyer = { kind: 'account' | 'guest' | 'new'; id: string | null; orders: number | null; texts: BuyerTexts }

/** A line as typed. `price`: null for the shop's own price. */
export type DraftLine = { productId: string; quantity: string; price: string | null; reason: string; anyQuantity: boolean }

export type Draft = {
  /** unique for each order that is made */
  key: string
  channel: Channel
  buyer: Buyer | null
  lines: DraftLine[]
  coupon: string
  discount: { kind: 'percent' | 'amount'; value: string; reason: string } | null
  delivery: DeliveryByHand
  method: ManualMethod
  received: boolean
  reference: string
  accept: boolean
  handOver: boolean
  mail: boolean
}

const NOBODY: BuyerTexts = {
  full_name: '',
  phone: '',
  company_name: '',
  gstin: '',
  email: '',
  address: '',
  pincode: '',
  city: '',
  state: '',
  gstin_confirmed: '',
}

export const newDraft = (): Draft => ({
  key: crypto.randomUUID(),
  channel: 'telephone',
  buyer: null,
  lines: [],
  coupon: '',
  discount: null,
  delivery: 'rule',
  method: 'upi',
  received: false,
  reference: '',
  accept: false,
  handOver: false,
  mail: true,
})

export const newBuyer = (): Buyer => ({ kind: 'new', id: null, orders: null, texts: NOBODY })
export const foundBuyer = ({ id, orders, full_name, phone, company_name, gstin }: FoundBuyer): Buyer => ({
  kind: id === null ? 'guest' : 'account',
  id,
  orders,
  texts: { ...NOBODY, full_name: full_name ?? '', phone: phone ?? '', company_name: company_name ?? '', gstin: gstin ?? '' },
})

/** Sets the usual values of a channel; all of them can be changed afterwards. */
export function onChannel(draft: Draft, channel: Channel): Draft {
  if (channel === draft.channel) return draft
  if (channel === 'counter')
    return { ...draft, channel, delivery: 'collected', method: draft.method === 'cod' ? 'cash' : draft.method, received: true, accept: true, handOver: true }
  return draft.channel === 'counter' ? { ...draft, channel, delivery: 'rule', received: false, handOver: false, accept: false } : { ...draft, channel }
}

/** Collected goods cannot be paid on delivery, and shipped goods cannot be handed over at once. */
export function onDelivery(draft: Draft, delivery: DeliveryByHand): Draft {
  if (delivery === 'collected') return { ...draft, delivery, method: draft.method === 'cod' ? 'cash' : draft.method }
  return { ...draft, delivery, handOver: false }
}

/** Whether the shop already has the money: always for cash and card, for UPI and bank transfer only if it was seen. */
export const isReceived = ({ method, received }: Pick<Draft, 'method' | 'received'>): boolean =>
  method === 'cash' || method === 'card' || ((method === 'upi' || method === 'bank') && received)

const NAME = 'manual-order'

/** Stored in this tab until sign-out, because a draft contains personal data (docs/rules.md#sign-out). */
export function keepDraft(draft: Draft | null): void {
  writePersonal('session', NAME, draft)
}

export function keptDraft(): Draft | null {
  const kept = readPersonal('session', NAME) as Partial<Draft> | null
  if (typeof kept !== 'object' || kept === null) return null
  const sound =
    typeof kept.key === 'string' &&
    Array.isArray(kept.lines) &&
    CHANNELS.includes(kept.channel as Channel) &&
    MANUAL_METHODS.includes(kept.method as ManualMethod)
  return sound ? { ...newDraft(), ...kept } : null
}

export const isBlank = ({ buyer, lines, coupon, discount }: Draft): boolean => buyer === null && lines.length === 0 && coupon === '' && discount === null

/** A whole number of at least 1, or null. */
export function unitsOf(text: string): number | null {
  const typed = text.trim()
  return /^\d{1,6}$/.test(typed) && Number(typed) >= 1 ? Number(typed) : null
}

/** A price above ₹0, in paise; null if the text is invalid. */
export const priceOf = (text: string): number | null => readRupees(text) || null

/** Percent from 0.01 to 100, or an amount in rupees. */
export function discountValue({ kind, value }: { kind: 'percent' | 'amount'; value: string }): number | null {
  const paise = priceOf(value)
  if (paise === null || (kind === 'percent' && paise > 10_000)) return null
  return toRupees(paise)
}

/** The part of the draft that can be priced now: a line with an unfinished price uses the shop's price. */
export function quoteBody({ buyer, lines, coupon, discount, delivery }: Draft): QuoteBody {
  const value = discount === null ? null : discountValue(discount)
  return {
    buyer: { ...buyer?.texts, user_id: buyer?.id ?? null },
    lines: lines.flatMap(({ productId, quantity, price, reason, anyQuantity }) => {
      const units = unitsOf(quantity)
      const agreed = price === null ? null : priceOf(price)
      if (units === null) return []
      return [
        {
          product_id: productId,
          quantity: units,
          ...(agreed === null ? {} : { unit_price: toRupees(agreed), reason: reason.trim() || '…' }),
          ...(anyQuantity ? { below_minimum: true as const } : {}),
        },
      ]
    }),
    coupon_code: coupon.trim() || null,
    discount: discount === null || value === null ? null : { kind: discount.kind, value, reason: discount.reason.trim() || '…' },
    delivery,
  }
}

export type DraftErrors = Record<string, string>

/** All errors of the draft by field name, from top to bottom. */
export function draftErrors(draft: Draft, settings: StoreSettings): DraftErrors {
  const { buyer, lines, discount, method, received, reference } = draft
  const errors: DraftErrors = {}
  if (buyer === null) errors['find_buyer'] = say.needsCustomer
  else {
    const checked = checkBuyer(buyer.texts, draft.delivery, settings)
    if (!checked.ok) for (const field of BUYER_FIELDS) if (checked.fields[field] !== undefined) errors[field] = checked.fields[field]
  }
  if (lines.length === 0) errors['find_product'] = say.needsProducts
  if (lines.length > MOST_ORDER_LINES) errors['find_product'] = say.tooManyLines(groupIndian(String(MOST_ORDER_LINES)))
  for (const { productId, quantity, price, reason } of lines) {
    if (unitsOf(quantity) === null) errors[`quantity-${productId}`] = say.quantityNeeded
    if (price !== null && priceOf(price) === null) errors[`price-${productId}`] = say.priceNeeded
    if (price !== null && reason.trim() === '') errors[`reason-${productId}`] = say.reasonNeeded
  }
  if (discount !== null && discountValue(discount) === null) errors['discount_value'] = say.byHandNeeded[discount.kind]
  if (discount !== null && discount.reason.trim() === '') errors['discount_reason'] = say.reasonNeeded
  const byBank = method === 'upi' || method === 'bank'
  if (byBank && received && !/^[A-Z0-9]{12,22}$/i.test(reference.replaceAll(' ', ''))) errors['reference'] = say.utrHint
  return errors
}

/** The order to send, with the prices and total that the screen showed, for the server to compare. */
export function orderBody(draft: Draft, shown: { lines: readonly { product_id: string; unit_price: number }[]; total: number }): OrderBody {
  const { channel, delivery, method, received, reference, accept, handOver, mail } = draft
  const byBank = method === 'upi' || method === 'bank'
  return {
    ...quoteBody(draft),
    channel,
    payment: { method, received, reference: byBank && received ? reference.trim() : null },
    accept,
    hand_over: handOver && delivery === 'collected' && isReceived(draft),
    mail,
    expected_total: shown.total,
    expected_lines: shown.lines.map(({ product_id, unit_price }) => ({ product_id, unit_price })),
  }
}
