/**
 * The couriers that most Indian shops use. `track`: the address that shows a parcel; null when the courier's page does not accept
 * a number in its address, so that the reader has to enter it on `page`. `also`: other names for the same courier.
 */
export type Courier = { name: string; also?: readonly string[]; page: string; track: ((number: string) => string) | null }

const at = (address: string) => (number: string) => `${address}${encodeURIComponent(number)}`

export const COURIERS: readonly Courier[] = [
  {
    name: 'Blue Dart',
    page: 'https://www.bluedart.com/tracking',
    track: at('https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo='),
  },
  { name: 'Delhivery', page: 'https://www.delhivery.com/tracking', track: at('https://www.delhivery.com/track-v2/package/') },
  { name: 'DTDC', page: 'https://www.dtdc.com/track-your-shipment/', track: null },
  { name: 'Ecom Express', page: 'https://ecomexpress.in/tracking/', track: at('https://ecomexpress.in/tracking/?awb_field=') },
  { name: 'Ekart', page: 'https://ekartlogistics.com/', track: at('https://ekartlogistics.com/ekartlogistics-web/shipmenttrack/') },
  { name: 'India Post', also: ['Speed Post', 'EMS Speed Post'], page: 'https://www.indiapost.gov.in/', track: null },
  { name: 'Professional Couriers', also: ['The Professional', 'Professional', 'TPC'], page: 'https://www.tpcindia.com/', track: null },
  { name: 'Shadowfax', page: 'https://tracker.shadowfax.in/', track: null },
  { name: 'Trackon', page: 'https://www.trackon.in/courier-tracking', track: null },
  { name: 'XpressBees', page: 'https://www.xpressbees.com/shipment/tracking', track: at('https://www.xpressbees.com/shipment/tracking?awbNo=') },
]

/** Letters and digits only: 'BlueDart', 'blue dart' and 'Blue Dart Surface' are one courier. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Couriers' numbers have up to about 30 characters. A longer text, or one that is not printable ASCII, is a note and not a number. */
const LONGEST_NUMBER = 60
const isNumber = (text: string): boolean => text.length <= LONGEST_NUMBER && /^[A-Za-z0-9][\x20-\x7e]*$/.test(text)

/** `filled`: the address shows this parcel; otherwise it is the page on which the reader enters the number. */
export type Tracking = { courier: string; address: string; filled: boolean }

/** Where to follow a parcel of this courier; null when the courier is unknown or the text cannot be a number. */
export function trackingOf(courier: string | null | undefined, number: string | null | undefined): Tracking | null {
  const text = number?.trim() ?? ''
  if (!courier || !isNumber(text)) return null
  const written = plain(courier)
  const known = COURIERS.find(({ name, also = [] }) => [name, ...also].some((each) => written.startsWith(plain(each))))
  if (!known) return null
  return { courier: known.name, address: known.track?.(text) ?? known.page, filled: known.track !== null }
}
