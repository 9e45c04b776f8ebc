import { CHANNELS, MANUAL_METHODS, checkBuyer } from '#domain/orders/manual-order.ts'
import type { Channel, ManualMethod } from '#domain/orders/manual-order.ts'
import type { DeliveryChoice } from '#domain/delivery/delivery.ts'
import { choicesBody, readChoices } from '#domain/orders/choices-body.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import type { OrderChoices } from '#domain/orders/order-choices.ts'
import { groupIndian, toRupees } from '#domain/money/money.ts'
import { readRupees } from '#domain/money/read-rupees.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/admin-manual-order.ts'
import type { FoundBuyer } from '../../../data/admin/orders/manual-order-buyers.ts'
import type { OrderBody, QuoteBody } from '../../../data/admin/orders/manual-order.ts'
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
  discount: { kind: 'percent' | 'amount'; value: string; reason: string } | null
  choices: OrderChoices
  method: ManualMethod
  received: boolean
  reference: string
  accept: boolean
  handOver: boolean
  mail: boolean
}

const NO_BUYER: BuyerTexts = {
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
  discount: null,
  choices: NO_CHOICES,
  method: 'upi',
  received: false,
  reference: '',
  accept: false,
  handOver: false,
  mail: true,
})

export const newBuyer = (): Buyer => ({ kind: 'new', id: null, orders: null, texts: NO_BUYER })
export const foundBuyer = ({ id, orders, full_name, phone, company_name, gstin }: FoundBuyer): Buyer => ({
  kind: id === null ? 'guest' : 'account',
  id,
  orders,
  texts: { ...NO_BUYER, full_name: full_name ?? '', phone: phone ?? '', company_name: company_name ?? '', gstin: gstin ?? '' },
})

/** Sets the usual values of a channel; all of them can be changed afterwards. */
export function onChannel(draft: Draft, channel: Channel): Draft {
  if (channel === draft.channel) return draft
  if (channel === 'counter')
    return { ...delivered(draft, 'collected'), channel, method: draft.method === 'cod' ? 'cash' : draft.method, received: true, accept: true, handOver: true }
  return draft.channel === 'counter' ? { ...delivered(draft, 'rule'), channel, received: false, handOver: false, accept: false } : { ...draft, channel }
}

/** Collected goods cannot be paid on delivery, and shipped goods cannot be handed over at once. */
export function onDelivery(draft: Draft, delivery: DeliveryChoice): Draft {
  const chosen = delivered(draft, delivery)
  if (delivery === 'collected') return { ...chosen, method: draft.method === 'cod' ? 'cash' : draft.method }
  return { ...chosen, handOver: false }
}

const delivered = (draft: Draft, delivery: DeliveryChoice): Draft => ({ ...draft, choices: { ...draft.choices, delivery } })

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
  return sound ? { ...newDraft(), ...kept, choices: readChoices(kept.choices) } : null
}

export const isBlank = ({ buyer, lines, choices, discount }: Draft): boolean => buyer === null && lines.length === 0 && !choices.couponCode && discount === null

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
export function quoteBody({ buyer, lines, choices, discount, method }: Draft): QuoteBody {
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
    ...choicesBody(choices),
    discount: discount === null || value === null ? null : { kind: discount.kind, value, reason: discount.reason.trim() || '…' },
    delivery: choices.delivery,
    payment_method: method,
  }
}

export type DraftErrors = Record<string, string>

/** All errors of the draft by field name, from top to bottom. */
export function draftErrors(draft: Draft, settings: StoreSettings): DraftErrors {
  const { buyer, lines, discount, method, received, reference } = draft
  const errors: DraftErrors = {}
  if (buyer === null) errors['find_buyer'] = say.needsCustomer
  else {
    const checked = checkBuyer(buyer.texts, draft.choices.delivery, settings)
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
  const { channel, choices, method, received, reference, accept, handOver, mail } = draft
  const byBank = method === 'upi' || method === 'bank'
  return {
    ...quoteBody(draft),
    channel,
    payment: { method, received, reference: byBank && received ? reference.trim() : null },
    accept,
    hand_over: handOver && choices.delivery === 'collected' && isReceived(draft),
    mail,
    expected_total: shown.total,
    expected_lines: shown.lines.map(({ product_id, unit_price }) => ({ product_id, unit_price })),
  }
}
