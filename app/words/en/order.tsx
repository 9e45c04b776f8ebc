/** One order: lines, destination, history. */

// cancel-dialog
export const cancelledToast = 'Order cancelled successfully'
export const stillToPay = 'Still to pay'
export const stillToPayText = (amount: string) => `${amount} of this order is still to pay by bank transfer. Please contact us for our account details.`
export const cancelOrder = 'Cancel Order'
export const areYouSure = 'Are you sure?'
export const noKeepMyOrder = 'No, keep my order'
export const cancelling = 'Cancelling...'
export const yesCancelOrder = 'Yes, cancel order'
export const cancelWarning = 'This action cannot be undone. This will permanently cancel your order.'
/** Shown below it if money was already paid. */
export const cancelReturnsCredit = (amount: string) => `The ${amount} of store credit is yours again at once.`
export const cancelReturns = (amount: string) => `We'll refund the ${amount} you paid to your original payment method.`

/** Shown below it while staff still verify a payment that the customer reported. */
export const cancelWhileChecking = (amount: string) => `We'll keep looking for the ${amount} you sent and refund it when we find it.`

// items-panel
export const noItems = 'No items found for this order.'
export const goodsBefore = 'Goods before the coupon'
export const goodsBeforeOffers = 'Goods before offers'
export const lessOffers = (amount: string) => `less ${amount} by offers`
export const lessCoupon = (amount: string) => `less ${amount} by coupon`
export const itemsOfTheOrder = 'Items of the order'
export const product = 'Product'
export const quantity = 'Quantity'
export const total = 'Total'
export const totalAmount = 'Total amount'

// pay-panel
export const payByUpi = 'Pay by UPI'
export const havePaid = 'Paid already?'
export const havePaidText = 'Your UPI app shows a 12-digit reference (UTR) with the payment. It lets us find your payment right away.'
export const sendReference = 'Send the reference'
export const checkingPayment = 'Checking your payment'
export const checkingPaymentText = (amount: string) =>
  `We're looking for ${amount} in our account and will confirm here and by email, usually within a working day. Please don't pay again.`
export const yourReference = 'Your reference:'
export const wrongReference = 'Mistyped? Correct the reference'
export const correctReference = 'Save the reference'
export const paymentNotFound = "We couldn't find this payment"
export const paymentNotFoundText = (amount: string) =>
  `${amount} hasn't reached our account under this reference. If your bank says it was sent, correct the reference or contact us. Please don't pay again.`
/** For a cancelled order: the customer may have sent the money anyway. */
export const paidAllTheSame = 'Did you pay by UPI?'
export const paidAllTheSameText = (amount: string) =>
  `If ${amount} has left your account, send us the payment reference (UTR). We'll look for it and refund it when we find it.`
export const checkingCancelledText = (amount: string) =>
  `This order is cancelled. We're looking for ${amount} in our account. If we find it, we'll reopen the order or refund you, and let you know here and by email.`
export const refundDue = 'Your refund is on its way'
export const refundDueText = (paid: string, due: string) =>
  paid === due
    ? `You paid ${paid} for this order. We're refunding it to your original payment method and will confirm here.`
    : `You paid ${paid} for this order. We're refunding ${due} to your original payment method and will confirm here.`
export const refunded = 'Your refund has been sent'
export const refundedText = (amount: string) => `We refunded ${amount}. Your bank may take a few days to show it.`
// one refund each
export const refunds = 'Refunds'
export const refundOf = (amount: string) => `Refund of ${amount} due`
export const refundedOn = (amount: string, day: string, reference: string | null) =>
  `${amount} refunded on ${day}${reference === null ? '' : ` (reference ${reference})`}`
export const payUntil = (moment: string) => `Your items are reserved until ${moment}; then the order is cancelled automatically.`

export const orScan = 'or scan this with another phone'

// pay-panel: unpaid orders
export const notPaidInTime = 'Not paid in time'
/** A late payment reopens the order if everything is still available. */
export const notPaidInTimeText = (amount: string) =>
  `The items are back in stock and nothing was charged. If your payment of ${amount} still arrives, we'll reopen the order or refund you. Re-order adds everything to your cart again.`

// online-panel
export const payOnline = (amount: string) => `Pay ${amount}`
export const payOnlineText = "By card, UPI, net banking or wallet, in Razorpay's secure window. We never see your card."
/** Shown in the provider's window, and stored in its records. */
export const noteToProvider = (id: string) => `Order #${id}`
export const payNow = (amount: string) => `Pay now · ${amount}`
export const oneMoment = 'One moment…'
export const openingCheckout = 'Opening payment…'
export const payInTheWindow = 'Pay in the window above'
export const payOffline = "You're offline. Your order is saved; pay once you're back online."
export const heldUntil = (time: string) => `Your items are reserved until ${time}; then the order is cancelled automatically.`
export const payClosed = 'Not paid yet.'
export const payRefused = "That payment didn't go through."
export const orderStands = 'Your order is still open, so you can try again. If money left your account, we will find it or your bank will return it.'
export const payTrouble = {
  unreachable: 'The payment service is not responding.',
  script: 'The payment window could not be opened.',
  failed: 'The payment could not be started.',
}
export const nothingCharged = 'Nothing was charged, and your order is still open. Please try again in a moment.'
export const reloadPage = 'Reload the page'
export const payOver = 'The time to pay is over'
export const payOverText = (amount: string) =>
  `This order is being cancelled and its items go back into stock. If your payment of ${amount} has arrived, you'll see it here in a moment.`
export const paidNow = (amount: string) => `${amount} received. Thank you!`
export const paymentNumber = (id: string) => `Payment ${id}`

// checking-panel
export const checkingOnline = 'Checking your payment'
export const checkingOnlineText = (amount: string) =>
  `We're checking with the bank for ${amount}. This usually takes a few seconds. Please don't pay again. You can leave this page.`
export const checkingOffline = "You're offline. Your payment is safe: we'll check again once you're back online. Please don't pay again."
export const checkingRested = (amount: string) =>
  `The bank is taking longer than usual to confirm ${amount}. We'll keep checking: the result appears here, and we email you with the next step of your order. Please don't pay again.`
export const checkAgain = 'Check again'

// claim-form
export const reference = 'UPI reference (UTR)'
export const referenceHint = '12 digits, for example 412345678901'
export const sending = 'Sending…'
export const referenceSent = 'Reference received'
export const referenceSentText = "We'll check the payment and confirm here."
export const referenceWrong = (digits: number) =>
  digits === 0 ? 'Enter the 12 digits of the UPI reference' : `A UPI reference has 12 digits, this has ${digits}`
export const claimFailed = {
  INVALID_REFERENCE: 'Enter the 12 digits of the UPI reference',
  REFERENCE_USED: 'This reference belongs to another order. Please check your UPI app.',
  PAYMENT_NOT_AWAITED: 'This order is no longer waiting for a payment. The page shows its current status.',
  ORDER_NOT_FOUND: 'We couldn\u2019t find this order any more. Please check in My Orders.',
  TOO_MANY_CLAIMS: "You've already sent several references. Please contact us, and we'll find your payment together.",
  FAILED: 'The reference could not be sent. It is still here; please try again.',
}
export const upiCode = 'QR code of the UPI payment'
export const openAUpiApp = 'Open a UPI app'

// order
/** `id`: its first 8 characters. */
export const title = (id: string) => `Order #${id}`
export const backToMyOrders = 'Back to My Orders'
export const loadFailedText = "Your order is safe. We just couldn't load it."
export const orderNotFound = 'Order Not Found'
export const orderNotFoundText = "We couldn't find an order with this ID. Please check the order ID or contact support."
export const adding = 'Adding…'
export const reOrder = 'Re-order'
export const fetching = 'Fetching…'
export const downloadInvoice = 'Download Invoice'
export const shippingInformation = 'Shipping information'
export const orderDate = 'Order date'
export const orderNumber = 'Order number'
export const numbered = (number: string) => `No. ${number}`
export const status = 'Status'
export const payment = 'Payment'
export const invoice = 'Invoice'
export const proforma = 'Proforma'
export const creditNote = 'Credit note'
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
export const reorderFailed = "We couldn't add this order to your cart"
export const reorderFailedText = 'Nothing was added; please try again.'
export const reorderNothing = 'None of these items is available right now'
export const reordered = (products: number) => (products === 1 ? '1 product added to cart' : `${products} products added to cart`)
export const reorderSame = 'Everything as you bought it, at the same prices.'
export const reorderChanged = 'Some things have changed since you bought them:'
export const reorderUnits = (adds: number, bought: number) =>
  adds === bought ? `${adds} added` : adds === 0 ? `none of ${bought} added` : `${adds} added (you bought ${bought})`
export const changeGone = 'No longer for sale'
export const changeSoldOut = 'Out of Stock'
export const changeStock = (left: number, inCart: number) =>
  inCart === 0
    ? `Only ${left} left`
    : inCart >= left
      ? `Only ${left} left, all of them already in your cart`
      : `Only ${left} left, and ${inCart} were in your cart already`
export const changeMinimum = (minimum: number) => `Minimum Order: ${minimum} units`
export const changePrice = (before: string, now: string) => `${before} each before, ${now} now`
export const viewCart = 'View Cart'
export const browseProducts = 'Browse products'
export const closeReport = 'Close'

// timeline
export const orderPlaced = 'Order placed'
export const openAgain = 'Payment received, order open again'
export const changed = 'Order changed'
export const acceptedAndPacked = 'Accepted and packed'
export const shipped = 'Shipped'
export const headingPartShipped = 'Part of it is on its way'

// parcels of an order that leaves in several
export const parcels = 'Your parcels'
export const parcel = (number: number) => `Parcel ${number}`
export const parcelStates: Record<string, string> = {
  shipped: 'On its way',
  delivered: 'Delivered',
  returning: 'On its way back to us',
  returned: 'Back with us',
  lost: 'Lost',
}
export const toFollow = 'To follow'
export const notSent = 'Not sent any more'
export const ownDelivery = 'We bring it to you ourselves.'

export const each = (amount: string) => `${amount} each`
export const payTo = (amount: string, storeName: string) => `${amount} to ${storeName}. We check incoming payments and confirm here and by email.`
export const heading = (id: string) => (
  <>
    Order <span className="num">#{id}</span>
  </>
)

// thank-you
/** The buyer's name follows. */
export const thankYouTo = 'Thank you,'
export const placed = (email: string) => `Your order is placed. We've sent a confirmation to ${email}.`
export const sentOncePaid = 'We pack it as soon as your payment is here.'
export const payTheCourier = (amount: string) => `Please have ${amount} ready for the courier.`
export const whatHappensNext = 'What happens next'
/** `days`: 'Tue 24 – Sat 28 Nov' */
export const nextSteps = (days: string | null): [title: string, text: string][] => [
  ['Order placed', 'It is reserved for you. You can cancel until we accept it.'],
  ['Accepted and packed', 'We check and pack it, and issue your invoice.'],
  ['Shipped', 'You get the tracking number by email and here.'],
  ['Delivered', days === null ? 'The courier brings it to your door.' : `Expected ${days}.`],
]
export const keepShopping = 'Keep shopping'

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
export const opensInNewTab = '(opens in a new tab)'
export const askOnWhatsApp = 'Ask about this order on WhatsApp'
/** The prepared message; it contains only the order's names. */
export const whatsAppQuestion = (order: string) => `Hello, I have a question about order ${order}.`
/** `days`: 'Tue 24 – Sat 28 Nov' */
export const expected = (days: string) => `Expected ${days}`
