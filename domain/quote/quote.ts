import { deliveryFor } from '../delivery/delivery.ts'
import type { AppliedDiscount } from '../discounts/discount.ts'
import { gstRate, splitGst } from '../tax/gst.ts'
import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { activeTier, basePrice, mrpOf, parseTiers, tierPrice } from '../prices/price-tiers.ts'
import type { PricedProduct, PriceTier } from '../prices/price-tiers.ts'
import type { StoreSettings } from '../shop/settings.ts'
import { spreadByLargestRemainder } from '../money/spread.ts'
import { findState } from '../addresses/states.ts'
import { chargesDue, chargesTotal, taxCharges } from './charges.ts'
import type { Charge, ChargeTerms } from './charges.ts'

export type QuotedProduct = PricedProduct & {
  name: string
  sku: string
  hsn: string | null
  unit: string
  gst_percent: number | string | null
}

export type QuoteSettings = Pick<StoreSettings, 'pricesIncludeGst' | 'forcedGstPercent' | 'stateCode'> & ChargeTerms

/** `agreedPrice`: per unit, in paise, as the shop shows prices; it replaces base price and tier (on a manual order). */
export type QuotedLine<P extends QuotedProduct = QuotedProduct> = { productId: string; quantity: number; product: P; agreedPrice?: Paise | null }

export type QuoteInput<P extends QuotedProduct = QuotedProduct> = {
  lines: readonly QuotedLine<P>[]
  settings: QuoteSettings
  /** Name, short form or GST code; null while unknown: the shop's own State is assumed. */
  deliveryState: string | null
  /** An amount off all goods as the cart shows them, never more than their price. Offers and coupons: domain/quote/discounted-quote.ts */
  discount?: Paise
}

/** One line, amounts in paise. */
export type QuoteLine = {
  productId: string
  quantity: number
  tier: PriceTier | null
  basePrice: Paise
  unitPrice: Paise
  /** unit price × quantity, before any discount */
  lineTotal: Paise
  /** the line's shares of all discounts */
  discount: Paise
  /** the name of the automatic offer among them; a line has at most one */
  offer: string | null
  /** what is paid for the line, GST included */
  paid: Paise
  /** GST rate in percent */
  rate: number
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  /** compared with MRP, or with the base price when there is none; without discounts */
  savings: Paise
}

export type Quote = {
  lines: QuoteLine[]
  /** GST code of the State of supply */
  placeOfSupply: string
  interState: boolean
  /** supplied within a Union Territory without a legislature: the `sgst` amounts are UTGST */
  unionTerritory: boolean
  /** the goods as the cart shows them, after tiers and discounts (without GST where prices exclude it) */
  goodsTotal: Paise
  discount: Paise
  /** the parts of `discount`, and what waived the delivery charge */
  discounts: AppliedDiscount[]
  savings: Paise
  subtotalBase: Paise
  /** GST components of the goods; each charge has its own GST */
  totalGst: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  /** what is paid in addition to the goods; none for an empty cart */
  charges: Charge[]
  freeDeliveryRemaining: Paise
  /** subtotalBase + totalGst + every charge's amount */
  total: Paise
}

/**
 * What the customer sees and pays (docs/rules.md#prices): the single implementation for cart, checkout, order and manual order.
 * Throws RangeError on a quantity that is not a whole number ≥ 1 and on an unknown State: callers check both first.
 */
export function quote(input: QuoteInput): Quote {
  const lines = priceLines(input.lines)
  const left = lines.map((line) => line.lineTotal)
  const amount = Math.min(
    Math.max(0, input.discount ?? 0),
    sumOf(left, (worth) => worth),
  )
  takeOff(amount, left, [...left.keys()], amount === 0 ? [] : rankLines(lines))
  const shares = lines.map((line, place) => ({ amount: line.lineTotal - (left[place] ?? 0), offer: null }))
  return reckon(lines, shares, [], false, input)
}

/** What is taken off one line, in paise, and the automatic offer behind it. */
export type LineShare = { amount: Paise; offer: string | null }

/** Taxes and totals of lines with their shares of the discounts, one share per line. */
export function reckon(
  priced: readonly PricedLine[],
  shares: readonly LineShare[],
  discounts: AppliedDiscount[],
  freeDelivery: boolean,
  { settings, deliveryState }: Pick<QuoteInput, 'settings' | 'deliveryState'>,
): Quote {
  const place = placeOf(deliveryState ?? settings.stateCode)
  const interState = place.code !== settings.stateCode
  const lines = priced.map((line, index) => taxLine(line, shares[index] ?? { amount: 0, offer: null }, interState, settings))
  const discount = sumOf(lines, (line) => line.discount)
  const goodsTotal = sumOf(lines, (line) => line.lineTotal) - discount
  const charges = lines.length === 0 ? [] : taxCharges(chargesDue(goodsTotal, settings, freeDelivery), lines, interState)
  const [cgst, sgst, igst] = [sumOf(lines, (line) => line.cgst), sumOf(lines, (line) => line.sgst), sumOf(lines, (line) => line.igst)]
  const subtotalBase = sumOf(lines, (line) => line.taxable)
  const totalGst = cgst + sgst + igst
  return {
    lines,
    placeOfSupply: place.code,
    interState,
    unionTerritory: place.union && !interState,
    goodsTotal,
    discount,
    discounts,
    savings: sumOf(lines, (line) => line.savings),
    subtotalBase,
    totalGst,
    cgst,
    sgst,
    igst,
    charges,
    freeDeliveryRemaining: deliveryFor(goodsTotal, settings, freeDelivery).remaining,
    total: subtotalBase + totalGst + chargesTotal(charges),
  }
}

export type PricedLine = Pick<QuoteLine, 'productId' | 'quantity' | 'tier' | 'basePrice' | 'unitPrice' | 'lineTotal'> & { product: QuotedProduct }

export function priceLines(lines: QuoteInput['lines']): PricedLine[] {
  return lines.map((line) => priceLine(line))
}

function priceLine({ productId, quantity, product, agreedPrice = null }: QuotedLine): PricedLine {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`Not a quantity: ${quantity}`)
  const tier = agreedPrice === null ? activeTier(parseTiers(product.pricing_tiers), quantity) : null
  const base = basePrice(product)
  const unit = agreedPrice ?? tierPrice(base, tier)
  return { productId, quantity, tier, basePrice: base, unitPrice: unit, lineTotal: unit * quantity, product }
}

/** Ranks lines by product, so that the result does not depend on the order in which products were added to the cart. */
export function rankLines(lines: readonly PricedLine[]): number[] {
  const ranks = Array.from<number>({ length: lines.length })
  for (const [rank, place] of [...lines.keys()].sort((a, b) => compareLines(lines[a], lines[b])).entries()) ranks[place] = rank
  return ranks
}

/**
 * Takes an amount off the current prices of the lines at these indexes, in proportion to these prices. Ties of a paisa are
 * resolved by rank (docs/rules.md#discounts). Changes `worth`.
 */
export function takeOff(amount: Paise, worth: Paise[], among: readonly number[], ranks: readonly number[]): void {
  if (amount === 0) return
  const places = among.toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))
  const shares = spreadByLargestRemainder(
    amount,
    places.map((place) => worth[place] ?? 0),
  )
  for (const [rank, place] of places.entries()) worth[place] = (worth[place] ?? 0) - (shares[rank] ?? 0)
}

function compareLines(a: PricedLine | undefined, b: PricedLine | undefined): number {
  if (!a || !b) return 0
  return a.productId === b.productId ? a.quantity - b.quantity : a.productId < b.productId ? -1 : 1
}

function taxLine({ product, ...line }: PricedLine, { amount: discount, offer }: LineShare, interState: boolean, settings: QuoteSettings): QuoteLine {
  const rate = gstRate(settings, product)
  const terms = { interState, included: settings.pricesIncludeGst }
  const split = splitGst(line.lineTotal - discount, rate, terms)
  const mrp = mrpOf(product)
  // MRP includes GST, so it is compared with what is paid; a base price is compared as it is shown
  const saved = mrp === null ? line.basePrice * line.quantity - line.lineTotal : mrp * line.quantity - splitGst(line.lineTotal, rate, terms).paid
  return { ...line, discount, offer, rate, ...split, savings: Math.max(0, saved) }
}

function placeOf(text: string): { code: string; union: boolean } {
  const state = findState(text)
  if (!state) throw new RangeError(`Not an Indian State: ${JSON.stringify(text)}`)
  return state
}
