/** /admin/orders/remittances: what couriers pay of the cash that they collected (docs/decisions/0091-receivables.md). */
import type { RemittanceField } from '#domain/remittances/columns.ts'

export const title = 'Remittances'
export const toCollect = 'To collect'
export const add = 'Book a remittance'
export const none = 'No remittances yet'
export const noneText = 'When a courier pays cash on delivery, book its list here: each order in it is paid.'
export const courier = 'Courier'
export const reference = 'Reference'
export const referenceHint = 'Of the transfer: the courier’s number or the UTR. Each is booked once.'
export const receivedOn = 'Received on'
export const received = 'Amount received'
export const receivedHint = 'What arrived on the bank account'
export const otherCharges = 'Other charges'
export const otherHint = 'Kept back besides the charges of the rows'
export const collected = 'Collected'
export const charges = 'Charges'
export const booked = 'Booked'
export const lines = 'Parcels'
export const open = 'Differences'
export const openCount = (count: number) => (count === 1 ? '1 open' : `${count} open`)
export const bookedOn = 'Booked on'
export const by = 'By'
export const named = (courier: string, reference: string) => `${courier}, ${reference}`
export const failed = 'This did not load.'
export const failedText = 'Nothing was changed. Please try again.'
export const notFound = 'There is no such remittance.'

// the file
export const choose = 'Choose a CSV file'
export const fileText = 'The list of paid parcels, as the courier sends it or its panel exports it: CSV, up to 5,000 rows. Excel files: save them as CSV first.'
export const tooLarge = 'This file is larger than 5 MB.'
export const tooManyRows = 'This file has more than 5,000 rows. Split it.'
export const emptyFile = 'This file has no rows.'
export const unreadable = 'This file could not be read.'
export const another = 'Choose another file'
export const fileIs = (name: string, rows: number) => `${name}: ${rows === 1 ? '1 row' : `${rows} rows`}`
export const columns = 'Columns'
export const columnsText = 'Say what each column has. Charges may be in several columns.'
export const columnOf = (heading: string) => `Column ${heading}`
export const noHeading = 'without a heading'
export const notRead = 'Not read'
export const fields: Record<RemittanceField, string> = {
  tracking: 'Tracking number',
  order: 'Order number',
  collected: 'Collected amount',
  charges: 'Charges',
  date: 'Date',
  reference: 'Reference',
}
export const needsColumns = 'Choose the columns with the tracking or order number and with the collected amount.'
export const unread = (count: number) =>
  count === 1 ? '1 row is not booked because it cannot be read:' : `${count} rows are not booked because they cannot be read:`
export const unreadWhy = {
  NO_NUMBER: 'neither tracking nor order number',
  NO_AMOUNT: 'an amount that cannot be read, or is below zero',
  TOO_LONG: 'a number with more than 80 characters',
} as const
export const unreadRow = (place: number, why: string) => `Row ${place}: ${why}`

// the check
export const check = 'Check before booking'
export const checking = 'Checking…'
export const row = 'Row'
export const parcel = 'Tracking number'
export const order = 'Order'
export const customer = 'Customer'
export const expected = 'On the label'
export const difference = 'Difference'
export const result = 'Result'
export const states = {
  fits: 'Paid',
  short: 'Less than due',
  over: 'More than due',
  returned: 'Charges only',
  unknown: 'Unknown number',
  ambiguous: 'Several parcels have this number',
  cancelled: 'Order is cancelled',
  undelivered: 'Parcel came back',
  not_cod: 'No cash on delivery',
  paid: 'Paid already',
  repeated: 'Booked before',
} as const
export const settled = 'Settled'
export const stillOpen = 'open'
export const sumText = (books: string, of: string, rows: number) =>
  `${books} of ${of} will be booked at its orders, from ${rows === 1 ? '1 row' : `${rows} rows`}.`
export const looksAt = (rows: number) => (rows === 1 ? '1 row needs a look.' : `${rows} rows need a look.`)
export const keptOpen = 'Money without an order and amounts that differ are booked as differences of the remittance, and stay open until they are settled.'
export const bookedAlready = 'This transfer is booked already.'
export const see = 'See it'
export const book = (rows: number) => (rows === 1 ? 'Book 1 row' : `Book ${rows} rows`)
export const booking = 'Booking…'
export const nothingNew = 'All of these rows are booked already.'
export const notBooked = 'The remittance could not be booked. Nothing was changed.'
export const done = 'Remittance booked'
export const enter = {
  courier: 'Enter the courier',
  reference: 'Enter the reference of the transfer',
  receivedOn: 'Enter the day, not in the future',
  amount: 'Enter an amount in rupees',
} as const
export const adds = (collected: string, charges: string, net: string) => `${collected} collected, less ${charges} charges: ${net} should have arrived.`
export const netDiffers = (amount: string) => `That differs by ${amount} from the amount received.`

// a difference
export const settle = 'Settle'
export const settleTitle = 'Settle this difference'
export const settleText = (amount: string, number: string) => `${amount} of ${number} has no order yet.`
export const settleShort = (amount: string) => `${amount} less than the label says. What is open stays to collect until it is recorded.`
export const settleOrder = 'Order number'
export const settleOrderHint = 'If the money belongs to an order, it is recorded there. Otherwise leave it empty.'
export const note = 'Note'
export const noteHint = 'What became of the difference, for the shop’s own record'
export const enterNote = 'Enter what became of it'
export const noSuchOrder = 'No order has this number'
export const settleFailed = 'It could not be saved. Nothing was changed.'
export const settleRefused: Record<string, string> = {
  SETTLED: 'Someone has settled this difference already.',
  PAYMENT_NOT_AWAITED: 'This order waits for no payment.',
  MORE_THAN_OPEN: 'This is more than the order still owes.',
  ORDER_CANCELLED: 'This order is cancelled.',
  HAS_ORDER: 'The money of this line has its order already.',
}
export const settledToast = 'Difference settled'
export const notNow = 'Not now'
