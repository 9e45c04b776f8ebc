/** Orders in the back office: the list, bulk actions, and one order. */
import { formatOrderNumber, shortOrderId } from '#domain/orders/order-number.ts'

export const orders = 'Orders'
export const readFailed = 'Failed to fetch orders. Please try again.'
export const unchanged = 'No order was changed.'
export const search = 'Order, invoice, name, phone, UTR'
/** '#7f3c9a2e · 482-715' */
export const number = (order: { id: string; order_number: number }) => `${shortOrderId(order.id)} · ${formatOrderNumber(order.order_number)}`
export const named = (order: { id: string; order_number: number }) => `order ${order.id.slice(0, 8)}, ${formatOrderNumber(order.order_number)}`
export const newOrder = 'New order'
export const newOrders = (count: number) => (count === 1 ? '1 new order' : `${count} new orders`)
export const live = 'Live'
export const unmatched = 'Unmatched payments'
export const toSettle = (count: number) => ` · ${count} to resolve`

// views
export const all = 'All'
export const toAccept = 'To accept'
export const toVerify = 'To verify'
export const toShip = 'To ship'
export const restToSend = 'Rest to send'
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
/** The heading of a day in the list. */
export const dayOrders = (count: number) => (count === 1 ? '1 order' : `${count.toLocaleString('en-IN')} orders`)
export const dayTotal = (total: string, cancelled: number) => (cancelled === 0 ? total : `${total} without ${cancelled.toLocaleString('en-IN')} cancelled`)
export const lastDays = (days: number) => `Last ${days} days`
export const days = (from: string | null, to: string | null) =>
  from !== null && to !== null ? (from === to ? from : `${from} – ${to}`) : from !== null ? `since ${from}` : `until ${to ?? ''}`
export const salesOnly = 'Sales only'
export const restWaits = 'A part has left, the rest waits'
export const narrowed = { customer: 'Customer', product: 'Product', category: 'Category' } as const
export const unknownThing = 'unknown'
export const noOrders = 'No orders yet'
export const noOrdersText = 'New orders appear here automatically.'
export const noMatchText = 'Remove a filter, or search for something else. Type at least three characters of a name or phone number.'
export const queueDone = 'All done here'

// CSV
export const csv = {
  number: 'Order no.',
  company: 'Company',
  gstin: 'GSTIN',
  city: 'City',
  pincode: 'PIN code',
  placeOfSupply: 'Place of supply',
  goods: 'Goods',
  discount: 'Discount',
  taxable: 'Taxable value of goods',
  gstOf: (charge: string) => `GST of ${charge.toLowerCase()}`,
  reference: 'Payment reference',
}

// money to collect
export const claimHolds = (moment: string) =>
  `The customer sent this reference. If the payment is not verified by ${moment}, the order is cancelled and its stock is released; it stays under To verify.`
export const collectHere = (day: string) => `Accepted without a payment, placed on ${day}. It stays under To collect until the payment is recorded.`
export const cashHere = (courier: string | null) =>
  courier
    ? `${courier} has the cash. It stays under To collect until a remittance is booked, or the payment is recorded.`
    : 'The cash is still to come. It stays under To collect until the payment is recorded.'
export const stillOpen = (amount: string) => `${amount} still open`
export const toCollectAmount = 'To collect'

// steps
export const steps: Record<string, { button: string; question: string; text: string; done: string }> = {
  processing: {
    button: 'Accept',
    question: 'Accept this order?',
    text: 'The invoice is issued at once. It can only be reversed with a credit note.',
    done: 'Order accepted, invoice issued',
  },
  shipped: { button: 'Ship', question: 'Hand it to the courier?', text: 'The customer is notified with courier and tracking number.', done: 'Order shipped' },
  delivered: { button: 'Mark delivered', question: 'Was it delivered?', text: 'The customer is notified.', done: 'Order delivered' },
  cancelled: { button: 'Cancel', question: 'Cancel this order?', text: 'This is what happens:', done: 'Order cancelled' },
}
/** Of an order with an invoice for each parcel. */
export const acceptForParcels = { text: 'Each parcel gets its invoice when it is packed.', done: 'Order accepted' }
export const moveTo = (to: string) => `Move to ${to}`
export const isNow = (to: string) => `Order is now ${to}`
export const notNow = 'Not now'
export const saving = 'Saving…'
export const cancelOrder = 'Cancel the order'
export const enterCourier = 'Enter the courier and the tracking number'
export const sayWhy = 'Enter a reason (the customer will see it)'
export const reason = 'Reason'
export const reasonHint = 'The customer will see it'
export const notMoved = 'The order could not be updated. Nothing was changed.'
export const notPaidOne = (amount: string, how: string) => `Not paid: ${amount}, ${how}.`
export const notPaidMany = (unpaid: number, all: number, sum: string) => `Not paid: ${unpaid} of ${all}, ${sum} in total.`
export const cashOne = (amount: string) => `Cash on delivery: ${amount}.`
export const cashMany = (cash: number, all: number, sum: string) => `Cash on delivery: ${cash} of ${all}, ${sum} in total.`
/** What becomes of the cash with this step. */
export const cashThen = (to: string, courier: string | null) =>
  to !== 'delivered'
    ? 'It is collected at the door.'
    : courier
      ? `${courier} has it: it stays under To collect until the remittance is booked.`
      : 'It stays under To collect until the payment is recorded.'
export const cashManyThen = (to: string) =>
  to === 'delivered' ? 'What couriers have stays under To collect until their remittance is booked.' : 'It is collected at the door.'
export const cashIsHere = (amount: string) => `The cash is here: record ${amount} as paid`
export const cashIsHereMany = (orders: number, amount: string) =>
  `The cash of ${orders === 1 ? 'the order without a courier' : `the ${orders} orders without a courier`} is here: record ${amount} as paid`
/** The consequences when staff continue without the payment. */
export const notPaidThen = (to: string) =>
  to === 'processing' ? 'Accepted orders are no longer cancelled automatically; the amount appears under To collect.' : 'The amount stays under To collect.'
export const stockBack = (units: number) => (units === 1 ? '1 unit returns to stock.' : `${units} units return to stock.`)
export const stockBackLater = (units: number) =>
  units === 1 ? 'The unit returns to stock when its parcel is back.' : `The ${units} units return to stock when their parcel is back.`
export const noteReverses = (serials: string) => `A credit note reversing ${serials} is issued.`
export const noInvoice = 'No invoice was issued, so no credit note is needed.'
export const goesBack = (amount: string) => `${amount} is refunded through Razorpay automatically.`
export const dueBack = (amount: string) => `${amount} is due as a refund: send it, then record the refund here.`
export const claimStays = (amount: string) =>
  `The customer says that ${amount} was sent. The order stays under To verify until you have checked; if the money arrived, it must be refunded.`
export const nothingPaid = 'Nothing was paid, so no refund is due.'
export const customerNotified = 'The customer is notified by email and in the shop, with the reason.'
export const guestNotified = 'The customer is notified by email, with the reason.'
export const noOneNotified = 'No one is notified: the order has no account and no email address.'
export const staleTitle = 'Not done: the order has changed'
/** `by`: null for the shop itself; `status`: the current one. */
export const stale = (by: string | null, status: string | null) =>
  `${by ?? 'The shop'} changed it${status === null ? '' : `; it is now ${status}`}. Your change was not made.`

// bulk actions
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
export const acceptText = 'Each invoice is issued at once. It can only be reversed with a credit note.'
export const acceptTextForParcels = 'Orders with an invoice for each parcel get them when they are packed; the other invoices are issued at once.'
export const deliverText = 'Each customer is notified. Cash on delivery counts as paid from then on.'
export const running = (done: number, count: number) => `${done} of ${count}…`
export const report = (moved: number, refused: number) => `${moved} updated, ${refused} skipped`
export const stays = (status: string) => `is ${status}, so this step does not apply`
export const refusedStale = (by: string | null, status: string | null) => `changed by ${by ?? 'the shop'}${status === null ? '' : `, is now ${status}`}`
export const noAnswer = 'no answer; please try again'
export const refusedText = 'Skipped orders stay selected.'
export const close = 'Close'
export const shipText =
  'One row per order. Paste a column of tracking numbers into the first field, or type and press Enter for the next. Rows without a number are skipped.'
export const courierFor = (name: string) => `Courier of ${name}`
export const trackingFor = (name: string) => `Tracking number of ${name}`
export const courierForAll = 'Courier for all'
export const twice = 'twice in this list'
export const noTracking = 'Enter at least one tracking number, and its courier'
export const needsCourier = 'Enter a courier for every tracking number'
export const chooseFirst = 'Select orders first: x on a row, Shift+X for a range'
export const noneFits = (step: string) => `This step applies to none of the selected orders: ${step}`
export const printing = 'Preparing…'
export const keys = {
  accept: 'Accept the selected orders',
  ship: 'Ship the selected orders',
  deliver: 'Mark the selected orders delivered',
  group: 'Selected orders',
}

// one order
export const titleOf = (id: string) => `Order ${shortOrderId(id)}`
export const numberOf = (number: string) => `No. ${number}`
export const notFound = 'Order not found'
export const notFoundText = 'Check the link. Orders are never deleted.'
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
export const rate = (percent: number) => `${percent}%`
export const hsn = (code: string) => `HSN ${code}`
export const goodsBefore = 'Goods before discount'
export const deliverTo = 'Deliver to'
export const copyAddress = 'Copy address'
export const copied = 'Address copied'
export const copyFailed = 'The browser did not allow copying'
export const call = 'Call'
export const whatsApp = 'WhatsApp'
export const open = 'Open'
export const noAccount = 'No account'
export const gstin = 'GSTIN'
export const email = 'Email'
export const amount = 'Amount'
export const utr = 'Reference'
export const recordPayment = 'Record payment'
export const verifyPayment = 'Verify payment'
export const notFoundPayment = 'Payment not found'
export const paymentRecorded = 'Payment recorded'
export const recordedReopened = 'Payment recorded, order reopened'
export const recordedDueBack = 'Payment recorded, refund due'
export const paidCancelled =
  'This order is cancelled. If it was cancelled for late payment and the goods are still in stock, recording the payment reopens it; otherwise the money must be refunded.'
export const paymentRejected = 'Payment not found: recorded'
export const paymentRejectedText = 'The customer is notified that the money has not arrived. If it arrives later, record it here.'
export const recordRefund = 'Record refund'
export const documents = 'Documents'
export const numberedDocument = (name: string, serial: string) => `${name} ${serial}`
export const proforma = 'Proforma invoice'
export const noNumber = 'no number until the order is accepted'
export const invoicesOfParcels = 'each parcel gets its invoice when it is packed'
export const noPrices = 'no prices'
export const packingSlip = 'Packing slip'
export const download = 'Download'
export const downloadOf = (paper: string) => `Download ${paper}`
export const shipping = 'Shipping'
export const unitsShipped = (gone: number, units: number) => `${gone} of ${units} shipped`
export const notShipped = 'Not shipped yet.'
export const track = 'Track'
export const trackAt = (courierName: string) => `Track at ${courierName}`
export const edit = 'Edit'
export const editShipping = 'Courier and tracking number'
export const saveShipping = 'Save'
export const shippingSaved = 'Shipping saved'
export const timeline = 'Timeline'
export const theShop = 'The shop'
export const someone = 'Someone'
export const note = 'Note'
export const addNote = 'Add a note. Only admins see it.'
export const add = 'Add'
export const noteEmpty = 'Enter a note'
export const noteFailed = 'The note was not saved. Your text is still here.'
export const noteClosed = 'This note can no longer be changed.'
export const noteDeleted = 'Note deleted'
export const edited = 'edited'
export const editNote = 'Edit note'
export const deleteNote = 'Delete note'
export const save = 'Save'
export const keep = 'Keep it'
export const mails: Record<string, string> = {
  order_placed: 'Confirmation email',
  order_changed: 'Email about the change',
  order_shipment: 'Email about a parcel',
  order_return: 'Email about a return',
  order_rest: 'Email about the cancelled part',
  order_refunded: 'Refund email',
  order_reminder: 'Payment reminder email',
}
export const mailAbout = (status: string | null) => (status === null ? 'Email' : `Email: order ${status}`)
export const mailStates: Record<string, string> = { queued: 'waiting to be sent', sent: 'sent', failed: 'could not be sent' }
export const paymentIs = (state: string) => `Payment: ${state}`
export const partReceived = (amount: string) => `Part received: ${amount}`
export const paymentNumber = 'Payment reference changed'
export const changed = (fields: string) => `Changed ${fields}`
export const cancelReason = 'Cancellation reason'

// selecting more than a page
export const selectWhole = 'Select all in this list'
export const firstSelected = (most: number) => `The first ${most} orders of the list are selected`
export const selectFailed = 'The other orders could not be read. Please try again.'
