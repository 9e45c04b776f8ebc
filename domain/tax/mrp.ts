import { exactNumber, portionOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { basePrice, mrpOf } from '../prices/price-tiers.ts'
import type { PricedProduct } from '../prices/price-tiers.ts'
import { gstRate, paidPerUnit } from './gst.ts'
import type { GstSettings } from './gst.ts'

/**
 * The most that one unit can cost at any quantity, which is what may not pass MRP. With GST on top a line is taxed as a
 * whole: the fraction of a paisa that rounding forgives one unit comes back with a hundred of them, so the exact price
 * with GST counts, rounded up, and for a single unit its two rounded halves.
 */
export function mostPaidPerUnit(unit: Paise, ratePercent: number, settings: Pick<GstSettings, 'pricesIncludeGst'>): Paise {
  if (settings.pricesIncludeGst) return unit
  const whole = 10_000 + toPaise(ratePercent)
  const exact = (BigInt(unit) * BigInt(whole) + 9_999n) / 10_000n
  return Math.max(paidPerUnit(unit, ratePercent, settings), exactNumber(exact))
}

/**
 * The MRP guard (docs/rules.md#mrp): null while the buyer pays no more than MRP per unit, GST included, however many; else by how much
 * it is passed and the highest price that may be saved. Tiers only lower the base price, so it alone is checked.
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

/** The dearest unit price that keeps every quantity within MRP. */
export function highestPriceUnder(mrp: Paise, ratePercent: number, settings: Pick<GstSettings, 'pricesIncludeGst'>): Paise {
  if (settings.pricesIncludeGst) return mrp
  let price = portionOf(mrp, 10_000, 10_000 + toPaise(ratePercent)) + 1 // rounding moves it by a paisa at most
  while (price > 0 && mostPaidPerUnit(price, ratePercent, settings) > mrp) price -= 1
  return price
}
