/** Which days the screen shows, what they are compared with and in which buckets: all in the URL. */
import { indianCalendar } from '#domain/time/dates.ts'
import { dayOf, daysAway, firstOf, lastOf, lengthOf, monthOf, monthsAway, readDay } from './days.ts'
import type { Day, Days } from './days.ts'

export const RANGES = ['today', '7', '30', '90', 'month', 'last-month', 'year'] as const
export type Range = (typeof RANGES)[number]
export const GRANULARITIES = ['day', 'week', 'month'] as const
export type Granularity = (typeof GRANULARITIES)[number]
export type Against = 'before' | 'year'
export type Period = Days & {
  range: Range | 'custom'
  against: Against
  before: Days
  /** the distance of `before`: this many months earlier, or null for as many days earlier as the period is long */
  months: number | null
  granularity: Granularity
  granularities: readonly Granularity[]
  today: Day
}

/** The maximum number of days that the database sums up. */
const MOST_DAYS = 1827
/** The maximum number of days per granularity: with more bars the chart is unreadable, so the next granularity is used. */
const MOST_BARS = { day: 186, week: 1302, month: Infinity }

export function todayIn(now: Date): Day {
  const { year, month, day } = indianCalendar(now)
  return dayOf(Date.UTC(year, month - 1, day) / 86_400_000)
}

/** 1 April of the day's financial year. */
export const yearBegin = (day: Day): Day => firstOf(Math.floor((monthOf(day) - 3) / 12) * 12 + 3)

function daysOf(range: Range, today: Day): Days {
  if (range === 'today') return { from: today, to: today }
  if (range === 'month') return { from: firstOf(monthOf(today)), to: today }
  if (range === 'last-month') return { from: firstOf(monthOf(today) - 1), to: lastOf(monthOf(today) - 1) }
  if (range === 'year') return { from: yearBegin(today), to: today }
  return { from: daysAway(today, 1 - Number(range)), to: today }
}

/** Parses the address; the default, also for invalid values, is 30 days compared with the 30 before. */
export function readPeriod(params: URLSearchParams, now: Date): Period {
  const today = todayIn(now)
  const asked = RANGES.find((name) => name === params.get('range')) ?? '30'
  const custom = customDays(params, today)
  const range = custom ? 'custom' : asked
  const days = custom ?? daysOf(asked, today)
  const against: Against = params.get('against') === 'year' ? 'year' : 'before'
  const months = monthsBefore(range, against)
  const granularities = GRANULARITIES.filter((granularity) => lengthOf(days) <= MOST_BARS[granularity])
  const granularity =
    granularities.find((name) => name === params.get('granularity')) ?? (lengthOf(days) <= 62 ? 'day' : lengthOf(days) <= 186 ? 'week' : 'month')
  return { ...days, range, against, before: beforeOf(days, months), months, granularity, granularities, today }
}

/** A month is compared with the previous month, a year with the previous year; other ranges with the same number of days before: null. */
export function monthsBefore(range: Period['range'], against: Against): number | null {
  if (against === 'year' || range === 'year') return 12
  return range === 'month' || range === 'last-month' ? 1 : null
}

/** `from` and `to` of the address: in order, not in the future, not longer than the database sums up. */
function customDays(params: URLSearchParams, today: Day): Days | null {
  const asked = [readDay(params.get('from')), readDay(params.get('to'))]
  if (asked[0] === null || asked[0] === undefined || asked[1] === null || asked[1] === undefined) return null
  const [from = today, last = today] = [asked[0], asked[1]].toSorted()
  if (from > today) return { from: today, to: today }
  const to = last > today ? today : last
  return { from: lengthOf({ from, to }) > MOST_DAYS ? daysAway(to, 1 - MOST_DAYS) : from, to }
}

/** Whole months are compared with whole months, regardless of their lengths. */
export function beforeOf({ from, to }: Days, months: number | null): Days {
  if (months === null) return { from: daysAway(from, -lengthOf({ from, to })), to: daysAway(from, -1) }
  const whole = from === firstOf(monthOf(from)) && to === lastOf(monthOf(to))
  return { from: monthsAway(from, -months), to: whole ? lastOf(monthOf(to) - months) : monthsAway(to, -months) }
}

/** The address after a change; a chosen range replaces the custom days, and the other way round. */
export function withPeriod(params: URLSearchParams, change: { range?: Range; days?: Days; against?: Against; granularity?: Granularity }): URLSearchParams {
  const next = new URLSearchParams(params)
  if (change.range !== undefined || change.days !== undefined) for (const name of ['range', 'from', 'to', 'granularity']) next.delete(name)
  if (change.range !== undefined && change.range !== '30') next.set('range', change.range)
  if (change.days !== undefined) {
    next.set('from', change.days.from)
    next.set('to', change.days.to)
  }
  if (change.against === 'year') next.set('against', 'year')
  if (change.against === 'before') next.delete('against')
  if (change.granularity !== undefined) next.set('granularity', change.granularity)
  return next
}
