import { addDays, indianDay, isSunday } from '../time/calendar-day.ts'
import type { CalendarDay } from '../time/calendar-day.ts'
import { stateOfPincode } from '../addresses/pincodes.ts'
import { isPincode } from '../addresses/shipping.ts'

/** Days on the way, both ends included. */
export type Transit = { min: number; max: number }

/** How long a parcel takes, as the settings have it. */
export type DeliveryRule = {
  /** working days from the order to the courier; 0: the same day, where it is one */
  dispatchDays: number
  /** within the shop's own State */
  home: Transit
  other: Transit
  remote: Transit
  /** days besides Sundays on which nothing leaves */
  holidays: readonly CalendarDay[]
}

export const DEFAULT_DELIVERY_RULE: DeliveryRule = {
  dispatchDays: 1,
  home: { min: 1, max: 3 },
  other: { min: 3, max: 6 },
  remote: { min: 5, max: 10 },
  holidays: [],
}

/** GST codes: Jammu and Kashmir, Ladakh, Sikkim and the seven States beyond, Lakshadweep, Andaman and Nicobar. */
const REMOTE_STATES: ReadonlySet<string> = new Set(['01', '38', '11', '12', '13', '14', '15', '16', '17', '18', '31', '35'])

/** The only numbers of Kochi's district (682) that lie in Lakshadweep: the rest of Kochi must not wait for a ship. */
const LAKSHADWEEP = /^68255\d$/

/** Where the days on the way come from; several where a district lies across a border. */
function transitsTo(pincode: string, homeState: string, rule: DeliveryRule): Transit[] {
  // The army's post goes to places that are not given out.
  if (pincode.startsWith('9')) return [rule.remote]
  const states = LAKSHADWEEP.test(pincode) ? ['31'] : stateOfPincode(pincode).filter((code) => code !== '31')
  return states.map((code) => (code === homeState ? rule.home : REMOTE_STATES.has(code) ? rule.remote : rule.other))
}

const isDispatchDay = (day: CalendarDay, { holidays }: DeliveryRule) => !isSunday(day) && !holidays.includes(day)

/** The day on which an order of `day` leaves: that many working days later, or the next one. */
function dispatchDay(day: CalendarDay, rule: DeliveryRule): CalendarDay {
  let left = rule.dispatchDays
  let at = day
  // A year of holidays ends; the settings hold at most 60.
  for (let step = 0; step < 400 && (left > 0 || !isDispatchDay(at, rule)); step += 1) {
    at = addDays(at, 1)
    if (left > 0 && isDispatchDay(at, rule)) left -= 1
  }
  return at
}

/** Couriers bring no parcel on a Sunday. */
const arrival = (sent: CalendarDay, days: number): CalendarDay => {
  const day = addDays(sent, days)
  return isSunday(day) ? addDays(day, 1) : day
}

export type DeliveryFault = 'shape' | 'unknown'
export type DeliveryDays = { ok: true; pincode: string; first: CalendarDay; last: CalendarDay } | { ok: false; fault: DeliveryFault }

/** `sent`: the parcel left at `moment`; otherwise it was ordered then. */
export type DeliveryQuestion = { pincode: string; homeState: string; moment: Date | string; sent?: boolean }

/**
 * The days between which a parcel is expected, in Indian time.
 *
 * @returns `shape` where the text is no PIN code, `unknown` where India Post gives out no such number
 */
export function deliveryDays({ pincode: text, homeState, moment, sent = false }: DeliveryQuestion, rule: DeliveryRule): DeliveryDays {
  const pincode = text.replaceAll(' ', '')
  if (!isPincode(pincode)) return { ok: false, fault: 'shape' }
  const transits = transitsTo(pincode, homeState, rule)
  if (transits.length === 0) return { ok: false, fault: 'unknown' }
  const leaves = sent ? indianDay(moment) : dispatchDay(indianDay(moment), rule)
  const first = arrival(leaves, Math.min(...transits.map(({ min }) => min)))
  const last = arrival(leaves, Math.max(...transits.map(({ max }) => max)))
  return { ok: true, pincode, first, last }
}

/** Reads the rule from the settings row as REST returns it; what is missing is the default's. */
export function readDeliveryRule(row: Record<string, unknown>): DeliveryRule {
  const { home, other, remote, dispatchDays } = DEFAULT_DELIVERY_RULE
  const days = (value: unknown, fallback: number) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : fallback)
  const transit = (place: string, fallback: Transit): Transit => ({
    min: days(row[`transit_${place}_min`], fallback.min),
    max: days(row[`transit_${place}_max`], fallback.max),
  })
  const { dispatch_holidays: holidays } = row
  return {
    dispatchDays: days(row.dispatch_days, dispatchDays),
    home: transit('home', home),
    other: transit('other', other),
    remote: transit('remote', remote),
    holidays: Array.isArray(holidays) ? holidays.filter((day): day is string => typeof day === 'string') : [],
  }
}
