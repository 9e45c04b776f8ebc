/** The checkout: address, payment, review, and the possible results. */
import { Link } from 'react-router'

// checkout
export const title = 'Checkout · Shringar'
export const checkout = 'Checkout'

// checkout-steps
export const addressHeading = 'Where should it go?'
export const paymentHeading = 'Delivery and payment'
export const reviewHeading = 'Review your order'
export const placing = 'Placing your order…'
export const readingCart = 'Reading your cart…'
export const cartFailed = 'Failed to fetch cart items'
export const cartFailedText = 'Your cart is kept with us.'
export const cartEmpty = 'Your cart is empty'
export const cartEmptyText = 'Put something into it first; what you typed here is kept.'
export const cartBlocked = 'Your cart cannot be ordered yet'
export const cartBlockedText = 'Please put these lines right in your cart first; what you typed here is kept.'
export const lineLost = 'A product in your cart is no longer for sale.'
export const goToCart = 'Go to your cart'
export const browseProducts = 'Browse products'
export const deliveryFree = 'Free delivery by courier, anywhere in India.'
export const deliveryCharged = (charge: string, freeFrom: string) => `By courier, anywhere in India: ${charge}. Free from ${freeFrom}.`

// steps
export const address = 'Address'
export const payment = 'Payment'
export const review = 'Review'
export const steps = 'Steps of the checkout'

// address-step
export const addressNotSaved = 'The address could not be saved'
export const addressNotSavedText = 'Your order is not affected.'
export const continueToPayment = 'Continue to payment'

// address-fields
export const pinCode = 'PIN code'
export const state = 'State'
export const choose = 'Choose'
export const city = 'City'
export const addressHint = 'House or shop, street, area, landmark'
export const fullName = 'Full name'
export const mobileNumber = 'Mobile number'
export const mobileHint = 'So that the courier can reach you at the door'
export const email = 'Email'
export const emailHint = 'For questions about this delivery. The confirmation and the invoice go to the email of your account.'
export const company = 'Company'
export const gstin = 'GSTIN'
export const gstinElsewhere = (registered: string, delivery: string) =>
  `Yes, the GSTIN is registered in ${registered} and the goods go to ${delivery}. GST follows the delivery address.`
export const gstinHint = 'For a B2B invoice and input tax credit'

// saved-addresses
export const deliverTo = 'Deliver to'
export const andGstin = (gstin: string) => ` · GSTIN ${gstin}`
export const newAddress = 'A new address'

// payment-step
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

// coupon-field
export const couponQuestion = 'Have a coupon?'
export const couponCode = 'Coupon code'
export const applyCoupon = 'Apply'
export const checkingCoupon = 'Checking…'
export const typeCoupon = 'Type the code first'
export const couponCheckFailed = 'The coupon could not be looked up. Please try again.'
export const couponApplied = (code: string) => `Coupon ${code} is applied`
export const removeCoupon = 'Remove'
export const theCoupon = (code: string) => ` coupon ${code}`
export const couponTakes = (amount: string) => `${amount} off`
export const couponFreeDelivery = 'Free delivery'

// order limits per account
export const tooManyOrders = 'You have placed many orders within an hour. Nothing was ordered; please write or call us, and we take this one for you.'
export const tooManyUnpaid = (count: number) =>
  `${count} orders of yours are not paid yet. Nothing was ordered; pay or cancel one of them first, or choose to pay on delivery.`
export const codLimit = (amount: string) =>
  `Until your first order has been delivered, up to ${amount} can be paid on delivery. Nothing was ordered; please choose another way to pay.`

// invalid coupons
export const couponRefused = 'The coupon was not taken, and nothing was ordered.'
export const couponUnknown = 'There is no coupon with this code.'
export const couponTooMany = 'You have tried many codes that do not exist. Try again in an hour, or order without a coupon.'
export const couponNotStarted = 'This coupon is not valid yet.'
export const couponEnded = 'This coupon has ended.'
export const couponUsedUp = 'This coupon has been used up.'
export const couponAlreadyUsed = 'You have used this coupon already.'
export const couponOtherGoods = 'This coupon is for other products than those in your cart.'
export const couponNoGain = 'Without this coupon you pay no more, so it is not used up.'
export const couponMinimum = (missing: string) => `This coupon needs ${missing} more of its products in your cart.`

// answer-panel
export const checkAgain = 'Check again'
export const sessionEnded = 'Your session ended before the order was placed. Everything you typed is kept.'
export const login = 'Login'
export const changeTheAddress = 'Change the address'
export const chooseAnotherWay = 'Choose another way'
export const seeMyOrders = 'See My Orders'

// payment-methods
export const payOnline = 'Card, UPI, net banking'
/** `minutes`: how long an unpaid order reserves its goods. */
export const payOnlineText = (minutes: number) => `Through Razorpay, right after ordering. We keep the goods for you for ${minutes} minutes meanwhile.`
export const upiText = 'After ordering: a QR code, or your UPI app on this phone. We confirm when the payment arrives.'
export const cashText = 'Pay the courier when the parcel arrives.'

// refusal-text
export const aProduct = 'A product'
export const totalChanged = (before: string, now: string) => `Total: ${before} before, ${now} now`
export const quoteChanged = 'The price changed since you looked. Nothing was ordered; please look again and place the order if you agree.'
export const notEnoughLeft = 'Not everything is left in the quantity you want. Nothing was ordered.'
export const belowMinimum = 'Some quantities are below the minimum order. Nothing was ordered.'
export const methodUnavailable = 'This way of paying is not available now. Nothing was ordered; please choose another.'
export const accountBlocked = 'Your account is blocked, so nothing was ordered. Orders you placed before go on. Please write to us if this is a mistake.'
export const writeToUs = 'Write to us'
export const emptyPerhapsOrdered = 'Your cart is empty. Perhaps it was ordered in another tab or on another device.'
export const placedBefore = 'This order was already placed: the connection broke before we could tell you. What you have changed since is not part of it.'
export const seeTheOrder = 'See the order'
export const tooManyLines = (most: string) => `An order has at most ${most} products. Nothing was ordered; please remove some and order them separately.`
export const notTaken = 'The order was not taken. Nothing was ordered; please try once more.'
export const eachNow = (amount: string) => `${amount} each now`
/** `now`: the sentence of eachNow, or empty. */
export const eachBefore = (amount: string, now: string) => `${amount} each before, ${now}`
export const youHave = (quantity: number | string | null, minimum: number | string | null) =>
  `you have ${quantity ?? 'fewer'}, Minimum Order: ${minimum ?? ''} units`
export const youWant = (quantity: number | string | null, left: number | string) => `you want ${quantity ?? 'more'}, Only ${left} left`
export const outOfStock = 'Out of Stock'

// parts of the steps
export const saveAddress = 'Save this address for next time'
/** `phone` may be empty. */
export const orderingPaused = (phone: string) =>
  `Ordering online is paused: no way of paying is set up at the moment. Your cart is kept. Please call us${phone === '' ? '' : ` at ${phone}`}.`
export const invoiceTo = (gstin: string) => (
  <>
    Invoice to GSTIN <b className="font-semibold">{gstin}</b>
  </>
)
export const holding = (units: number, products: number) => `${units} ${units === 1 ? 'unit' : 'units'}, ${products} ${products === 1 ? 'product' : 'products'}`
export const youSave = (amount: string) => `You save ${amount}`
export const linesBlocked = (
  <>
    Some lines cannot be ordered as they are. Please{' '}
    <Link to="/cart" className="font-semibold underline underline-offset-4">
      put them right in your cart
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
    <b className="font-semibold">We could not hear whether your order was placed.</b> Check again when you are back online: it is one and the same order, never
    two.
  </>
)
export const notTakenBecause = (reasons: string) => `The order was not taken yet: ${reasons}`

// needs-line
export const needsLine = "You're offline. Ordering needs the internet."
export const needsLineText = 'Your cart and what you have typed are kept; you can place the order once you are back online.'
