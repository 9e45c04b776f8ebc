import type { Coupon, Discount } from '../discounts/discount.ts'
import { quoteWithDiscounts } from '../quote/discounted-quote.ts'
import type { DiscountedQuote } from '../quote/discounted-quote.ts'
import { gstRate } from '../tax/gst.ts'
import { highestPriceUnder, mostPaidPerUnit } from '../tax/mrp.ts'
import type { GstSettings } from '../tax/gst.ts'
import type { DeliveryChoice } from '../delivery/delivery.ts'
import { toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { mrpOf } from '../prices/price-tiers.ts'
import type { Quote, QuotedLine, QuotedProduct, QuoteSettings } from '../quote/quote.ts'
import type { OrderChoices } from './order-choices.ts'
import { checkShipping } from '../addresses/shipping.ts'
import type { Shipping, ShippingCheck } from '../addresses/shipping.ts'
import { stateByCode } from '../addresses/states.ts'

export const CHANNELS = ['telephone', 'counter', 'whatsapp', 'other'] as const
export type Channel = (typeof CHANNELS)[number]

export const MANUAL_METHODS = ['cash', 'upi', 'card', 'bank', 'cod'] as const
export type ManualMethod = (typeof MANUAL_METHODS)[number]

/** How a discount that staff agreed on appears among an order's offers and coupons. */
export const MANUAL_DISCOUNT = { id: 'by-hand', name: 'Discount by the shop' } as const

/** @param value percent with up to two decimals, or paise off the goods */
export function manualDiscount(kind: 'percent' | 'amount', value: number): Discount {
  return { ...MANUAL_DISCOUNT, code: null, description: null, kind, value, minimumGoods: 0, maximumDiscount: null, combines: true, covers: null }
}

export type ManualOrderInput<P extends QuotedProduct = QuotedProduct> = {
  lines: readonly QuotedLine<P>[]
  settings: QuoteSettings
  /** Name, short form or GST code; ignored when the goods are collected. */
  deliveryState: string | null
  choices: OrderChoices
}

export type ManualQuote = DiscountedQuote & { /** whether the agreed discount leaves the buyer paying no less */ noGain: boolean }

/**
 * The quote of a manual order. It is the quote of the shop (domain/quote/discounted-quote.ts) with these differences:
 * 1. an agreed price replaces the price: no tier, offer or coupon applies to its line, and the line counts towards no minimum;
 * 2. the agreed discount is applied last, spread over all lines by largest remainder;
 * 3. delivery costs the same as for any order, or nothing when it is free or the goods are collected.
 */
export function quoteManualOrder(
  input: ManualOrderInput,
  { offers, coupon, byHand }: { offers: readonly Discount[]; coupon: Coupon | null; byHand: Discount | null },
): ManualQuote {
  const { lines, settings, choices } = input
  const cart = { lines, settings, choices, deliveryState: choices.delivery === 'collected' ? settings.stateCode : input.deliveryState }
  const listed = narrowing(lines)
  const others = { offers: offers.map(listed), coupon: coupon === null ? null : listed(coupon) }
  const without = quoteWithDiscounts(cart, others)
  if (byHand === null) return { ...without, noGain: false }
  const given = quoteWithDiscounts(cart, { ...others, byHand })
  return { ...given, noGain: given.quote.total >= without.quote.total }
}

/** Excludes the lines with an agreed price from a discount. */
function narrowing(lines: readonly QuotedLine[]): <D extends Discount>(discount: D) => D {
  const listed = lines.filter(({ agreedPrice = null }) => agreedPrice === null).map(({ productId }) => productId)
  return listed.length === lines.length ? (discount) => discount : narrowTo(listed)
}

/** Restricts a discount to these products. */
export const narrowTo =
  (productIds: readonly string[]) =>
  <D extends Discount>(discount: D): D => ({ ...discount, covers: new Set(productIds.filter((id) => discount.covers?.has(id) ?? true)) })

/** The highest price per unit that may be agreed, if this one exceeds MRP with GST; null if it does not. */
export function priceCeiling(agreed: Paise, product: Pick<QuotedProduct, 'mrp' | 'gst_percent'>, settings: GstSettings): Paise | null {
  const mrp = mrpOf(product)
  if (mrp === null) return null
  const rate = gstRate(settings, product)
  return mostPaidPerUnit(agreed, rate, settings) <= mrp ? null : highestPriceUnder(mrp, rate, settings)
}

/** The name on the invoice of a buyer at the counter who gives none. */
export const WALK_IN = 'Walk-in customer'

/** From this taxable value on, the invoice must show an unregistered buyer's name and address (CGST rule 46(e)). */
export const NAMED_FROM: Paise = toPaise(50_000)

/** The fields of a buyer that the law requires and the order lacks. */
export function missingOnInvoice(shipping: Pick<Shipping, 'full_name' | 'address' | 'gstin'>, quote: Pick<Quote, 'subtotalBase'>): ('full_name' | 'address')[] {
  if (quote.subtotalBase < NAMED_FROM) return []
  return [...(shipping.full_name === WALK_IN ? ['full_name' as const] : []), ...(shipping.address === '' ? ['address' as const] : [])]
}

const PLACE = ['address', 'city', 'pincode'] as const

/**
 * Validates the buyer of a manual order. Delivered goods need an address and a phone number, as on any order. Collected goods
 * need neither, unless a part of the address or a GSTIN is given: then all of it. The shop's own place fills in what is left out.
 */
export function checkBuyer(
  input: Record<string, unknown>,
  delivery: DeliveryChoice,
  shop: { city: string; stateCode: string; pincode: string },
): ShippingCheck {
  if (delivery !== 'collected') return checkShipping(input, { mayLack: ['email'], reader: 'shop' })
  const terms = { mayLack: ['email', 'phone'], reader: 'shop' } as const
  const given = (field: string) => typeof input[field] === 'string' && input[field].trim() !== ''
  const named = { ...input, full_name: given('full_name') ? input['full_name'] : WALK_IN }
  if ([...PLACE, 'gstin'].some(given)) return checkShipping(named, terms)
  const here = { city: shop.city, state: shop.stateCode, pincode: shop.pincode }
  const checked = checkShipping({ ...named, ...here, address: shop.city }, terms)
  if (!checked.ok) {
    // an error in the shop's own address is not the buyer's
    const errors = Object.entries(checked.fields).filter(([field]) => !['city', 'pincode', 'state', 'address'].includes(field))
    return { ok: false, fields: errors.length > 0 ? Object.fromEntries(errors) : { address: 'The shop’s own address is not set: enter it in Settings first' } }
  }
  return { ok: true, shipping: { ...checked.shipping, address: '', state: stateByCode(shop.stateCode)?.name ?? checked.shipping.state } }
}
