/** Receipts of a bank statement, matched with the orders that wait for money. */
import { MOST_BOOKED } from '#domain/bank-statement/limits.ts'
import type { LineError } from '#domain/bank-statement/read-statement.ts'
import type { StatementField } from '#domain/bank-statement/columns.ts'

export const title = 'Bank statement'

// the file
export const fileText =
  'Download the statement of the account from your bank as CSV or Excel and choose it here. The columns of HDFC, ICICI, SBI, Axis and Kotak are known; for any other bank you match them once. Nothing is booked before you confirm it.'
export const choose = 'Choose statement'
export const chooseOther = 'Choose another statement'
export const reading = 'Reading…'
export const kept =
  'Only lines with money that came in are compared, and the statement is not stored. Of a receipt that you book the shop keeps day, amount and reference, never the narration; of the other lines nothing.'
export const tooLarge = 'This file is larger than 10 MB. Download the statement for fewer days.'
export const tooManyLines = 'This file has more than 20,000 lines. Download the statement for fewer days.'
export const tooManyReceipts = 'This statement has more than 5,000 receipts. Download it for fewer days.'
export const noLines = 'There is no line of a statement in this file.'
export const readFailed = 'The open payments could not be read. Nothing was booked.'
export const comparing = 'Comparing with open payments…'

// columns
export const columnsTitle = 'Which column is what?'
export const columnsText = 'The headings of this statement are not known. Choose the columns; the first line is shown beside each heading.'
export const fields: Record<StatementField, string> = {
  date: 'Date',
  narration: 'Narration',
  reference: 'Reference',
  credit: 'Money received',
  debit: 'Money paid out',
  amount: 'Amount, both directions',
  sign: 'Cr or Dr',
}
export const noColumn = 'None'
export const columnOf = (heading: string, place: number, sample: string) =>
  `${heading === '' ? `Column ${place + 1}` : heading}${sample === '' ? '' : ` (${sample.slice(0, 30)})`}`
export const columnsNeeded = 'Choose the columns of date and narration, and one with the money received or the amounts.'
export const readLines = 'Read the lines'
export const changeColumns = 'Columns'

// what was found
const lines = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-IN')} lines`)
export const found = (receipts: number, out: number) =>
  `${receipts === 1 ? '1 receipt' : `${receipts.toLocaleString('en-IN')} receipts`}${out === 0 ? '' : `, ${out.toLocaleString('en-IN')} payments out left aside`}`
export const sections = {
  exact: 'Ready to book',
  check: 'To check',
  none: 'No order found',
  booked: 'Booked already',
} as const
export const sectionTexts = {
  exact: 'The line has the reference or the number of the order, and the amount is right.',
  check: 'Tick a line once you know whose money it is.',
  none: 'Enter the number of an order if you know whose money it is.',
} as const
export const andMore = (count: number) => `and ${lines(count)} more`
export const nothing = 'No receipts in this statement'
export const nothingText = 'It has no line with money that came in. If that is wrong, match the columns again.'
export const unread = (count: number) => `${lines(count)} could not be read`
const CODES: Record<LineError['code'], string> = {
  DATE: 'the date is not understood',
  AMOUNT: 'the amount is not understood',
  SIDE: 'nothing says whether the money came in',
}
export const unreadLine = ({ row, code, text }: LineError) => `Line ${row}: ${CODES[code]}${text === '' ? '' : ` (${text})`}`
export const tooManyOpen = 'More than 5,000 payments are open. Only the newest are compared.'

// one line
export const tick = (row: number, amount: string) => `Book line ${row}, ${amount}`
export const line = (row: number) => `Line ${row}`
export const orderOf = (row: number) => `Order of line ${row}`
export const chooseOrder = 'Choose the order'
export const orderNumber = (row: number) => `Order number for line ${row}`
export const orderNumberHint = 'Order number'
export const unknownNumber = 'No open payment has this order number'
export const option = (number: string, name: string, amount: string) => `${number}, ${name}, ${amount}`
export const reasons = {
  reference: 'Reference entered by the buyer',
  order: 'Order named in the narration',
  amount: 'Only the amount is the same',
  chosen: 'Chosen by you',
} as const
export const less = (amount: string) => `${amount} less than the order. Record it as a part on the order’s page, or ask the customer first.`
export const more = (amount: string) => `${amount} more than the order; it will be due back to the customer.`
export const twice = 'Another line is matched with this order too'
export const chosenTwice = 'This order is chosen for another line'
export const early = 'The money came before the order was placed'
export const wasCancelled = 'The order is cancelled: it opens again if its goods are there, otherwise the money is due back.'
export const otherReference = (entered: string) => `The buyer entered ${entered}`
export const bookedFor = 'Booked for order'

// booking
const payments = (count: number) => (count === 1 ? '1 payment' : `${count.toLocaleString('en-IN')} payments`)
export const book = (count: number) => (count === 0 ? 'Book payments' : `Book ${payments(count)}`)
export const bookTitle = (count: number, sum: string) => `Book ${payments(count)}, ${sum}?`
export const bookText = 'The orders become paid and the customers see it. It cannot be taken back.'
export const notExact = (count: number) => `${count === 1 ? '1 of them is' : `${count} of them are`} not matched exactly.`
export const atMost = `Only the first ${MOST_BOOKED} are booked at once.`
export const chosenSum = (count: number, sum: string) => `${payments(count)} ticked, ${sum}`
export const done = (count: number) => `${payments(count)} booked`
export const notBooked = 'Nothing was booked. Please try again.'
export const refused: Record<string, (order: string) => string> = {
  ORDER_CHANGED: (order) => `Order ${order} was changed in the meantime. Nothing was booked; the list is new now.`,
  PAYMENT_NOT_AWAITED: (order) => `Order ${order} does not wait for this payment any more. Nothing was booked; the list is new now.`,
  REFERENCE_USED: (order) => `The reference of the payment for order ${order} belongs to another order. Nothing was booked.`,
  LINE_BOOKED: (order) => `A line is booked already, for order ${order}. Nothing was booked; the list is new now.`,
  TOO_LITTLE: (order) => `The money is less than order ${order} costs. Nothing was booked.`,
}

// on the page of an order
export const onStatement = 'On the statement'
export const onStatementOf = (day: string, amount: string) => `${day}, ${amount}`
