/** Orders in the back office: the list, what is done with many at once, and one order. */

export const orders = 'Orders'
export const readFailed = 'Failed to fetch orders. Please try again.'
export const unchanged = 'No order was changed.'
export const search = 'Order, invoice, name, phone, UTR'
export const number = (id: string) => `#${id.slice(0, 8)}`
export const named = (id: string) => `order ${id.slice(0, 8)}`
export const newOrder = 'New order'
export const newOrders = (count: number) => (count === 1 ? '1 new order' : `${count} new orders`)
export const live = 'Live'
export const unmatched = 'Unmatched payments'
export const toSettle = (count: number) => ` · ${count} to settle`

// views
export const all = 'All'
export const toAccept = 'To accept'
export const toVerify = 'To verify'
export const toShip = 'To ship'
export const shipped = 'Shipped'
export const toCollect = 'To collect'
export const refundDue = 'Refund due'
export const cancelled = 'Cancelled'

// columns, filters
export const order = 'Order'
export const placed = 'Placed'
export const waiting = 'Waiting'
export const customer = 'Customer'
export const place = 'Place'
export const phone = 'Phone'
export const items = 'Items'
export const units = 'Units'
export const status = 'Status'
export const payment = 'Payment'
export const method = 'Paid by'
export const state = 'State'
export const total = 'Total'
export const invoice = 'Invoice'
export const creditNote = 'Credit note'
export const courier = 'Courier'
export const tracking = 'Tracking number'
export const lastTry = (failure: string) => `Last try: ${failure}`
export const andMore = (count: number) => `and ${count} more`
export const fromDay = 'From'
export const toDay = 'To'
export const today = 'Today'
export const yesterday = 'Yesterday'
export const lastDays = (days: number) => `Last ${days} days`
export const days = (from: string | null, to: string | null) =>
  from !== null && to !== null ? (from === to ? from : `${from} – ${to}`) : from !== null ? `since ${from}` : `until ${to ?? ''}`
export const salesOnly = 'Sales only'
export const narrowed = { customer: 'Customer', product: 'Product', category: 'Category' } as const
export const unknownThing = 'unknown'
export const noOrders = 'No orders yet'
export const noOrdersText = 'The first one appears here by itself.'
export const noMatchText = 'Take a filter away, or search for something else. Names and telephones are found from three letters on.'
export const pileDone = 'Nothing waits here'

// CSV
export const csv = {
  company: 'Company',
  gstin: 'GSTIN',
  city: 'City',
  pincode: 'PIN code',
  placeOfSupply: 'Place of supply',
  goods: 'Goods',
  discount: 'Discount',
  taxable: 'Taxable value of goods',
  delivery: 'Delivery',
  deliveryGst: 'GST of delivery',
  reference: 'Payment reference',
}

// money to collect
export const collectSum = (amount: string, orders: number) => `${amount} to collect from ${orders === 1 ? '1 order' : `${orders} orders`}`
export const collectText = 'Accepted or sent before they were paid. Record each payment when it is on the account.'
export const collectNone = 'Every order that was accepted is paid, or is paid on delivery.'
export const collectFailed = 'The sum could not be read.'
export const collectAge = (from: number, to: number | null) =>
  to === null ? `over ${from - 1} days` : from === 0 ? `up to ${to} days` : `${from} to ${to} days`
export const collectCount = (orders: number) => (orders === 1 ? '1 order' : `${orders} orders`)
export const claimHolds = (moment: string) =>
  `The customer sent this reference. If nobody has looked for the payment by ${moment}, the order is cancelled and its goods go back to stock; it stays under To verify.`
export const collectHere = (day: string) => `Accepted without a payment, placed on ${day}. It stays under To collect until the payment is recorded.`

// steps
export const steps: Record<string, { button: string; question: string; text: string; done: string }> = {
  processing: {
    button: 'Accept',
    question: 'Accept this order?',
    text: 'The invoice number is issued at once and cannot be taken back; a credit note would reverse it.',
    done: 'Order accepted, invoice issued',
  },
  shipped: { button: 'Ship', question: 'Hand it to the courier?', text: 'The customer is told with courier and tracking number.', done: 'Order shipped' },
  delivered: { button: 'Mark delivered', question: 'Was it delivered?', text: 'The customer is told.', done: 'Order delivered' },
  cancelled: { button: 'Cancel', question: 'Cancel this order?', text: 'This is what happens:', done: 'Order cancelled' },
}
export const moveTo = (to: string) => `Move to ${to}`
export const isNow = (to: string) => `Order is now ${to}`
export const notNow = 'Not now'
export const saving = 'Saving…'
export const cancelOrder = 'Cancel the order'
export const enterCourier = 'Enter the courier and the tracking number'
export const sayWhy = 'Say why, the customer reads it'
export const reason = 'Reason'
export const reasonHint = 'The customer reads it'
export const notMoved = 'The order could not be moved. Nothing was changed.'
export const notPaidOne = (amount: string, how: string) => `Not paid: ${amount}, ${how}.`
export const notPaidMany = (unpaid: number, all: number, sum: string) => `Not paid: ${unpaid} of ${all}, ${sum} in all.`
/** What going on in spite of it means. */
export const notPaidThen = (to: string) =>
  to === 'processing' ? 'Accepted orders are no longer cancelled by themselves; the money then stands under To collect.' : 'The money stays under To collect.'
export const stockBack = (units: number) => (units === 1 ? '1 unit goes back to stock.' : `${units} units go back to stock.`)
export const noteReverses = (serials: string) => `A credit note is issued that reverses ${serials}.`
export const noInvoice = 'No invoice was issued, so no credit note is needed.'
export const goesBack = (amount: string) => `${amount} goes back to the customer through Razorpay by itself.`
export const dueBack = (amount: string) => `${amount} is then due back: send it, and record the refund here.`
export const claimStays = (amount: string) =>
  `The customer says that ${amount} was sent. The order stays under To verify until you have looked; if the money arrived, it is due back.`
export const nothingPaid = 'Nothing was paid, so nothing is due back.'
export const customerHears = 'The customer is told by mail and in the shop, with the reason.'
export const guestHears = 'The customer is told by mail, with the reason.'
export const nobodyHears = 'Nobody is told: the order has neither an account nor an e-mail address.'
export const staleTitle = 'Not done: the order was changed meanwhile'
/** `by`: null for the shop itself; `status`: where it stands now. */
export const stale = (by: string | null, status: string | null) =>
  `${by ?? 'The shop'} changed it${status === null ? '' : `; it is ${status} now`}. Nothing of yours was done.`

// many at once
export const bulk: Record<string, { ask: (count: number) => string; run: (count: number) => string; done: (count: number) => string }> = {
  processing: {
    ask: (count) => (count === 1 ? 'Accept 1 order?' : `Accept ${count} orders?`),
    run: (count) => `Accept ${count}`,
    done: (count) => (count === 1 ? '1 order accepted' : `${count} orders accepted`),
  },
  shipped: {
    ask: (count) => (count === 1 ? 'Ship 1 order' : `Ship ${count} orders`),
    run: (count) => `Ship ${count}`,
    done: (count) => (count === 1 ? '1 order shipped' : `${count} orders shipped`),
  },
  delivered: {
    ask: (count) => (count === 1 ? 'Mark 1 order delivered?' : `Mark ${count} orders delivered?`),
    run: (count) => `Mark ${count} delivered`,
    done: (count) => (count === 1 ? '1 order delivered' : `${count} orders delivered`),
  },
}
export const acceptText = 'Each gets its invoice number at once. That cannot be taken back; a credit note would reverse it.'
export const deliverText = 'Each customer is told. Cash on delivery counts as paid from then on.'
export const running = (done: number, count: number) => `${done} of ${count}…`
export const report = (moved: number, refused: number) => `${moved} moved, ${refused} refused`
export const stays = (status: string) => `is ${status}, so this step does not fit`
export const refusedStale = (by: string | null, status: string | null) =>
  `changed by ${by ?? 'the shop'} meanwhile${status === null ? '' : `, is ${status} now`}`
export const noAnswer = 'the shop did not answer; try it again'
export const refusedText = 'The refused ones stay selected.'
export const close = 'Close'
export const shipText =
  'One row an order. Paste a column of tracking numbers into the first box, or type and press Enter for the next. Rows without a number are left for later.'
export const courierFor = (name: string) => `Courier of ${name}`
export const trackingFor = (name: string) => `Tracking number of ${name}`
export const courierForAll = 'Courier for all'
export const twice = 'twice in this list'
export const noTracking = 'Enter at least one tracking number, and its courier'
export const needsCourier = 'Enter a courier for every tracking number'
export const chooseFirst = 'Select orders first: x on a row, Shift+X for a range'
export const noneFits = (step: string) => `None of the selected orders can go there: ${step}`
export const packingSlips = 'Packing slips'
export const invoices = 'Invoices'
export const printing = 'Drawing…'
export const printed = (count: number) => (count === 1 ? '1 paper downloaded' : `Papers of ${count} orders downloaded`)
export const printFailed = 'The papers could not be drawn'
export const tooMany = (most: number) => `At most ${most} orders in one file: select fewer.`
export const withoutPaper = (count: number) => (count === 1 ? '1 order has no such paper' : `${count} orders have no such paper`)
export const keys = {
  accept: 'Accept the selected orders',
  ship: 'Ship the selected orders',
  deliver: 'Mark the selected orders delivered',
  slips: 'Packing slips of the selected orders',
  invoices: 'Invoices of the selected orders',
  group: 'Selected orders',
}

// one order
export const titleOf = (id: string) => `Order ${number(id)}`
export const notFound = 'There is no such order'
export const notFoundText = 'The address may be mistyped. Orders are never deleted.'
export const toList = 'All orders'
export const placedAt = (moment: string) => `placed ${moment}`
export const previous = 'Previous order'
export const next = 'Next order'
export const orderKeys = {
  group: 'This order',
  main: 'The next step',
  slip: 'Print the packing slip',
  note: 'Write a note',
  previous: 'Previous order of the list',
  next: 'Next order of the list',
  list: 'Back to the list',
}
export const itemsOf = (lines: number, count: number) => `${lines === 1 ? '1 product' : `${lines} products`}, ${count === 1 ? '1 unit' : `${count} units`}`
export const product = 'Product'
export const quantityPrice = 'Quantity × price'
export const discount = 'Discount'
export const taxable = 'Taxable'
export const gst = 'GST'
export const rate = (percent: number) => `${percent} %`
export const hsn = (code: string) => `HSN ${code}`
export const goodsTotal = 'Goods'
export const goodsBefore = 'Goods before discount'
export const ofWhichTaxable = 'of which taxable value'
export const taxableValue = 'Taxable value'
export const delivery = 'Delivery'
export const free = 'Free'
export const deliverTo = 'Deliver to'
export const copyAddress = 'Copy address'
export const copied = 'Address copied'
export const copyFailed = 'The browser did not allow to copy'
export const call = 'Call'
export const whatsApp = 'WhatsApp'
export const open = 'Open'
export const noAccount = 'No account'
export const gstin = 'GSTIN'
export const email = 'E-mail'
export const amount = 'Amount'
export const utr = 'Reference'
export const recordPayment = 'Record payment'
export const verifyPayment = 'Verify payment'
export const notFoundPayment = 'Payment not found'
export const paymentRecorded = 'Payment recorded'
export const recordedReopened = 'Payment recorded, the order is open again'
export const recordedDueBack = 'Payment recorded, refund due'
export const paidCancelled =
  'This order is cancelled. If it was cancelled because it was not paid in time and the goods are still there, recording the payment opens it again; otherwise the money is due back.'
export const paymentRejected = 'Payment not found: recorded'
export const paymentRejectedText = 'The customer reads that the money has not arrived. Should it turn up, record it here.'
export const recordRefund = 'Record refund'
export const papers = 'Documents'
export const proforma = 'Proforma invoice'
export const noNumber = 'no number until the order is accepted'
export const noPrices = 'no prices'
export const packingSlip = 'Packing slip'
export const download = 'Download'
export const downloadOf = (paper: string) => `Download ${paper}`
export const shipping = 'Shipping'
export const notShipped = 'Not handed to a courier yet.'
export const track = 'Track'
export const trackAt = (courierName: string) => `Track at ${courierName}`
export const edit = 'Edit'
export const editShipping = 'Courier and tracking number'
export const saveShipping = 'Save'
export const shippingSaved = 'Shipping saved'
export const timeline = 'Timeline'
export const theShop = 'The shop'
export const somebody = 'Somebody'
export const note = 'Note'
export const addNote = 'Add a note. Only admins see it.'
export const add = 'Add'
export const noteEmpty = 'Write something first'
export const noteFailed = 'The note was not saved. What you typed is kept.'
export const noteClosed = 'This note can no longer be changed.'
export const noteDeleted = 'Note deleted'
export const edited = 'edited'
export const editNote = 'Edit note'
export const deleteNote = 'Delete note'
export const save = 'Save'
export const keep = 'Keep it'
export const mails: Record<string, string> = {
  order_placed: 'Confirmation mail',
  order_refunded: 'Mail about the refund',
}
export const mailAbout = (status: string | null) => (status === null ? 'Mail' : `Mail: order ${status}`)
export const mailStates: Record<string, string> = { queued: 'waits to be sent', sent: 'sent', failed: 'could not be sent' }
export const paymentIs = (state: string) => `Payment: ${state}`
export const paymentNumber = 'Payment reference changed'
export const changed = (fields: string) => `Changed ${fields}`
export const cancelReason = 'Why it was cancelled'
