import { addDays, readDay } from '../time/calendar-day.ts'
import type { CalendarDay } from '../time/calendar-day.ts'

/** Days of an export, in Indian time. */
export type DaysRange = {
  /** first and last day, both included */
  first: CalendarDay
  last: CalendarDay
  /** the first moment of the first day, and the first after the last */
  from: Date
  until: Date
}

/** A financial year, and no more: one request reads everything in it. */
export const MOST_DAYS = 366

/** The range from `first` to `last` ('2026-11-01'); null if one of them is not such a day, they are reversed or more than MOST_DAYS apart. */
export function daysRange(first: unknown, last: unknown): DaysRange | null {
  if (!isDay(first) || !isDay(last) || first > last || addDays(first, MOST_DAYS) <= last) return null
  return { first, last, from: midnight(first), until: midnight(addDays(last, 1)) }
}

const isDay = (value: unknown): value is CalendarDay => typeof value === 'string' && value.length === 10 && readDay(value) === value

const midnight = (day: CalendarDay): Date => new Date(`${day}T00:00:00+05:30`)
