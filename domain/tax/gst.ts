import { portionOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

/**
 * The parts of a taxed amount, in paise: `taxable + cgst + sgst + igst = paid`. Within the shop's State igst is 0; otherwise cgst
 * and sgst are 0.
 */
export type TaxedAmount = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise; paid: Paise }

export type GstSettings = { pricesIncludeGst: boolean; forcedGstPercent: number | null }

/** The rate that applies to a product, in percent (docs/rules.md#gst-rate). */
export function gstRate(settings: Pick<GstSettings, 'forcedGstPercent'>, product: { gst_percent: number | string | null }): number {
  const rate = settings.forcedGstPercent ?? Number(product.gst_percent ?? 0)
  if (!(rate >= 0 && rate <= 100)) throw new RangeError(`Not a GST rate: ${rate}`)
  return rate
}

/**
 * Splits an amount into its GST components (docs/rules.md#prices-include-gst), each rounded half up to the paisa. With `included`, they
 * are part of the amount: amount × (r/2) ÷ (100 + r) twice, or amount × r ÷ (100 + r). Otherwise they are added to it:
 * amount × (r/2) ÷ 100 twice, or amount × r ÷ 100. Rates are in hundredths of a percent, so half of 5 % is exact.
 */
export function splitGst(amount: Paise, ratePercent: number, terms: { interState: boolean; included: boolean }): TaxedAmount {
  const rate = toPaise(ratePercent) // hundredths of a percent, as paise are hundredths of a rupee
  const whole = terms.included ? 10_000 + rate : 10_000
  const igst = terms.interState ? portionOf(amount, rate, whole) : 0
  const half = terms.interState ? 0 : portionOf(amount, rate, 2 * whole)
  const tax = igst + 2 * half
  const [taxable, paid] = terms.included ? [amount - tax, amount] : [amount, amount + tax]
  return { taxable, cgst: half, sgst: half, igst, paid }
}

export function taxOf(amount: Pick<TaxedAmount, 'cgst' | 'sgst' | 'igst'>): Paise {
  return amount.cgst + amount.sgst + amount.igst
}

/** What a buyer pays for one unit at this price: the price itself if it includes GST, otherwise the higher total of both kinds of split. */
export function paidPerUnit(unit: Paise, ratePercent: number, settings: Pick<GstSettings, 'pricesIncludeGst'>): Paise {
  if (settings.pricesIncludeGst) return unit
  const inside = splitGst(unit, ratePercent, { interState: false, included: false })
  const across = splitGst(unit, ratePercent, { interState: true, included: false })
  return Math.max(inside.paid, across.paid)
}

/** The breakdown on the product page: base and GST sum to what is paid. */
export function gstBreakdown(unit: Paise, ratePercent: number, settings: Pick<GstSettings, 'pricesIncludeGst'>): { base: Paise; gst: Paise; price: Paise } {
  const split = splitGst(unit, ratePercent, { interState: true, included: settings.pricesIncludeGst })
  return { base: split.taxable, gst: split.igst, price: split.paid }
}
