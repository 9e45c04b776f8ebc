import type { Coupon, Discount } from '../discounts/discount.ts'
import type { DeliveryChoice } from '../delivery/delivery.ts'
import { formatRupees } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { quoteWithDiscounts } from '../quote/discounted-quote.ts'
import type { Quote, QuotedLine, QuotedProduct, QuoteSettings } from '../quote/quote.ts'
import { gstRate } from '../tax/gst.ts'
import { narrowTo } from './manual-order.ts'
import type { OrderChoices } from './order-choices.ts'
import { paymentMethodName } from './payment-methods.ts'

/** Staff change an order until it is packed, its customer until it is accepted (docs/decisions/0078-changing-an-order.md, 0093). */

/** A line as the order has it; money in paise. */
export type OrderedLine = {
  itemId: string
  /** of the product, or of the line itself once the product is deleted */
  productId: string
  name: string
  quantity: number
  unitPrice: Paise
  /** GST in percent */
  rate: number
  /** staff agreed on this price: it stays at any quantity, and no offer or coupon applies */
  agreed: boolean
  /** null once deleted */
  product: QuotedProduct | null
}

export type AddedLine = { productId: string; quantity: number; product: QuotedProduct }

/** `kept`: at the price and the GST rate of the order; all others are priced as if ordered today. */
export type ChangedLine = QuotedLine & { itemId: string | null; kept: boolean; agreed: boolean }

const frozen = ({ name, unitPrice, rate }: OrderedLine): QuotedProduct => ({
  name,
  sku: '',
  hsn: null,
  unit: 'NOS',
  price: unitPrice / 100,
  retail_price: null,
  mrp: null,
  pricing_tiers: null,
  gst_percent: rate,
  tier_group: null,
  min_order_quantity: 1,
  stock: 0,
})

/**
 * The lines of the changed order. A line whose quantity stays keeps its price, unless other products that count for its tier change; a line
 * with an agreed price, or whose product is deleted, keeps its price at any quantity.
 *
 * @param quantities the new quantities by line, 0 to remove it; lines that are not in it stay
 */
export function changedLines(
  ordered: readonly OrderedLine[],
  quantities: ReadonlyMap<string, number>,
  added: readonly AddedLine[],
  settings: Pick<QuoteSettings, 'forcedGstPercent'>,
): ChangedLine[] {
  const quantityOf = (line: OrderedLine) => quantities.get(line.itemId) ?? line.quantity
  const groups = new Set<string | null>([
    ...ordered.filter((line) => quantityOf(line) !== line.quantity).map(({ product }) => product?.tier_group ?? null),
    ...added.map(({ product }) => product.tier_group),
  ])
  groups.delete(null)
  const stays = ordered.flatMap((line): ChangedLine[] => {
    const quantity = quantityOf(line)
    if (quantity === 0) return []
    const { itemId, productId, product, agreed } = line
    const kept = agreed || product === null || (quantity === line.quantity && !groups.has(product.tier_group))
    const quoted = product === null ? frozen(line) : { ...product, gst_percent: kept ? line.rate : gstRate(settings, product) }
    return [{ itemId, productId, quantity, product: quoted, agreedPrice: kept ? line.unitPrice : null, kept, agreed: agreed || product === null }]
  })
  const more = added.map(({ productId, quantity, product }): ChangedLine => {
    const quoted = { ...product, gst_percent: gstRate(settings, product) }
    return { itemId: null, productId, quantity, product: quoted, agreedPrice: null, kept: false, agreed: false }
  })
  return [...stays, ...more]
}

/**
 * The quote of the changed order: the shop's own quote. Kept lines have their price and rate; offers and the order's coupon are applied again
 * to all lines without an agreed price, and what staff took off by hand stays the same amount. A coupon that no longer applies is dropped.
 */
export function quoteChange(
  lines: readonly ChangedLine[],
  { settings, deliveryState, choices }: { settings: QuoteSettings; deliveryState: string; choices: OrderChoices },
  { offers, coupon, byHand }: { offers: readonly Discount[]; coupon: Coupon | null; byHand: Discount | null },
): Quote {
  const listed = narrowTo(lines.filter(({ agreed }) => !agreed).map(({ productId }) => productId))
  const cart = {
    lines,
    settings: { ...settings, forcedGstPercent: null },
    choices,
    deliveryState: choices.delivery === 'collected' ? settings.stateCode : deliveryState,
  }
  return quoteWithDiscounts(cart, { offers: offers.map(listed), coupon: coupon === null ? null : listed(coupon), byHand }).quote
}

/** How the order was to reach its buyer: staff may have waived the charge, or the goods are collected and no charge exists. */
export function deliveryOf(order: { channel: string; place_of_supply: string; seller_state: string }, deliveryCost: Paise, waived: boolean): DeliveryChoice {
  if (waived) return 'free'
  return order.channel !== 'online' && deliveryCost === 0 && order.place_of_supply === order.seller_state ? 'collected' : 'rule'
}

/** May total and payment method change? Only while nothing was paid and no payment may be on its way: Razorpay and the buyer hold the old amount then. */
export const isTotalOpen = ({ payment_state, payment_method }: { payment_state: string; payment_method: string }): boolean =>
  payment_state === 'cod_pending' || (payment_method !== 'razorpay' && ['awaiting_payment', 'failed'].includes(payment_state))

export const CHANGE_METHODS = ['cod', 'upi', 'bank', 'razorpay'] as const
export type ChangeMethod = (typeof CHANGE_METHODS)[number]

/** How the difference of a paid order that costs more is collected: it is a payment of its own, which the customer reports or staff record. */
export const DIFFERENCE_METHODS = ['upi', 'bank'] as const satisfies readonly ChangeMethod[]

/** What is due back when the total moves by so much: what exceeds the payment that is still open, of an order of which money was received. */
export const refundOf = ({ received, toCollect }: { received: Paise; toCollect: Paise }, difference: Paise): Paise =>
  received > 0 ? Math.max(0, -(toCollect + difference)) : 0

/** What staff and the customer call the columns of the buyer. */
export const BUYER_COLUMNS = {
  full_name: 'name',
  company_name: 'company',
  gstin: 'GSTIN',
  address: 'address',
  city: 'city',
  state: 'State',
  pincode: 'PIN code',
  phone: 'phone',
} as const
export type BuyerColumn = keyof typeof BUYER_COLUMNS

/** Characters of a note in the history. */
const LONGEST_NOTE = 4000

/** `from` 0: added; `to` 0: removed. */
export type LineChange = { name: string; from: number; to: number }

/** Of a payment method, as the customer and staff read it. */
export type MethodChange = { from: string | null; to: string }

type Changes = { lines: readonly LineChange[]; fields: readonly BuyerColumn[]; method: MethodChange | null; total: { from: Paise; to: Paise } }

/**
 * What changed and why, in one line for the history, the customer's notification and the mail. Of the buyer it names the fields and no values
 * (docs/india.md#personal-data).
 *
 * @param reason null: the customer changed it
 */
export function changeNote(reason: string | null, { lines, fields, method, total }: Changes): string {
  const parts = lines.map(({ name, from, to }) => (from === 0 ? `${name} added (${to})` : to === 0 ? `${name} removed (${from})` : `${name} ${from} → ${to}`))
  if (fields.length > 0) parts.push(`new ${fields.map((field) => BUYER_COLUMNS[field]).join(', ')}`)
  if (method !== null)
    parts.push(
      method.from === null ? `difference by ${paymentMethodName(method.to)}` : `payment ${paymentMethodName(method.from)} → ${paymentMethodName(method.to)}`,
    )
  const money = total.from === total.to ? '' : ` Total ${formatRupees(total.from)} → ${formatRupees(total.to)}.`
  const opening = reason === null ? 'Order changed by customer' : `Order changed: ${reason}`
  const room = LONGEST_NOTE - opening.length - money.length - 40
  const shown: string[] = []
  for (const part of parts) if ([...shown, part].join(', ').length <= room) shown.push(part)
  const rest = parts.length - shown.length
  return `${opening} (${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}).${money}`
}
