/** The scheduled job that asks the courier about parcels under way. Each parcel is claimed for half an hour, so several processes may run it. */
import { CourierRefusal, CourierUnreachable } from './courier.ts'
import type { Courier } from './courier.ts'

const PARCELS = 20

type Log = (level: 'info' | 'warn' | 'error', message: string, data?: unknown) => void
/** One statement each, as the login that works in the background. */
export type TrackingQuery = <Row extends Record<string, unknown>>(text: string, values: unknown[]) => Promise<Row[]>

/** Stops when the courier does not answer twice in a row; the parcels left are asked about in half an hour. One bad answer stops no other parcel. */
export async function trackParcels(query: TrackingQuery, courier: Courier, log: Log): Promise<void> {
  const due = await query<{ shipment_id: string; reference: string | null }>('select shipment_id, reference from private.claim_courier_checks($1)', [PARCELS])
  let unanswered = 0
  for (const { shipment_id: key, reference } of due) {
    try {
      const { state, text } = await courier.track({ key, reference })
      unanswered = 0
      await query('select private.note_courier_state($1, $2, $3)', [key, state, text])
    } catch (error) {
      if (!(error instanceof CourierRefusal || error instanceof CourierUnreachable)) throw error
      log('warn', 'courier: Failed to follow a parcel', { parcel: key, reason: error.message })
      unanswered = error instanceof CourierUnreachable ? unanswered + 1 : 0
      if (unanswered === 2) return
    }
  }
}
