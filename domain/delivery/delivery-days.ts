import { addDays, indianDay, isSunday } from '../time/calendar-day.ts'
import type { CalendarDay } from '../time/calendar-day.ts'
import { stateOfPincode } from '../addresses/pincodes.ts'
import { isPincode } from '../addresses/shipping.ts'

/** Days in transit, both bounds included. */
export type Transit = { min: number; max: number }

/** How long a parcel takes, according to the settings. */
export type DeliveryRule = {
  /** working days from the order to the hand-over to the courier; 0: the same day, if it is a working day */
  dispatchDays: number
  /** within the shop's own State */
  home: Transit
  other: Transit
  remote: Transit
  /** of the place's zone, instead of those above (zones.ts); null or missing: it has none of its own */
  zone?: Transit | null
  /** days besides Sundays on which no parcel is sent */
  holidays: readonly CalendarDay[]
}

export const DEFAULT_DELIVERY_RULE: DeliveryRule = {
  dispatchDays: 1,
  home: { min: 1, max: 3 },
  other: { min: 3, max: 6 },
  remote: { min: 5, max: 10 },
  holidays: [],
}

/** GST codes: Jammu and Kashmir, Ladakh, Sikkim and the seven States of the North-East, Lakshadweep, Andaman and Nicobar. */
const REMOTE_STATES: ReadonlySet<string> = new Set(['01', '38', '11', '12', '13', '14', '15', '16', '17', '18', '31', '35'])

/** The only PIN codes of Kochi's district (682) that are in Lakshadweep: estimates for the rest of Kochi must not include the ship. */
const LAKSHADWEEP = /^68255\d$/

const isKnown = (pincode: string): boolean => pincode.startsWith('9') || stateOfPincode(pincode).length > 0

/** The transit times to a PIN code; several when its district crosses a border. */
function transitsTo(pincode: string, homeState: string, rule: DeliveryRule): Transit[] {
  if (rule.zone) return isKnown(pincode) ? [rule.zone] : []
  // The locations of army post offices are not public.
  if (pincode.startsWith('9')) return [rule.remote]
  const states = LAKSHADWEEP.test(pincode) ? ['31'] : stateOfPincode(pincode).filter((code) => code !== '31')
  return states.map((code) => (code === homeState ? rule.home : REMOTE_STATES.has(code) ? rule.remote : rule.other))
}

const isDispatchDay = (day: CalendarDay, { holidays }: DeliveryRule) => !isSunday(day) && !holidays.includes(day)

/** The day on which an order of `day` is sent: that many working days later, or on the next working day. */
function dispatchDay(day: CalendarDay, rule: DeliveryRule): CalendarDay {
  let left = rule.dispatchDays
  let at = day
  // The bound ends the loop if every day were a holiday; the settings hold at most 60 holidays.
  for (let step = 0; step < 400 && (left > 0 || !isDispatchDay(at, rule)); step += 1) {
    at = addDays(at, 1)
    if (left > 0 && isDispatchDay(at, rule)) left -= 1
  }
  return at
}

/** Couriers do not deliver on Sundays. */
const arrival = (sent: CalendarDay, days: number): CalendarDay => {
  const day = addDays(sent, days)
  return isSunday(day) ? addDays(day, 1) : day
}

export type DeliveryDaysError = 'shape' | 'unknown'
export type DeliveryDays = { ok: true; pincode: string; first: CalendarDay; last: CalendarDay } | { ok: false; reason: DeliveryDaysError }

/** `sent`: whether `moment` is when the parcel was sent; otherwise it is when the order was placed. */
export type DeliveryQuestion = { pincode: string; homeState: string; moment: Date | string; sent?: boolean }

/**
 * The first and last day on which a parcel is expected, in Indian time.
 *
 * @returns `shape` when the text is not a PIN code, `unknown` when India Post does not use this number
 */
export function deliveryDays({ pincode: text, homeState, moment, sent = false }: DeliveryQuestion, rule: DeliveryRule): DeliveryDays {
  const pincode = text.replaceAll(' ', '')
  if (!isPincode(pincode)) return { ok: false, reason: 'shape' }
  const transits = transitsTo(pincode, homeState, rule)
  if (transits.length === 0) return { ok: false, reason: 'unknown' }
  const leaves = sent ? indianDay(moment) : dispatchDay(indianDay(moment), rule)
  const first = arrival(leaves, Math.min(...transits.map(({ min }) => min)))
  const last = arrival(leaves, Math.max(...transits.map(({ max }) => max)))
  return { ok: true, pincode, first, last }
}

/** Reads the rule from the settings row as REST returns it; missing values come from the default. */
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
