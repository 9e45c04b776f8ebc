/** Taxes, charges and totals of priced lines. */
import { findState } from '../addresses/states.ts'
import { chosenTerms, deliveryFor } from '../delivery/delivery.ts'
import type { AppliedDiscount } from '../discounts/discount.ts'
import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { mrpOf } from '../prices/price-tiers.ts'
import { gstRate, splitGst } from '../tax/gst.ts'
import { chargesDue, chargesTotal, taxCharges } from './charges.ts'
import type { PricedLine } from './priced-lines.ts'
import type { Quote, QuoteInput, QuoteLine, QuoteSettings } from './quote.ts'

/** What is taken off one line, in paise, and the automatic offer behind it. */
export type LineShare = { amount: Paise; offer: string | null }

/** Taxes and totals of lines with their shares of the discounts, one share per line. */
export function computeTotals(
  priced: readonly PricedLine[],
  shares: readonly LineShare[],
  discounts: AppliedDiscount[],
  freeDelivery: boolean,
  { settings, deliveryState, choices }: Omit<QuoteInput, 'lines'>,
): Quote {
  const place = placeOf(deliveryState ?? settings.stateCode)
  const interState = place.code !== settings.stateCode
  const lines = priced.map((line, index) => taxLine(line, shares[index] ?? { amount: 0, offer: null }, interState, settings))
  const discount = sumOf(lines, (line) => line.discount)
  const goodsTotal = sumOf(lines, (line) => line.lineTotal) - discount
  const charges = lines.length === 0 ? [] : taxCharges(chargesDue(goodsTotal, settings, choices, freeDelivery), lines, interState)
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
    freeDeliveryRemaining: deliveryFor(goodsTotal, chosenTerms(settings, choices.delivery), freeDelivery).remaining,
    total: subtotalBase + totalGst + chargesTotal(charges),
  }
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
