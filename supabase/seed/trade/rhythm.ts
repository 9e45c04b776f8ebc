/** When people buy: by the season, the day of the week and the hour, all in Indian time. */
import { addDays, indianDay, isSunday } from '#domain/time/calendar-day.ts'
import type { CalendarDay } from '#domain/time/calendar-day.ts'
import { hoursAfter } from '../load-context.ts'
import type { Random } from './random.ts'

const DAY_MS = 86_400_000
/** A new moon, and the mean time from one to the next. */
const NEW_MOON = Date.UTC(2000, 0, 6, 18, 14)
const LUNATION_MS = 29.530588853 * DAY_MS

/** Diwali is at the new moon from 17 October to 15 November; a day more or less does not matter to a season. */
export function diwaliOf(year: number): CalendarDay {
  const from = Date.UTC(year, 9, 17)
  return indianDay(new Date(NEW_MOON + Math.ceil((from - NEW_MOON) / LUNATION_MS) * LUNATION_MS))
}

/** How much is bought on a day, compared with a plain one. */
export function seasonOf(day: CalendarDay): number {
  const season = seasons.get(day) ?? readSeason(day)
  seasons.set(day, season)
  return season
}
const seasons = new Map<CalendarDay, number>()

function readSeason(day: CalendarDay): number {
  const diwali = diwaliOf(Number(day.slice(0, 4)))
  // Karva Chauth is eleven days before Diwali: bangles, sindoor and mehndi
  if (day >= addDays(diwali, -14) && day <= addDays(diwali, -11)) return 1.9
  if (day >= addDays(diwali, -26) && day < addDays(diwali, -1)) return 1.6
  if (day >= addDays(diwali, -1) && day <= addDays(diwali, 5)) return 0.6
  const monthAndDay = day.slice(5)
  const isWithin = (first: string, last: string): boolean => monthAndDay >= first && monthAndDay <= last
  // weddings: after Diwali until mid-December, mid-January to early March, mid-April to June
  if (isWithin('11-12', '12-14')) return 1.35
  if (isWithin('01-16', '03-08')) return 1.2
  if (isWithin('04-16', '06-12')) return 1.25
  return isWithin('07-01', '08-31') ? 0.7 : 1
}

export const isFestive = (day: CalendarDay): boolean => {
  const diwali = diwaliOf(Number(day.slice(0, 4)))
  return day >= addDays(diwali, -26) && day <= diwali
}

/** Weights of the hours from midnight. Shops order between their own customers, people at home in the evening. */
const SHOP_HOURS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 4, 8, 10, 8, 5, 4, 5, 7, 8, 7, 6, 6, 4, 1, 0] as const
const HOME_HOURS = [0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 4, 3, 4, 5, 6, 8, 11, 12, 8, 2] as const

/** A moment on that day at which an order is placed. Shops keep their Sundays mostly free: the order is then one of Monday. */
export function placedOn(day: CalendarDay, buyer: 'shop' | 'home', random: Random): Date {
  const hours = buyer === 'shop' ? SHOP_HOURS : HOME_HOURS
  const hour = random.pick([...hours.keys()], (at) => hours[at] ?? 0)
  const minute = random.between(0, 60)
  return atIndian(buyer === 'shop' && isSunday(day) && random.next() < 0.7 ? addDays(day, 1) : day, hour + minute / 60)
}

/** That hour of a day in India. */
export const atIndian = (day: CalendarDay, hours: number): Date => hoursAfter(new Date(`${day}T00:00:00+05:30`), hours)

/**
 * The first of these hours from then on at which the counter is open. Staff take a step for all orders that wait for it: accept several
 * times a day, hand over when the courier comes.
 */
export function nextRound(moment: Date, hours: readonly number[]): Date {
  for (let day = indianDay(moment); ; day = addDays(day, 1)) {
    const closes = isSunday(day) ? 0 : isSunday(addDays(day, 1)) ? 16 : 18
    const round = hours.filter((hour) => hour < closes).map((hour) => atIndian(day, hour)).find((at) => at >= moment)
    if (round) return round
  }
}
