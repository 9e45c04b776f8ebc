/** India has one time zone without daylight saving: UTC+5:30 since 1945. Hard-coded, so that server and browser print the same text. */
const INDIA_OFFSET_MS = (5 * 60 + 30) * 60_000

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

export type CalendarTime = { year: number; /** 1–12 */ month: number; day: number; hour: number; minute: number }

/** Wall-clock time in India. Throws RangeError on an invalid date. */
export function indianCalendar(moment: Date | string): CalendarTime {
  const time = new Date(moment).getTime()
  if (Number.isNaN(time)) throw new RangeError(`Not a date: ${String(moment)}`)
  const shifted = new Date(time + INDIA_OFFSET_MS)
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  }
}

/** 'MMM d, yyyy h:mm a' in Indian time: 'Nov 5, 2026 4:07 PM'. */
export function formatDate(moment: Date | string): string {
  return `${formatDay(moment)} ${formatTime(moment)}`
}

/** 'h:mm a' in Indian time: '4:07 PM'. */
export function formatTime(moment: Date | string): string {
  const { hour, minute } = indianCalendar(moment)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** '22 Nov 2026' in Indian time, the order of day and month that Indian documents have. Screens use `formatDay`. */
export function formatDocumentDay(moment: Date | string): string {
  const { year, month, day } = indianCalendar(moment)
  return `${day} ${MONTHS[month - 1] ?? ''} ${year}`
}

/** 'MMM d, yyyy' in Indian time: 'Nov 5, 2026'. */
export function formatDay(moment: Date | string): string {
  const { year, month, day } = indianCalendar(moment)
  return `${MONTHS[month - 1] ?? ''} ${day}, ${year}`
}
