import { indianCalendar } from '#domain/time/dates.ts'
import { periodOf } from '#domain/gstr1/period.ts'
import * as say from '#words/admin-gst.ts'

/** The month a number of months away: ('2026-01', -1) → '2025-12'. */
export function monthAway(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

export function monthNow(now: Date): string {
  const { year, month } = indianCalendar(now)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** The month in the address; otherwise the last complete month, which is the one to file. */
export function monthShown(asked: string | null, now: Date): string {
  return periodOf(asked)?.month ?? monthAway(monthNow(now), -1)
}

/** The selectable months: this month, the two years before it, and the shown one. */
export function monthsOffered(shown: string, now: Date): string[] {
  const offered = Array.from({ length: 25 }, (_, back) => monthAway(monthNow(now), -back))
  return offered.includes(shown) ? offered : [...offered, shown].sort().toReversed()
}

export function monthName(month: string): string {
  return say.monthOf(Number(month.slice(0, 4)), say.monthNames[Number(month.slice(5)) - 1] ?? '')
}
