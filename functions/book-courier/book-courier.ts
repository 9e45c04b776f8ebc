import * as v from 'valibot'
import { detailOf, hasSqlState, isBusy } from '#postgres/sql-state.ts'
import { checkBody, fieldsOf, uuid } from '../check-body.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { CourierRefusal, CourierUnreachable } from '../couriers/courier.ts'
import type { Courier } from '../couriers/courier.ts'
import { parcelOfFacts } from '../couriers/parcel-of-facts.ts'
import type { ParcelFacts } from '../couriers/parcel-of-facts.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { readJsonObject } from '../request-body.ts'

const ACT = v.picklist(['about', 'book', 'label', 'cancel'], "act must be 'about', 'book', 'label' or 'cancel'")
const ABOUT = fieldsOf({ act: ACT })
const PARCEL = fieldsOf({
  act: ACT,
  shipment_id: uuid('shipment_id must be the id of a parcel'),
  version: v.pipe(v.number('version must be a number'), v.integer('version must be a number'), v.minValue(1, 'version must be a number')),
})

/** The courier is asked outside any transaction: it may take ten seconds, and a lock that long would stop the shop. */
type Act = (context: FunctionContext, courier: Courier, staff: string, shipment: string, version: number) => Promise<Response>

/**
 * POST /functions/v1/book-courier `{ act, shipment_id, version }`: staff have a packed parcel fetched by the courier that the shop is connected
 * to, get its label, or cancel the booking (docs/decisions/0090-couriers.md). `about` needs no parcel and answers `{ courier }`, null without one.
 *
 * @returns 200: about `{ courier }` · book `{ tracking_number }` · label `{ pdf }` as base64 · cancel `{}`; else `{ code }`: 400 INVALID, 401, 403 ADMINS_ONLY,
 * 404 GONE, NO_COURIER, 405, 409 COURIER_BOOKED, STALE, STEP_NOT_ALLOWED, COURIER_REFUSED with `reason`, 503 COURIER_UNREACHABLE, BUSY
 */
export const bookCourier: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user, courier } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const body = await readJsonObject(request)
  const about = checkBody(ABOUT, body)
  if (!about.ok) return jsonAnswer(400, { code: 'INVALID', fields: about.fields })
  if (!(await callerMay(context, 'orders.process'))) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
  if (about.body.act === 'about') return jsonAnswer(200, { courier: courier?.name ?? null })
  const checked = checkBody(PARCEL, body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  if (!courier) return jsonAnswer(404, { code: 'NO_COURIER' })
  const { shipment_id: shipment, version } = checked.body
  try {
    return await ACTS[about.body.act](context, courier, user.id, shipment, version)
  } catch (error) {
    if (error instanceof CourierRefusal) return jsonAnswer(409, { code: 'COURIER_REFUSED', reason: error.message })
    if (error instanceof CourierUnreachable) {
      context.log('warn', 'book-courier: The courier did not answer', { parcel: shipment, reason: error.message })
      return jsonAnswer(503, { code: 'COURIER_UNREACHABLE' }, { 'retry-after': '10' })
    }
    if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
    if (hasSqlState(error, 'PT404')) return jsonAnswer(404, detailOf(error))
    if (hasSqlState(error, 'PT409')) return jsonAnswer(409, detailOf(error))
    if (isBusy(error)) return jsonAnswer(503, { code: 'BUSY' }, { 'retry-after': '1' })
    throw error
  }
}

/** A booking that a killed process began is asked for again with its key, so the courier comes once. */
const book: Act = async (context, courier, staff, shipment, version) => {
  const [begun] = await context.asOrderService((query) =>
    query<{ facts: ParcelFacts }>('select private.begin_courier_booking($1, $2, $3, $4) as facts', [staff, shipment, version, courier.name]),
  )
  if (!begun) throw new Error(`The booking of parcel ${shipment} was not begun`)
  try {
    const { reference, trackingNumber } = await courier.book(parcelOfFacts(begun.facts))
    try {
      await context.asOrderService((query) => query('select private.keep_courier_booking($1, $2, $3, $4)', [staff, shipment, reference, trackingNumber]))
    } catch (error) {
      // Someone has cancelled the booking while the courier was asked: it does not come.
      if (hasSqlState(error, 'PT409')) await courier.cancel({ key: shipment, reference })
      throw error
    }
    return jsonAnswer(200, { tracking_number: trackingNumber })
  } catch (error) {
    // After a refusal there is no booking. Without an answer there may be one: the row is kept, and the courier is asked again.
    if (error instanceof CourierRefusal) await context.asOrderService((query) => query('select private.drop_courier_booking($1, $2)', [staff, shipment]))
    throw error
  }
}

const label: Act = async (context, courier, _staff, shipment) => {
  const [booked] = await context.asUser((query) =>
    query<{ reference: string }>("select reference from public.courier_bookings where shipment_id = $1 and state = 'booked'", [shipment]),
  )
  if (!booked) return jsonAnswer(404, { code: 'GONE' })
  const pdf = await courier.label({ key: shipment, reference: booked.reference })
  return jsonAnswer(200, { pdf: Buffer.from(pdf).toString('base64') })
}

const cancel: Act = async (context, courier, staff, shipment, version) => {
  const [begun] = await context.asOrderService((query) =>
    query<{ reference: string | null }>('select private.begin_courier_cancellation($1, $2, $3) as reference', [staff, shipment, version]),
  )
  const end = (done: boolean) => context.asOrderService((query) => query('select private.end_courier_cancellation($1, $2, $3)', [staff, shipment, done]))
  try {
    await courier.cancel({ key: shipment, reference: begun?.reference ?? null })
  } catch (error) {
    if (error instanceof CourierRefusal) await end(false)
    throw error
  }
  await end(true)
  return jsonAnswer(200, {})
}

const ACTS: Record<'book' | 'label' | 'cancel', Act> = { book, label, cancel }
