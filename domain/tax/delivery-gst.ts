import { splitGst, taxOf } from './gst.ts'
import type { TaxedAmount } from './gst.ts'
import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { spreadByLargestRemainder } from '../money/spread.ts'

export type TaxedAtRate = TaxedAmount & { rate: number }

/**
 * The GST within a delivery charge, which includes it in both price modes (docs/rules.md#delivery-charge). Delivery is taxed like the goods:
 * 1. the charge is spread over the rates of the goods, ascending, by largest remainder with their taxable values
 *    as weights (equal parts if every value is 0, as under a coupon for the full price);
 * 2. each part is split at its rate, with the tax included.
 * Rates without a part are left out; without a charge the list is empty.
 */
export function splitCharge(charge: Paise, goods: readonly { rate: number; taxable: Paise }[], interState: boolean): TaxedAtRate[] {
  if (charge === 0) return []
  const taxableByRate = new Map<number, Paise>()
  for (const { rate, taxable } of goods) taxableByRate.set(rate, (taxableByRate.get(rate) ?? 0) + taxable)
  const rates = [...taxableByRate.keys()].sort((a, b) => a - b)
  const parts = spreadByLargestRemainder(
    charge,
    rates.map((rate) => taxableByRate.get(rate) ?? 0),
  )
  return rates.flatMap((rate, index) => {
    const part = parts[index] ?? 0
    return part === 0 ? [] : [{ rate, ...splitGst(part, rate, { interState, included: true }) }]
  })
}

export function chargeTax(parts: readonly TaxedAtRate[]): Paise {
  return sumOf(parts, taxOf)
}
