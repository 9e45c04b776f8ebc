/** Groups days into the buckets of a chart, each with the bucket that it is compared with. */
import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { DaySums } from '../../../data/admin/reports/analytics.ts'
import { dayOf, daysAway, lastOf, mondayOf, monthOf, numberOf } from '../days.ts'
import type { Day, Days } from '../days.ts'
import type { Granularity, Period } from '../period.ts'

export type Sums = { orders: number; units: number; revenue: Paise }
export type Bucket = {
  /** null if only the previous period has such a day: 31 January compared with February */
  days: Days | null
  this: Sums
  beforeDays: Days | null
  before: Sums
  /** contains today, so more may follow */
  open: boolean
}

const none = (): Sums => ({ orders: 0, units: 0, revenue: 0 })
const endOf = (granularity: Granularity, day: Day): Day =>
  granularity === 'day' ? day : granularity === 'week' ? daysAway(mondayOf(day), 6) : lastOf(monthOf(day))

function add(sums: Sums, day: DaySums | undefined): void {
  if (!day) return
  sums.orders += day.orders
  sums.units += day.units
  sums.revenue += toPaise(day.revenue)
}

/** Every day of either period is in exactly one bucket, so the buckets add up to the figures. */
export function bucketsOf(period: Period, days: readonly DaySums[], daysBefore: readonly DaySums[]): Bucket[] {
  const sums = new Map(days.map((day) => [day.day, day]))
  const sumsBefore = new Map(daysBefore.map((day) => [day.day, day]))
  const buckets: Bucket[] = []
  const placeOfDay: number[] = []
  for (let day = period.from; day <= period.to; day = daysAway(day, 1)) {
    let last = buckets.at(-1)
    if (!last?.days || day > endOf(period.granularity, last.days.from)) {
      last = { days: { from: day, to: day }, this: none(), beforeDays: null, before: none(), open: false }
      buckets.push(last)
    }
    if (last.days) last.days.to = day
    if (day === period.today) last.open = true
    add(last.this, sums.get(day))
    placeOfDay.push(buckets.length - 1)
  }
  const begin = numberOf(period.before.from)
  for (let number = begin; number <= numberOf(period.before.to); number += 1) {
    const day = dayOf(number)
    const bucket = buckets[placeBefore(period, day, number - begin, placeOfDay, buckets.length)] ?? extra(buckets)
    bucket.beforeDays = { from: bucket.beforeDays?.from ?? day, to: day }
    add(bucket.before, sumsBefore.get(day))
  }
  return buckets
}

/** Matches months with months if the previous period is whole months earlier; otherwise the first day with the first. */
function placeBefore({ granularity, months, from }: Period, day: Day, offset: number, placeOfDay: readonly number[], count: number): number {
  if (granularity === 'month' && months !== null) return Math.min(Math.max(monthOf(day) + months - monthOf(from), 0), count - 1)
  return placeOfDay[offset] ?? (granularity === 'day' ? count : count - 1)
}

function extra(buckets: Bucket[]): Bucket {
  const bucket = { days: null, this: none(), beforeDays: null, before: none(), open: false }
  buckets.push(bucket)
  return bucket
}
