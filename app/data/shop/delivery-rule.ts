import type { ReadClient } from '../api/client.ts'
import { formatDayRange, indianDay } from '#domain/time/calendar-day.ts'
import { stateOfPincode } from '#domain/addresses/pincodes.ts'
import { isPincode } from '#domain/addresses/shipping.ts'
import { findState } from '#domain/addresses/states.ts'
import { deliveryDays, readDeliveryRule } from '#domain/delivery/delivery-days.ts'
import { lowestTerms, placeTerms } from '#domain/delivery/place-terms.ts'
import type { PlaceTerms } from '#domain/delivery/place-terms.ts'
import { readDeliveryTable, zoneOf } from '#domain/delivery/zones.ts'
import type { DeliveryTable } from '#domain/delivery/zones.ts'
import { readSettings } from '#domain/shop/settings.ts'
import type { DeliveryAnswer } from './delivery-days.ts'
import { orThrow } from '../api/read.ts'

// Only loaders call these, so that neither the rules nor the tables of zones and PIN codes reach the browser.

const readRow = async (db: ReadClient) => orThrow<Record<string, unknown>>(await db.from('settings').select('*').limit(1).single())

const readTable = async (db: ReadClient, pincode: string): Promise<DeliveryTable> =>
  readDeliveryTable(orThrow(await db.rpc('delivery_at', isPincode(pincode) ? { p_pincode: pincode } : {})))

/** When a parcel for this PIN code is expected, in words, and whether the couriers go there. With a `moment` the parcel was ordered already. */
export async function loadDeliveryDays(db: ReadClient, question: { pincode: string; moment?: Date; sent?: boolean }): Promise<DeliveryAnswer> {
  const now = new Date()
  const { moment = now, sent } = question
  const typed = question.pincode.replaceAll(' ', '')
  const [row, table] = await Promise.all([readRow(db), readTable(db, typed)])
  const settings = readSettings(row)
  const states = isPincode(typed) ? stateOfPincode(typed) : []
  const rule = { ...readDeliveryRule(row), zone: zoneOf(table.zones, typed, states)?.days ?? null }
  const answer = deliveryDays({ pincode: typed, homeState: settings.stateCode, moment, sent }, rule)
  if (!answer.ok) return { ok: false, pincode: question.pincode.trim().slice(0, 10), reason: answer.reason }
  const terms = placeTerms(table, typed, states)
  if (question.moment === undefined && !terms.prepaid && !terms.cod) return { ok: false, pincode: typed, reason: 'unserved' }
  const { pincode } = answer
  const days = { pincode, days: formatDayRange(answer.first, answer.last), over: answer.last < indianDay(now) }
  return { ok: true, ...days, ...(settings.codEnabled && !terms.cod ? { prepaidOnly: true as const } : {}) }
}

/** What delivery to an address costs and how it may be paid; while its PIN code or State is not known, the lowest charges of all places. */
export async function loadPlaceTerms(db: ReadClient, { pincode, state }: { pincode: string; state: string }): Promise<PlaceTerms> {
  const [row, table] = await Promise.all([readRow(db), readTable(db, pincode)])
  if (!isPincode(pincode)) return lowestTerms(table, readSettings(row))
  const named = findState(state)
  return placeTerms(table, pincode, named ? [named.code] : stateOfPincode(pincode))
}
