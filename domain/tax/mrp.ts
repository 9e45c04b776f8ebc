import { exactNumber, portionOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { basePrice, mrpOf } from '../prices/price-tiers.ts'
import type { PricedProduct } from '../prices/price-tiers.ts'
import { gstRate, paidPerUnit } from './gst.ts'
import type { GstSettings } from './gst.ts'

/**
 * The most that one unit can cost at any quantity, which must not exceed MRP. When GST is added, a line is taxed as a whole: the
 * fraction of a paisa that rounding drops for one unit adds up over a hundred of them. So this is the exact price with GST,
 * rounded up, or the price of a single unit with its two rounded halves if that is higher.
 */
export function mostPaidPerUnit(unit: Paise, ratePercent: number, settings: Pick<GstSettings, 'pricesIncludeGst'>): Paise {
  if (settings.pricesIncludeGst) return unit
  const whole = 10_000 + toPaise(ratePercent)
  const exact = (BigInt(unit) * BigInt(whole) + 9_999n) / 10_000n
  return Math.max(paidPerUnit(unit, ratePercent, settings), exactNumber(exact))
}

/**
 * The MRP guard (docs/rules.md#mrp): null if the buyer pays at most MRP per unit at any quantity, GST included; otherwise by how
 * much MRP is exceeded, and the highest price that may be saved. Only the base price is checked, because tiers lower it.
 */
export function exceedsMrp(
  product: Pick<PricedProduct, 'price' | 'retail_price' | 'mrp'> & { gst_percent: number | string | null },
  settings: GstSettings,
): { by: Paise; highestPrice: Paise } | null {
  const mrp = mrpOf(product)
  if (mrp === null) return null
  const rate = gstRate(settings, product)
  const paid = mostPaidPerUnit(basePrice(product), rate, settings)
  return paid <= mrp ? null : { by: paid - mrp, highestPrice: highestPriceUnder(mrp, rate, settings) }
}

/** The highest unit price that stays within MRP at every quantity. */
export function highestPriceUnder(mrp: Paise, ratePercent: number, settings: Pick<GstSettings, 'pricesIncludeGst'>): Paise {
  if (settings.pricesIncludeGst) return mrp
  let price = portionOf(mrp, 10_000, 10_000 + toPaise(ratePercent)) + 1 // rounding changes it by at most a paisa
  while (price > 0 && mostPaidPerUnit(price, ratePercent, settings) > mrp) price -= 1
  return price
}
