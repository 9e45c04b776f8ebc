import { readPersonal, writePersonal } from '../session/personal-storage.ts'

/** `days`: 'Tue 24 – Sat 28 Nov'; `over`: all of them have passed. `failed`: the shop could not be asked. */
export type DeliveryAnswer = { ok: true; pincode: string; days: string; over: boolean } | { ok: false; pincode: string; fault: 'shape' | 'unknown' | 'failed' }

/** The PIN code that was asked for last, until sign-out; delivery-days.tsx looks whether there is one before it loads this file. */
const KEPT_PINCODE = 'pincode'

/** An order's page waits for the answer no longer than this. */
const PATIENCE_MS = 4000

/** Asks the shop. `left`: since when the parcel is on its way, `ordered`: since when it waits for that; neither: an order of today. */
export async function askDeliveryDays(pincode: string, since: { left?: string; ordered?: string } = {}): Promise<DeliveryAnswer> {
  try {
    const address = `/delivery-days?${new URLSearchParams({ pin: pincode, ...since }).toString()}`
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (answer.ok) return (await answer.json()) as DeliveryAnswer
  } catch {
    // no connection, or a slow one
  }
  return { ok: false, pincode, fault: 'failed' }
}

/** Of a PIN code that somebody entered: it is remembered if it is one. */
export async function enteredDeliveryDays(pincode: string): Promise<DeliveryAnswer> {
  return rememberPincode(await askDeliveryDays(pincode))
}

export function rememberPincode(answer: DeliveryAnswer): Promise<DeliveryAnswer> {
  if (answer.ok) writePersonal('local', KEPT_PINCODE, answer.pincode)
  return Promise.resolve(answer)
}

/** Of the PIN code that this browser remembers, else of the customer's default address; null where neither leads to an answer: nobody asked. */
export async function knownDeliveryDays(userId: string | undefined): Promise<DeliveryAnswer | null> {
  const kept = readPersonal('local', KEPT_PINCODE)
  const pincode = typeof kept === 'string' ? kept : userId === undefined ? null : await addressPincode(userId)
  const answer = pincode === null ? null : await askDeliveryDays(pincode)
  return answer?.ok ? answer : null
}

async function addressPincode(userId: string): Promise<string | null> {
  const [{ queryClient }, { fetchAddresses }] = await Promise.all([import('../api/queries.ts'), import('../account/addresses.ts')])
  const addresses = await queryClient.fetchQuery({ queryKey: ['addresses', userId], queryFn: () => fetchAddresses(userId) })
  return addresses[0]?.pincode ?? null
}
