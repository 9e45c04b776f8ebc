/** Couriers that most Indian shops ship with, and where each shows a parcel; `track` is null where no address can carry the number. */
export type Courier = { name: string; track: ((number: string) => string) | null }

const at = (address: string) => (number: string) => `${address}${encodeURIComponent(number)}`

export const COURIERS: readonly Courier[] = [
  { name: 'Blue Dart', track: at('https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=') },
  { name: 'Delhivery', track: at('https://www.delhivery.com/track-v2/package/') },
  { name: 'DTDC', track: null },
  { name: 'Ekart', track: at('https://ekartlogistics.com/ekartlogistics-web/shipmenttrack/') },
  { name: 'XpressBees', track: at('https://www.xpressbees.com/shipment/tracking?awbNo=') },
  { name: 'India Post', track: null },
]

/** Letters and digits alone: 'BlueDart', 'blue dart' and 'Blue Dart Surface' are one house. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Where a parcel of this courier can be followed; null where the courier or its address is not known. */
export function trackingAddress(courier: string | null, number: string | null): string | null {
  if (!courier || !number?.trim()) return null
  const known = COURIERS.find(({ name }) => plain(courier).startsWith(plain(name)))
  return known?.track?.(number.trim()) ?? null
}
