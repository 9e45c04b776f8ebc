import { readPersonal, writePersonal } from '../session/personal-storage.ts'

/**
 * `days`: 'Tue 24 – Sat 28 Nov'; `over`: all of them have passed; `prepaidOnly`: no cash on delivery there. `unserved`: no courier goes there;
 * `failed`: the request failed.
 */
export type DeliveryAnswer =
  | { ok: true; pincode: string; days: string; over: boolean; prepaidOnly?: true }
  | { ok: false; pincode: string; reason: 'shape' | 'unknown' | 'unserved' | 'failed' }

/** The last requested PIN code, until sign-out; delivery-days.tsx checks whether there is one before it loads this file. */
const KEPT_PINCODE = 'pincode'

/** The most ms that an order's page waits for the response. */
const PATIENCE_MS = 4000

/** Asks the shop. `left`: when the parcel was shipped, `ordered`: when the order was placed, while it waits for dispatch; neither: an order of today. */
export async function askDeliveryDays(pincode: string, since: { left?: string; ordered?: string } = {}): Promise<DeliveryAnswer> {
  try {
    const address = `/delivery-days?${new URLSearchParams({ pin: pincode, ...since }).toString()}`
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (answer.ok) return (await answer.json()) as DeliveryAnswer
  } catch {
    // no connection, or a slow one
  }
  return { ok: false, pincode, reason: 'failed' }
}

/** For a PIN code that the user entered: it is remembered if it is valid. */
export async function enteredDeliveryDays(pincode: string): Promise<DeliveryAnswer> {
  return rememberPincode(await askDeliveryDays(pincode))
}

export function rememberPincode(answer: DeliveryAnswer): Promise<DeliveryAnswer> {
  if (answer.ok) writePersonal('local', KEPT_PINCODE, answer.pincode)
  return Promise.resolve(answer)
}

/** For the PIN code that this browser remembers, otherwise the customer's default address; null when neither gives a result, because the user asked nothing. */
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
