/** /admin/sales-analytics?view=accounts and /admin/sales-analytics/ledgers: what the accountant takes (docs/decisions/0084-accounts-exports.md). */

export const heading = 'For the accountant'
export const failed = 'The accounts did not load.'
export const failedText = 'Nothing was changed. Please try again.'
export const tooMany = (limit: string) => `More than ${limit} documents, payments or orders are in these days. Choose fewer days.`
export const tooLong = 'An export covers at most a year. Choose fewer days.'
export const nothing = 'No documents and no payments in these days'
export const nothingText = 'Choose other days. Orders that were placed in them can still be downloaded.'
export const counts = (invoices: string, notes: string, received: string) => `${invoices}, ${notes}, ${received} received`
export const invoices = (count: number) => (count === 1 ? '1 invoice' : `${count} invoices`)
export const notes = (count: number) => (count === 1 ? '1 credit note' : `${count} credit notes`)

export const files = 'Files'
export const file = 'File'
export const contents = 'Contents'
export const download = 'Download'
export const names = {
  'tally-vouchers': 'Tally vouchers',
  'tally-ledgers': 'Tally ledgers',
  orders: 'Orders with lines',
  'day-book': 'Day book',
  gstr3b: 'GSTR-3B summary',
} as const
export const about = {
  'tally-vouchers': 'Sales, credit notes, receipts, refunds, couriers’ transfers and store credit as XML. Import the ledgers first.',
  'tally-ledgers': 'The ledgers that these vouchers name, as XML.',
  orders: 'Every line of the orders placed in these days, with tax and the numbers of documents.',
  'day-book': 'Each day’s documents, payments and couriers’ transfers, with the totals of the day.',
  gstr3b: 'Tables 3.1(a), 3.1(c) and 3.2, added up from the documents of GSTR-1.',
} as const
export const formats = { xml: 'XML', csv: 'CSV', xlsx: 'Excel' } as const
export const downloadOf = (file: string, format: string) => `${file}: download as ${format}`
export const creating = (file: string) => `Creating ${file}…`
export const downloaded = (file: string) => `${file} downloaded`
export const downloadFailed = 'The file could not be created. Please try again.'
export const mapLedgers = 'Names of ledgers'

export const totals = 'Totals of these days'
export const documents = 'Documents, less credit notes'
export const taxed = '3.1(a) Taxable sales'
export const nil = '3.1(c) Nil-rated sales'
export const interState = (state: string) => `3.2 Unregistered buyers in ${state}`
export const line = 'Line'
export const value = 'Document value'
export const methods = 'Money'
export const method = 'Payment'
export const received = 'Received'
export const refunded = 'Refunded'
export const entries = 'Entries'
export const allMethods = 'All'
export const others = 'Couriers and store credit by hand'
export const amount = 'Amount'
export const couriers = {
  cleared: 'Paid out by couriers',
  to_bank: 'Arrived on the bank account',
  charges: 'Couriers’ charges',
  difference: 'Differences',
} as const
export const creditByHand = 'Store credit given by hand, less taken'

export const ledgersTitle = 'Names of ledgers in Tally'
export const back = 'Sales Analytics'
export const ledgersFailed = 'The names did not load.'
export const notSaved = 'The names were not saved.'
export const saved = 'Names of ledgers saved'
export const intro =
  'Enter the names as they are written in Tally. {rate} becomes the rate of a line: “Sales {rate}%” is “Sales 18%” for goods at 18%. CGST and SGST have half the rate.'
export const readOnly = 'Only staff who manage payments can change these names.'
export const sections = { sales: 'Sales and tax', parties: 'Buyers', money: 'Money' } as const
export const labels = {
  company: 'Company',
  sales: 'Sales in the shop’s own State',
  sales_inter_state: 'Sales to other States',
  delivery: 'Delivery and other charges',
  discount: 'Discounts',
  cgst: 'CGST',
  sgst: 'SGST or UTGST',
  igst: 'IGST',
  party_group: 'Group of the buyers’ ledgers',
  unregistered_party: 'Ledger of all buyers without GSTIN',
  cash: 'Cash',
  cod: 'Cash on delivery',
  upi: 'UPI',
  card: 'Card',
  bank: 'Bank transfer',
  razorpay: 'Razorpay',
  credit: 'Store credit',
  credit_by_hand: 'Store credit that staff give or take',
  courier_charges: 'Couriers’ charges',
  courier_differences: 'Differences of couriers’ transfers',
} as const
export const hints: Partial<Record<keyof typeof labels, string>> = {
  company: 'Empty: the company that is open in Tally.',
  discount: 'Empty: sales are booked after discounts.',
  party_group: 'Each buyer with a GSTIN has a ledger of their own in this group.',
  cod: 'What couriers collected and have not paid out yet.',
  razorpay: 'What Razorpay has not paid out yet.',
  credit: 'What the shop owes its customers in store credit.',
  credit_by_hand: 'The expense of credit that belongs to no return.',
  courier_charges: 'What couriers keep back, with its GST.',
  courier_differences: 'Money without an order, and what couriers still owe.',
}
export const problems = { EMPTY: 'Enter a name.', TOO_LONG: 'At most 80 letters.', NOT_A_LINE: 'Use one line.' } as const
