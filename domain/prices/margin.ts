import type { Paise } from '../money/money.ts'
import { gstBreakdown } from '../tax/gst.ts'
import type { GstSettings } from '../tax/gst.ts'

/** `amount`: what remains of one unit's price without GST after its cost, negative for a loss; `percent`: its share of that price, null if that is 0. */
export type Margin = { amount: Paise; percent: number | null }

/**
 * @param unit the price of one unit as the shop has prices, with or without GST
 * @param cost of one unit, excluding GST
 */
export function marginOf(unit: Paise, cost: Paise, ratePercent: number, settings: Pick<GstSettings, 'pricesIncludeGst'>): Margin {
  const { base } = gstBreakdown(unit, ratePercent, settings)
  return { amount: base - cost, percent: base === 0 ? null : ((base - cost) * 100) / base }
}
