import { groupIndian, portionOf, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-dashboard.ts'
import type { SalesOfPeriod } from '../../data/admin/reports/dashboard.ts'

/** Queues are counted up to a thousand, which is more than can be cleared in a day. */
export const capped = (count: number): string => (count > 1000 ? '1,000+' : groupIndian(String(count)))

/** The change since the previous period, in tenths of a percent; null if that had no sales. */
export function changeOf({ amount, amount_before }: Pick<SalesOfPeriod, 'amount' | 'amount_before'>): number | null {
  const before = toPaise(amount_before)
  return before === 0 ? null : portionOf(toPaise(amount) - before, 1000, before)
}

/** Formats tenths of a percent. 123 → '12.3%', 25806 → 'over 1,000%': compared with a tiny base, exact digits mean nothing. */
export const tenths = (value: number): string => {
  const size = Math.abs(value)
  return size > 10_000 ? say.overThousandPercent : `${groupIndian(String(Math.floor(size / 10)))}.${size % 10}%`
}

/** The points of a line chart of `width` × `height`, with zero at the bottom, so that small values look small. */
export function linePoints(values: readonly number[], highest: number, width: number, height: number): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values.map((value, place) => `${(place * step).toFixed(1)},${(highest === 0 ? height : height - (value / highest) * height).toFixed(1)}`).join(' ')
}
