/** Calendar days as text, '2026-11-05': Indian days, without time or zone. */
export type Day = string
export type Days = { /** first and last day, both included */ from: Day; to: Day }

const DAY_MS = 86_400_000

/** Days since 1 January 1970. */
export const numberOf = (day: Day): number => Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))) / DAY_MS
export const dayOf = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10)
export const daysAway = (day: Day, days: number): Day => dayOf(numberOf(day) + days)
export const lengthOf = ({ from, to }: Days): number => numberOf(to) - numberOf(from) + 1

/** A calendar day, in years in which a shop can have orders; null for anything else ('2026-02-30', '26-1-1', ''). */
export function readDay(text: string | null): Day | null {
  if (text === null || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return null
  const number = numberOf(text)
  return Number.isNaN(number) || dayOf(number) !== text ? null : text
}

/** Months since the year 0. */
export const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
export const firstOf = (month: number): Day => `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`
export const lastOf = (month: number): Day => daysAway(firstOf(month + 1), -1)

/** The same day a number of months away; the last day of the month if that is too short. */
export function monthsAway(day: Day, months: number): Day {
  const month = monthOf(day) + months
  const wanted = `${firstOf(month).slice(0, 8)}${day.slice(8)}`
  return wanted > lastOf(month) ? lastOf(month) : wanted
}

/** Monday of the day's week. */
export const mondayOf = (day: Day): Day => daysAway(day, -((numberOf(day) + 3) % 7))
