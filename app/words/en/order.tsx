/** One order: lines, destination, history. */

// cancel-dialog
export const cancelledToast = 'Order cancelled successfully'
export const cancelOrder = 'Cancel Order'
export const areYouSure = 'Are you sure?'
export const noKeepMyOrder = 'No, keep my order'
export const cancelling = 'Cancelling...'
export const yesCancelOrder = 'Yes, cancel order'
export const cancelWarning = 'This action cannot be undone. This will permanently cancel your order.'
/** Shown below it if money was already paid. */
export const cancelReturns = (amount: string) => `The ${amount} that you paid goes back the way it came.`

/** Shown below it while staff still verify a payment that the customer reported. */
export const cancelWhileChecking = (amount: string) => `We go on looking for the ${amount} that you sent, and send it back when we find it.`

// items-panel
export const noItems = 'No items found for this order.'
export const goodsBefore = 'Goods before the coupon'
export const goodsBeforeOffers = 'Goods before offers'
export const lessOffers = (amount: string) => `less ${amount} by offers`
/** `by`: the offer or coupon that made it free. */
export const coupon = (code: string) => `Coupon ${code}`.trim()
export const lessCoupon = (amount: string) => `less ${amount} by coupon`
export const goods = 'Goods'
export const ofWhichTaxableValue = 'of which taxable value'
export const taxableValue = 'Taxable value'
export const itemsOfTheOrder = 'Items of the order'
export const product = 'Product'
export const quantity = 'Quantity'
export const total = 'Total'
export const totalAmount = 'Total amount'

// pay-panel
export const payByUpi = 'Pay by UPI'
export const havePaid = 'Paid already?'
export const havePaidText = 'Your UPI app shows a reference of 12 digits with the payment (UTR). With it we find your money at once.'
export const sendReference = 'Send the reference'
export const checkingPayment = 'Checking your payment'
export const checkingPaymentText = (amount: string) =>
  `We look for ${amount} in our account and confirm here and by mail, mostly within a working day. Please do not pay again.`
export const yourReference = 'Your reference:'
export const wrongReference = 'Mistyped? Correct the reference'
export const correctReference = 'Save the reference'
export const paymentNotFound = 'We did not find this payment'
export const paymentNotFoundText = (amount: string) =>
  `${amount} has not reached our account under this reference. If your bank says that it was sent, correct the reference or write to us: nothing is lost, and please do not pay again.`
/** For a cancelled order: the customer may have sent the money anyway. */
export const paidAllTheSame = 'Did you pay by UPI?'
export const paidAllTheSameText = (amount: string) =>
  `If ${amount} has left your account, send us the reference of the payment (UTR). We look for it and send it back when we find it.`
export const checkingCancelledText = (amount: string) =>
  `This order is cancelled. We look for ${amount} in our account; what we find goes back to you or opens the order again, and you read it here and by mail.`
export const refundDue = 'Your money comes back'
export const refundDueText = (amount: string) => `You paid ${amount} for this order. We send it back the way it came and tell you here.`
export const refunded = 'Your money was sent back'
export const refundedText = (amount: string) => `We refunded ${amount}. A bank may need a few days to show it.`
export const payUntil = (moment: string) => `The goods are kept for you until ${moment}; then the order is cancelled by itself.`

export const orScan = 'or scan this with another phone'

// pay-panel: unpaid orders
export const notPaidInTime = 'Not paid in time'
/** A late payment reopens the order if everything is still available. */
export const notPaidInTimeText = (amount: string) =>
  `The goods went back on the shelf, and nothing was charged. Should ${amount} reach us all the same, we take the order up again if everything is still there, or send the money back. Re-order puts everything into your cart again.`

// online-panel
export const payOnline = (amount: string) => `Pay ${amount}`
export const payOnlineText = 'By card, UPI, net banking or wallet, in the secure window of Razorpay. We never see your card.'
/** Shown in the provider's window, and stored in its records. */
export const noteToProvider = (id: string) => `Order #${id}`
export const payNow = (amount: string) => `Pay now · ${amount}`
export const oneMoment = 'One moment…'
export const openingCheckout = 'Opening the payment…'
export const payInTheWindow = 'Pay in the window above'
export const payOffline = "You're offline. Your order is kept; pay as soon as you are back online."
export const heldUntil = (time: string) => `The goods are kept for you until ${time}; then the order is cancelled by itself.`
export const payClosed = 'Not paid yet.'
export const payRefused = 'That payment did not go through.'
export const orderStands = 'Your order stands; you can pay again. If money has left your account all the same, we find it here or your bank returns it.'
export const payTrouble = {
  unreachable: 'The payment service does not answer just now.',
  script: 'The payment window could not be opened.',
  failed: 'The payment could not be started.',
}
export const nothingCharged = 'Nothing was charged, and your order stands. Please try again in a moment.'
export const reloadPage = 'Reload the page'
export const payOver = 'The time to pay is over'
export const payOverText = (amount: string) =>
  `This order is being cancelled and the goods go back on the shelf. Should ${amount} have reached us all the same, you see it here in a moment.`
export const paidNow = (amount: string) => `${amount} received. Thank you!`
export const paymentNumber = (id: string) => `Payment ${id}`

// checking-panel
export const checkingOnline = 'Checking your payment'
export const checkingOnlineText = (amount: string) =>
  `We are asking the bank about ${amount}. This mostly takes some seconds; please do not pay again. You may leave this page.`
export const checkingOffline = "You're offline. Your payment is safe: we go on asking as soon as you are back online. Please do not pay again."
export const checkingRested = (amount: string) =>
  `The bank takes its time to answer about ${amount}. We go on asking by ourselves: you find the answer here, and we mail you with the next step of your order. Please do not pay again.`
export const checkAgain = 'Check again'

// claim-form
export const reference = 'UPI reference (UTR)'
export const referenceHint = '12 digits, for example 412345678901'
export const sending = 'Sending…'
export const referenceSent = 'Reference received'
export const referenceSentText = 'We check the payment and confirm here.'
export const referenceWrong = (digits: number) =>
  digits === 0 ? 'Enter the 12 digits of the UPI reference' : `A UPI reference has 12 digits, this has ${digits}`
export const claimFailed = {
  INVALID_REFERENCE: 'Enter the 12 digits of the UPI reference',
  REFERENCE_USED: 'This reference belongs to another order. Please look again in your UPI app.',
  PAYMENT_NOT_AWAITED: 'This order no longer waits for a payment. The page shows how it stands now.',
  ORDER_NOT_FOUND: 'We couldn\u2019t find this order any more. Please check in My Orders.',
  TOO_MANY_CLAIMS: 'You have sent several references already. Please write or call us, and we look for your payment together.',
  FAILED: 'The reference could not be sent. It is still here; please try again.',
}
export const upiCode = 'QR code of the UPI payment'
export const openAUpiApp = 'Open a UPI app'

// order
/** `id`: its first 8 characters. */
export const title = (id: string) => `Order #${id} · Shringar`
export const backToMyOrders = 'Back to My Orders'
export const loadFailedText = 'The order is safe with us; only showing it failed.'
export const orderNotFound = 'Order Not Found'
export const orderNotFoundText = "We couldn't find an order with this ID. Please check the order ID or contact support."
export const adding = 'Adding…'
export const reOrder = 'Re-order'
export const fetching = 'Fetching…'
export const downloadInvoice = 'Download Invoice'
export const shippingInformation = 'Shipping information'
export const orderDate = 'Order date'
export const status = 'Status'
export const payment = 'Payment'
export const invoice = 'Invoice'
export const proforma = 'Proforma'
export const paymentAndInvoice = 'Payment and invoice'

// timeline-panel
export const headingPending = 'We have your order'
export const headingProcessing = 'Being packed'
export const headingShipped = 'On its way to you'
export const delivered = 'Delivered'
export const cancelled = 'Cancelled'
export const whatHappened = 'What happened'
export const stillToCome = '(still to come)'

// reorder
export const reorderFailed = 'The order could not be put into your cart'
export const reorderFailedText = 'Nothing was added; please try again.'
export const reorderNothing = 'Nothing of this order can be had now'
export const reordered = (products: number) => (products === 1 ? '1 product added to cart' : `${products} products added to cart`)
export const reorderSame = 'All as you bought it, at the same prices.'
export const reorderChanged = 'This is not quite what you bought:'
export const reorderUnits = (adds: number, bought: number) =>
  adds === bought ? `${adds} added` : adds === 0 ? `none of ${bought} added` : `${adds} added, ${bought} bought then`
export const changeGone = 'No longer for sale'
export const changeSoldOut = 'Out of Stock'
export const changeStock = (left: number, inCart: number) =>
  inCart === 0
    ? `Only ${left} left`
    : inCart >= left
      ? `Only ${left} left, all of them already in your cart`
      : `Only ${left} left, and ${inCart} were in your cart already`
export const changeMinimum = (minimum: number) => `Minimum Order: ${minimum} units`
export const changePrice = (before: string, now: string) => `${before} each then, ${now} now`
export const viewCart = 'View Cart'
export const browseProducts = 'Browse products'
export const closeReport = 'Close'

// timeline
export const orderPlaced = 'Order placed'
export const openAgain = 'Payment received, order open again'
export const acceptedAndPacked = 'Accepted and packed'
export const shipped = 'Shipped'

export const each = (amount: string) => `${amount} each`
export const payTo = (amount: string, storeName: string) => `${amount} to ${storeName}. We check incoming payments and confirm here and by mail.`
export const heading = (id: string) => (
  <>
    Order <span className="num">#{id}</span>
  </>
)
export const thankYou = (email: string) => `Thank you! Your order is placed. We have sent a confirmation to ${email}.`
export const needHelp = 'Need help with this order?'
/** `phone` may be empty. */
export const orCall = (phone: string) => (phone === '' ? '' : ` Or call ${phone}.`)
export const invoiceIssued = (serial: string) => `Invoice ${serial} issued`
export const creditNoteIssued = (serial: string) => `Credit note ${serial} issued`
/** Shown after the courier's name. */
export const trackingNumber = (number: string) => (
  <>
    , tracking number <b className="font-semibold text-ink select-all">{number}</b>
  </>
)
export const copyNumber = 'Copy'
export const copyTrackingNumber = 'Copy tracking number'
export const trackAt = (courier: string) => `Track at ${courier}`
/** For a courier whose tracking page accepts no number in a link. */
export const enterNumberThere = 'Copy the number and enter it there.'
export const opensInANewTab = '(opens in a new tab)'
export const askOnWhatsApp = 'Ask about this order on WhatsApp'
/** The prepared message; it contains only the order's number. `id`: its first 8 characters. */
export const whatsAppQuestion = (id: string) => `Hello, I have a question about order #${id}.`
/** `days`: 'Tue 24 – Sat 28 Nov' */
export const expected = (days: string) => `Expected ${days}`
