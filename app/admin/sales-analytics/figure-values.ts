import { divideHalfUp } from '#domain/money/money.ts'
import type { Sums } from './overview/buckets.ts'
import type { Kind } from './figure-texts.ts'

/** The figure for some days: paise or a count. The average of no orders is 0. */
export function valueOf(kind: Kind, { orders, units, revenue }: Sums): number {
  if (kind === 'average') return orders === 0 ? 0 : divideHalfUp(revenue, orders)
  return { revenue, orders, units }[kind]
}
