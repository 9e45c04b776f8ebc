/** Printing the documents of orders: of the selected ones, and of one. */
import { shortOrderId } from '#domain/orders/order-number.ts'

export const print = 'Print…'
export const titleOf = (orders: number) => (orders === 1 ? 'Print for 1 order' : `Print for ${orders} orders`)
export const which = 'Document'
export const documents = {
  packingSlip: { name: 'Packing slips', hint: 'The goods of each order, without prices' },
  invoice: { name: 'Invoices', hint: 'Accepted orders only' },
  label: { name: 'Shipping labels', hint: 'Address, amount to collect and tracking number' },
  pickList: { name: 'Pick list', hint: 'All goods of these orders, each product once' },
} as const
export const copies = 'Copies of each invoice'
export const copiesOf = { original: 'Original', pair: 'Original and duplicate', all: 'All three' } as const
export const labels = 'Size of the labels'
export const labelsOf = { thermal: '4 × 6 in', a4: 'A4, four a sheet' } as const
export const create = 'Create PDF'
export const preparing = 'Preparing…'
export const cancel = 'Cancel'
export const close = 'Close'
export const printed = (orders: number) => (orders === 1 ? '1 document downloaded' : `Documents of ${orders} orders downloaded`)
export const failed = 'The documents couldn’t be generated'
export const noAnswer = 'The shop did not answer. Please try again.'
export const stop = 'Stop'
export const stopped = 'Stopped'
export const prepared = (done: number, of: number) => `${done} of ${of} prepared`
export const inFiles = (printedOrders: number, files: number, missing: number) =>
  `Documents of ${printedOrders} orders in ${files} files${missing === 0 ? '' : `; ${missing === 1 ? '1 order is' : `${missing} orders are`} not included`}`
export const saveFile = (part: number, of: number) => `Download file ${part} of ${of}`
export const without = (printedOrders: number, missing: number) =>
  `${printedOrders === 0 ? 'Nothing to print' : printed(printedOrders)}; ${missing === 1 ? '1 order is' : `${missing} orders are`} not included`
export const missingOrder = (orderId: string, reason: string) => `${shortOrderId(orderId)}: ${reason}`
export const keys = {
  slips: 'Packing slips of the selected orders',
  invoices: 'Invoices of the selected orders',
  labels: 'Shipping labels of the selected orders',
  pickList: 'Pick list of the selected orders',
} as const
export const label = 'Shipping label'
export const labelText = 'for the parcel'
