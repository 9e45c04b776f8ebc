import type { ReadClient } from '../api/client.ts'
import { formatDayRange, indianDay } from '#domain/time/calendar-day.ts'
import { deliveryDays, readDeliveryRule } from '#domain/delivery/delivery-days.ts'
import { readSettings } from '#domain/shop/settings.ts'
import type { DeliveryAnswer } from './delivery-days.ts'
import { orThrow } from '../api/read.ts'

/** When a parcel for this PIN code is expected, in words. Only loaders call it, so that neither the rule nor the table of PIN codes reaches the browser. */
export async function loadDeliveryDays(db: ReadClient, question: { pincode: string; moment?: Date; sent?: boolean }): Promise<DeliveryAnswer> {
  const row = orThrow<Record<string, unknown>>(await db.from('settings').select('*').limit(1).single())
  const now = new Date()
  const { pincode, moment = now, sent } = question
  const answer = deliveryDays({ pincode, homeState: readSettings(row).stateCode, moment, sent }, readDeliveryRule(row))
  if (!answer.ok) return { ok: false, pincode: pincode.trim().slice(0, 10), reason: answer.reason }
  return { ok: true, pincode: answer.pincode, days: formatDayRange(answer.first, answer.last), over: answer.last < indianDay(now) }
}
