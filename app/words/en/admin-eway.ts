/** E-way bills on the page of an order (docs/decisions/0095-e-invoices-and-e-way-bills.md). */
import type { EwayProblem, TransportError } from '#domain/ewaybill/eway-json.ts'

export const due = (serial: string, value: string, limit: string, within: boolean) =>
  `${serial} comes to ${value}: ${within ? 'within this State' : 'to another State'} goods above ${limit} need an e-way bill before they leave.`
export const file = 'E-way bill file'
export const enter = 'E-way bill'
export const numberOf = (number: string, until: string | null) => `E-way bill ${number}${until === null ? '' : `, valid until ${until}`}`

export const fileTitle = (serial: string) => `E-way bill for ${serial}`
export const fileText = 'The file is for bulk upload at the e-way bill portal. Enter the number that it gives you with the parcel.'
export const transporterId = 'Transporter’s GSTIN or TRANSIN'
export const transporterIdHint = 'The courier’s. It then enters the vehicle itself.'
export const transporterName = 'Transporter'
export const vehicle = 'Vehicle number'
export const distance = 'Distance in km'
export const distanceHint = 'Empty: the portal takes the distance between the PIN codes.'
export const errors: Record<TransportError, string> = {
  TRANSPORT_MISSING: 'Enter the transporter or the vehicle.',
  TRANSPORTER_ID: 'A GSTIN or TRANSIN has 15 characters.',
  VEHICLE: 'Enter it as on the plate, such as MH12AB1234.',
  DISTANCE: 'A whole number up to 4000.',
}
export const refused = 'The portal would refuse this invoice:'
export const problems: Record<EwayProblem, string> = {
  SELLER_GSTIN: 'The shop’s GSTIN is invalid.',
  SELLER_STATE: 'The shop’s GSTIN is of another State.',
  SELLER_ADDRESS: 'The shop’s name, address, city or PIN code is missing.',
  BUYER_ADDRESS: 'The buyer’s name, address, city or PIN code is too short or missing.',
  HSN_MISSING: 'Goods have no HSN code.',
  HSN_SHORT: 'An HSN code has fewer than four digits.',
  RATE_UNLISTED: 'A tax rate is not in the portal’s list.',
  CHARGE_MIXED: 'The tax rates of a charge cannot be separated.',
  TOO_MANY_ITEMS: 'It has more than 250 lines: make the e-way bill on the portal by hand.',
}
export const download = 'Download'
export const downloaded = (name: string) => `${name} downloaded`

export const numberTitle = (parcel: number) => `E-way bill of parcel ${parcel}`
export const number = 'E-way bill number'
export const numberHint = '12 digits. Empty: it has none.'
export const wrongNumber = 'An e-way bill number has 12 digits.'
export const until = 'Valid until'
export const save = 'Save'
export const saving = 'Saving…'
export const saved = 'E-way bill saved'
export const notNow = 'Not now'
export const failed = 'It could not be saved. Nothing was changed.'
