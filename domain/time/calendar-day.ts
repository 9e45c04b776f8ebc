import { indianCalendar } from './dates.ts'

/** A day of the calendar without a time: '2026-11-24'. */
export type CalendarDay = string

const DAY_MS = 24 * 60 * 60_000
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const time = (day: CalendarDay): number => new Date(`${day}T00:00:00Z`).getTime()
const dayAt = (ms: number): CalendarDay => new Date(ms).toISOString().slice(0, 10)

/** The day in India at that moment. Throws RangeError on an invalid date. */
export function indianDay(moment: Date | string): CalendarDay {
  const { year, month, day } = indianCalendar(moment)
  return dayAt(Date.UTC(year, month - 1, day))
}

export const addDays = (day: CalendarDay, days: number): CalendarDay => dayAt(time(day) + days * DAY_MS)

export const isSunday = (day: CalendarDay): boolean => new Date(time(day)).getUTCDay() === 0

/** '8/11/2026', '08-11-2026' (day first, as in India) or '2026-11-08'; null when there is no such day. */
export function readDay(text: string): CalendarDay | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : (/^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text)?.slice(1).toReversed() ?? [])
  if (year === undefined || month === undefined || day === undefined || year < '2000' || year > '2199') return null
  const read = dayAt(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return read === `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` ? read : null
}

/** '08/11/2026' */
export const writeDay = (day: CalendarDay): string => day.split('-').toReversed().join('/')

/** 'Tue 24 – Sat 28 Nov', 'Sat 28 Nov – Wed 2 Dec', or a single day. */
export function formatDayRange(first: CalendarDay, last: CalendarDay): string {
  const parts = (day: CalendarDay) => {
    const date = new Date(time(day))
    return { day: `${WEEKDAYS[date.getUTCDay()] ?? ''} ${date.getUTCDate()}`, month: MONTHS[date.getUTCMonth()] ?? '' }
  }
  const [from, to] = [parts(first), parts(last)]
  if (first === last) return `${to.day} ${to.month}`
  return `${from.day}${from.month === to.month ? '' : ` ${from.month}`} – ${to.day} ${to.month}`
}
