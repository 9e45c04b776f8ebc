/** What staff do with the parcels of an order (docs/rules.md#parcels). */
import { detailOf } from '../../api/error-detail.ts'
import { isLost } from '../../api/lost-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** Courier and number, or the shop brings it itself and both are empty. */
export type Carrier = { courier: string; tracking: string; own: boolean }
export type ParcelResult = { ok: true } | { ok: false; code: string | null; message: string }
type Version = { id: string; version: number }

const carrier = ({ courier, tracking, own }: Carrier) => ({ p_courier: own ? null : courier, p_tracking: own ? null : tracking, p_own_delivery: own })

type Answer = PromiseLike<{ status: number; error: { message: string; details: string } | null }>
async function resultOf(call: (client: Awaited<ReturnType<typeof loadSupabase>>) => Answer): Promise<ParcelResult> {
  try {
    const { error, status } = await call(await loadSupabase())
    if (!error) return { ok: true }
    if (isLost({ status })) return { ok: false, code: 'NO_ANSWER', message: error.message }
    const { code } = detailOf(error.details)
    return { ok: false, code: typeof code === 'string' ? code : null, message: error.message }
  } catch (error) {
    return { ok: false, code: null, message: error instanceof Error ? error.message : String(error) }
  }
}

/** `packed`: it does not leave yet; then courier and number may be empty. */
export const createShipment = (order: Version, lines: readonly { item: string; quantity: number }[], by: Carrier, packed: boolean) =>
  resultOf((client) => client.rpc('create_shipment', { p_order: order.id, p_version: order.version, p_lines: [...lines], ...carrier(by), p_packed: packed }))
export const dispatchShipment = ({ id, version }: Version, by: Carrier) =>
  resultOf((client) => client.rpc('dispatch_shipment', { p_shipment: id, p_version: version, ...carrier(by) }))
export const correctShipment = ({ id, version }: Version, by: Carrier) =>
  resultOf((client) => client.rpc('correct_shipment', { p_shipment: id, p_version: version, ...carrier(by) }))
export const deliverShipment = ({ id, version }: Version) => resultOf((client) => client.rpc('deliver_shipment', { p_shipment: id, p_version: version }))
export const unpackShipment = ({ id, version }: Version) => resultOf((client) => client.rpc('unpack_shipment', { p_shipment: id, p_version: version }))

/** `number`: '' takes it off again; `until`: '2026-11-26', or ''. */
export const setEwayBill = ({ id, version }: Version, number: string, until: string) =>
  resultOf((client) => client.rpc('set_eway_bill', { p_shipment: id, p_version: version, p_number: number, ...(until === '' ? {} : { p_until: until }) }))

export type Arrived = { item: string; restocked: number; damaged: number; lost: number }
export const receiveShipment = ({ id, version }: Version, lines: readonly Arrived[]) =>
  resultOf((client) => client.rpc('receive_shipment', { p_shipment: id, p_version: version, p_lines: [...lines] }))

/** A parcel comes back, and its order is less by what is in it (docs/rules.md#parcels). `charges`: of a paid order they are refunded too. */
export const bookUndelivered = ({ id, version }: Version, order: Version, reason: string, charges: boolean) =>
  resultOf((client) =>
    client.rpc('book_undelivered', { p_shipment: id, p_version: version, p_order_version: order.version, p_reason: reason, p_charges: charges }),
  )

/** What is in no parcel is not sent any more (docs/rules.md#parcels). */
export const cancelRest = ({ id, version }: Version, reason: string) =>
  resultOf((client) => client.rpc('cancel_rest', { p_order: id, p_version: version, p_reason: reason }))
