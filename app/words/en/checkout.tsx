/** The checkout: address, payment, review, and the possible results. */
import { Link } from 'react-router'

// checkout
export const title = 'Checkout'
export const checkout = 'Checkout'
/** Shown where scripts do not run. */
export const needsScripts = 'Ordering needs JavaScript. Please switch it on and reload this page, or order by telephone. Your cart is saved.'

// layout
export const backToCart = 'Back to cart'
/** The number follows. */
export const helpByPhone = 'Need help? Call'

// the parts
export const addressHeading = 'Where should it go?'
export const paymentHeading = 'Delivery and payment'
export const reviewHeading = 'Review your order'
export const placing = 'Placing your order…'
export const readingCart = 'Reading your cart…'
export const cartFailed = 'Failed to fetch cart items'
export const cartFailedText = 'Your cart is safe.'
export const cartEmpty = 'Your cart is empty'
export const cartEmptyText = 'Add something first. Your details are saved.'
export const cartBlocked = 'Your cart needs attention'
export const cartBlockedText = 'Please update these items in your cart first. Your details are saved.'
export const lineLost = 'A product in your cart is no longer for sale.'
export const goToCart = 'Go to your cart'
export const browseProducts = 'Browse products'
export const deliveryFree = 'Free delivery by courier, anywhere in India.'
export const deliveryCharged = (charge: string, freeFrom: string) => `By courier, anywhere in India: ${charge}. Free from ${freeFrom}.`
/** To an address with a charge of its own; it may be free from no amount. */
export const deliveryHere = (charge: string, freeFrom: string | null) =>
  `By courier to your address: ${charge}.${freeFrom === null ? '' : ` Free from ${freeFrom}.`}`

// steps
export const address = 'Address'
export const payment = 'Payment'
export const review = 'Review'
export const steps = 'Steps of the checkout'

// address-part
export const addressNotSaved = 'The address could not be saved'
export const addressNotSavedText = 'Your order is not affected.'
export const continueToPayment = 'Continue to payment'
export const deliverHere = 'Deliver to this address'
/** `days`: 'Tue 24 – Sat 28 Nov' */
export const expected = (days: string) => `Expected ${days}`

// invoice-part
export const invoice = 'Invoice'
export const theInvoice = 'the invoice'
export const addGstin = 'Add a GSTIN'
export const buyingForBusiness = 'Buying for a business? Add your GSTIN to claim the tax.'
export const forTheInvoice = 'Use for the invoice'

// address-fields
export const pinCode = 'PIN code'
export const state = 'State'
export const choose = 'Choose'
export const city = 'City'
export const addressHint = 'House or shop, street, area, landmark'
export const fullName = 'Full name'
export const mobileNumber = 'Mobile number'
export const mobileHint = 'So the courier can reach you'
export const email = 'Email'
export const emailHint = 'For questions about this delivery. The confirmation and invoice go to your account email.'
export const company = 'Company'
export const gstin = 'GSTIN'
export const gstinElsewhere = (registered: string, delivery: string) =>
  `Yes, the GSTIN is registered in ${registered} and the goods go to ${delivery}. GST follows the delivery address.`
export const gstinHint = 'For a B2B invoice and input tax credit'

// saved-addresses
export const deliverTo = 'Deliver to'
export const andGstin = (gstin: string) => ` · GSTIN ${gstin}`
export const newAddress = 'A new address'

// payment-part
export const chooseHowToPay = 'Choose how to pay'
export const delivery = 'Delivery'
export const payWith = 'Pay with'

// review-step
export const change = 'Change'
export const theAddress = 'the address'
export const thePayment = 'the payment'
export const editCart = 'Edit cart'
/** `offer`: its title. */
export const offerTakes = (offer: string, amount: string) => `${offer}: you save ${amount}`
export const totalToPay = 'Total to pay'
export const total = 'Total'
export const spendCredit = (balance: string) => `Use your store credit of ${balance}`
export const creditUsed = (amount: string) => `${amount} of it pays for this order.`
export const creditKept = 'It stays for another order.'
export const creditPaysAll = 'It pays the whole order. There is nothing left to pay.'
export const withCredit = (method: string, amount: string) => `${method}, and ${amount} store credit`
export const creditChanged = 'Your store credit has changed. Please check what is left to pay.'

// coupon-field
export const couponQuestion = 'Have a coupon?'
export const couponCode = 'Coupon code'
export const applyCoupon = 'Apply'
export const checkingCoupon = 'Checking…'
export const typeCoupon = 'Enter a coupon code'
export const couponCheckFailed = "We couldn't check this coupon. Please try again."
export const couponApplied = (code: string) => `Coupon ${code} is applied`
export const removeCoupon = 'Remove'
export const theCoupon = (code: string) => ` coupon ${code}`
export const couponTakes = (amount: string) => `${amount} off`
export const couponFreeDelivery = 'Free delivery'

// order limits per account
export const tooManyOrders = "You've placed many orders in the past hour, so this one wasn't placed. Please contact us, and we'll take it for you."
export const tooManyUnpaid = (count: number) =>
  `${count} of your orders are still unpaid, so this one wasn't placed. Pay or cancel one of them first, or choose cash on delivery.`
export const codLimit = (amount: string) =>
  `Until your first order is delivered, cash on delivery is limited to ${amount}. Your order wasn't placed; please choose another payment method.`

// invalid coupons
export const couponRefused = "We couldn't apply the coupon, so your order wasn't placed."
export const couponUnknown = 'There is no coupon with this code.'
export const couponTooMany = "You've tried too many invalid codes. Try again in an hour, or order without a coupon."
export const couponNotStarted = 'This coupon is not valid yet.'
export const couponEnded = 'This coupon has expired.'
export const couponUsedUp = 'This coupon has been used up.'
export const couponAlreadyUsed = "You've already used this coupon."
export const couponOtherGoods = "This coupon doesn't apply to the items in your cart."
export const couponNoGain = "This coupon doesn't lower your total, so it hasn't been used."
export const couponMinimum = (missing: string) => `Add ${missing} more of eligible products to use this coupon.`

// answer-panel
export const checkAgain = 'Check again'
export const sessionEnded = 'Your session ended before the order was placed. Your details are saved.'
export const login = 'Login'
export const changeTheAddress = 'Change the address'
export const chooseAnotherWay = 'Choose another payment method'
export const seeMyOrders = 'See My Orders'

// payment-methods
export const payOnline = 'Card, UPI, net banking'
/** `minutes`: how long an unpaid order reserves its goods. */
export const payOnlineText = (minutes: number) => `Pay securely with Razorpay right after ordering. We reserve your items for ${minutes} minutes.`
export const upiText = 'After ordering, scan a QR code or open your UPI app. We confirm when the payment arrives.'
export const cashText = 'Pay the courier when the parcel arrives.'
/** `amount`: what the account may still order in this way. */
export const codUpTo = (amount: string) => `Not for this order: until your first order is delivered, you can order ${amount} more this way.`
/** `fee`: in addition to the total so far. */
export const cashFee = (fee: string) => `Pay the courier when the parcel arrives. Fee: ${fee}.`
/** Why a payment method, or delivery, is not possible at an address; `limit`: of the goods */
export const notServed = (pincode: string) => `No courier delivers to ${pincode}.`
export const placeRefused = {
  PIN_NOT_SERVED: () => 'No courier delivers to this PIN code. Please choose another address.',
  ONLY_COD_HERE: () => 'The courier takes only cash on delivery at this address.',
  COD_NOT_HERE: () => 'Cash on delivery is not available at this address.',
  COD_MINIMUM: (limit: string) => `Cash on delivery is available for goods of ${limit} or more.`,
  COD_MAXIMUM: (limit: string) => `Cash on delivery is available for goods of up to ${limit}.`,
}
export const notPlaced = "Your order wasn't placed."

// refusal-text
export const aProduct = 'A product'
export const totalChanged = (before: string, now: string) => `Total: ${before} before, ${now} now`
export const quoteChanged = "The price has changed, so your order wasn't placed. Please review it and place it again."
export const notEnoughLeft = "Some items don't have enough stock, so your order wasn't placed."
export const belowMinimum = "Some quantities are below the minimum order, so your order wasn't placed."
export const methodUnavailable = "This payment method isn't available, so your order wasn't placed. Please choose another."
export const accountBlocked =
  "Your account is blocked, so your order wasn't placed. Your earlier orders aren't affected. Please contact us if this is a mistake."
export const writeToUs = 'Contact us'
export const shopClosed = 'The shop is closed at the moment. Your cart stays as it is until it opens.'
export const emptyPerhapsOrdered = 'Your cart is empty. You may have ordered it in another tab or on another device.'
export const placedBefore = 'This order was already placed: the connection dropped before we could confirm it. It does not include changes you made since.'
export const seeTheOrder = 'See the order'
export const tooManyLines = (most: string) => `An order can have up to ${most} products, so yours wasn't placed. Please remove some and order them separately.`
export const notTaken = "We couldn't place your order and nothing was charged. Please try again."
export const eachNow = (amount: string) => `${amount} each now`
/** `now`: the sentence of eachNow, or empty. */
export const eachBefore = (amount: string, now: string) => `${amount} each before, ${now}`
export const youHave = (quantity: number | string | null, minimum: number | string | null) =>
  `Minimum Order: ${minimum ?? ''} units${quantity === null ? '' : ` (you have ${quantity})`}`
export const youWant = (quantity: number | string | null, left: number | string) => `only ${left} left${quantity === null ? '' : ` (you wanted ${quantity})`}`
export const outOfStock = 'Out of Stock'

// parts of the form
export const saveAddress = 'Save this address for next time'
/** `phone` may be empty. */
export const orderingPaused = (phone: string) =>
  `Online ordering is paused: no payment method is available right now. Your cart is saved. Please call us${phone === '' ? '' : ` at ${phone}`}.`
export const invoiceTo = (gstin: string) => (
  <>
    Invoice to GSTIN <b className="font-semibold">{gstin}</b>
  </>
)
export const holding = (units: number, products: number) => `${units} ${units === 1 ? 'unit' : 'units'}, ${products} ${products === 1 ? 'product' : 'products'}`
export const youSave = (amount: string) => `You save ${amount}`
export const linesBlocked = (
  <>
    Some items need your attention. Please{' '}
    <Link to="/cart" className="font-semibold underline underline-offset-4">
      update your cart
    </Link>{' '}
    first.
  </>
)
export const placeOrder = (amount: string) => `Place order · ${amount}`
export const acceptTerms = (
  <>
    By placing the order you accept the{' '}
    <Link to="/terms" className="link">
      Terms &amp; Conditions
    </Link>
    . You can cancel while the order is pending.
  </>
)
export const noAnswer = (
  <>
    <b className="font-semibold">We couldn't confirm your order yet.</b> Check again when you're back online: it won't be placed or charged twice.
  </>
)
export const notTakenBecause = (reasons: string) => `Please correct this to place the order: ${reasons}`

// needs-line
export const needsLine = "You're offline. Ordering needs an internet connection."
export const needsLineText = "Your cart and details are saved. You can place the order once you're back online."
