/** /admin/orders/create */

export const title = 'Create Manual Order'
export const group = 'Manual order'
export const draftKept = 'Draft saved in this tab until you sign out'
export const startOver = 'Start over'
export const startOverTitle = 'Discard this draft?'
export const startOverText = 'The customer, the products and everything else you entered are removed. No order was created.'
export const startOverKeep = 'Keep the draft'
export const leaveTitle = 'Leave the order unfinished?'
export const leaveText = 'No order was created. The draft stays in this tab until you sign out.'
export const stay = 'Stay here'
export const leave = 'Leave'

// channel
export const channel = 'How the order came'
export const channels = { telephone: 'Phone', counter: 'Counter', whatsapp: 'WhatsApp', other: 'Other' }

// the customer
export const customer = 'Customer'
export const findCustomer = 'Find a customer'
export const findCustomerHint = 'name, phone, company or GSTIN'
export const noCustomer = 'No customer with this name or number. Enter a new customer.'
export const newCustomer = 'New customer'
export const walkIn = 'Walk-in customer'
export const walkInText = 'No name is needed below ₹50,000. You can enter name, address and GSTIN for the invoice.'
export const newText = 'Buys without an account. They can register later with the same email address.'
export const guest = 'no account'
export const change = 'Change'
export const changeCustomer = 'Change the customer'
export const ordersOf = (count: number) => (count === 0 ? 'no orders yet' : count === 1 ? '1 order' : `${count} orders`)
export const copyLast = 'Copy last order'
export const copied = (lines: number) => (lines === 1 ? '1 product copied from the last order' : `${lines} products copied from the last order`)
export const nothingToCopy = 'None of the products of the last order are on sale'
export const savedAddresses = 'Saved addresses'
export const anotherAddress = 'Another address'
export const details = 'Name, contact and address'
export const noName = 'No name'
export const buyerFailed = 'The customer did not load. Please choose again.'
export const draftOfAnother = (name: string) => `The unfinished order of ${name} is still here`
export const draftOfAnotherText = 'Finish it, or start over for the customer you came from.'
export const fullName = 'Full name'
export const company = 'Company'
export const gstin = 'GSTIN'
export const phone = 'Mobile number'
export const email = 'Email'
export const emailHint = 'Without one, no email is sent. A customer with an account is emailed at the account’s address.'
export const address = 'Address'
export const city = 'City'
export const pincode = 'PIN code'
export const state = 'State'
export const chooseState = 'Choose'

// the products
export const products = 'Products'
export const linesAndUnits = (lines: number, units: string) => `${lines === 1 ? '1 line' : `${lines} lines`}, ${units === '1' ? '1 unit' : `${units} units`}`
export const addProduct = 'Add a product'
export const addProductHint = 'name, SKU or scan'
export const noProducts = 'No product on sale has this name or SKU.'
export const productsEmpty = 'Type a name or SKU and press Enter to add it.'
export const inStock = (stock: number) => (stock === 0 ? 'out of stock' : `${stock} in stock`)
export const minimum = (units: number) => `minimum ${units}`
export const product = 'Product'
export const quantity = 'Quantity'
export const unitPrice = 'Unit price'
export const discountShare = 'Discount'
export const lineTotal = 'To pay'
export const quantityOf = (name: string) => `Quantity of ${name}`
export const removeLine = (name: string) => `Remove ${name}`
export const removed = (name: string) => `${name} removed`
export const undo = 'Undo'
export const changePrice = (name: string) => `Set a custom price for ${name}`
export const priceOf = (name: string) => `Custom price of ${name}, rupees`
export const reasonOf = (name: string) => `Reason for the price of ${name}`
export const customPrice = 'Custom price'
export const insteadOf = (price: string) => `instead of ${price}. Reason`
export const shopPrice = (name: string) => `Back to the standard price for ${name}`
export const underMrp = (amount: string) => `${amount} under MRP`
export const aboveMrp = (highest: string) => `Above MRP. At most ${highest}.`
export const noMrp = 'no MRP'
export const tier = (percent: string, base: string) => `tier ${percent}% off ${base}`
export const nextTier = (more: number, price: string) => `${more} more: ${price} each`
export const belowMinimum = (units: number) => `Below the minimum order of ${units}.`
export const sellAnyway = 'Sell below the minimum'
export const onlyLeft = (stock: number) => (stock === 0 ? 'None left.' : `Only ${stock} left.`)
export const takeAll = (stock: number) => `Take ${stock}`
export const notSold = 'No longer sold.'
export const quantityNeeded = 'A whole number from 1'
export const priceNeeded = 'An amount above ₹0'
export const reasonNeeded = 'Enter a reason'
export const productsFailed = 'The products did not load.'

// totals
export const toPay = 'To pay'
export const freeFrom = (amount: string) => `free from ${amount}`
export const moreForFree = (amount: string) => `${amount} more for free delivery`
export const total = 'Total'
export const placeOfSupply = (state: string, same: boolean) => `Place of supply ${state}, ${same ? 'the shop’s own State' : 'not the shop’s State'}.`
export const stateUnknown = 'Calculated for the shop’s own State until an address is entered.'
export const counting = 'Calculating…'
export const notCounted = 'The total could not be calculated. Your draft is still here.'
export const countAgain = 'Recalculate'
export const deliveryHow = 'Delivery method'
export const deliveries = { rule: 'Standard delivery', free: 'Free delivery', collected: 'Collected in the shop' }
export const coupon = 'Coupon code'
export const couponErrors: Record<string, string> = {
  UNKNOWN: 'This coupon does not exist.',
  NOT_STARTED: 'This coupon is not valid yet.',
  ENDED: 'This coupon has ended.',
  USED_UP: 'This coupon has reached its usage limit.',
  ALREADY_USED: 'This customer has already used this coupon.',
  NO_GOODS: 'This coupon is for other products, or they all have a custom price.',
  NO_GAIN: 'This coupon doesn’t lower the total.',
}
export const couponLacks = (amount: string) => `${amount} short of its minimum.`
export const byHand = 'Manual discount'
export const byHandKind = 'Discount in'
export const byHandKinds = { amount: '₹', percent: '%' }
export const byHandValue = 'Manual discount, amount'
export const byHandReason = 'Reason for the discount'
export const byHandReasonHint = 'Reason, only shown to staff'
export const byHandNeeded = { amount: 'An amount above ₹0', percent: 'A percentage from 0.01 to 100' }
export const noGain = 'With this discount the order no longer gets free delivery, so the total isn’t lower. Make delivery free or raise the discount.'

// payment
export const payment = 'Payment'
export const methods = { upi: 'UPI', cash: 'Cash', card: 'Card', bank: 'Bank', cod: 'On delivery' }
export const howPaid = 'Payment method'
export const received = 'Payment received'
export const utr = 'UTR or bank reference'
export const utrHint = '12 to 22 letters and digits. Each can be used for one order only.'
export const upiLater = 'The order waits for payment. Send the UPI link from its page.'
export const upiOff = 'A UPI link needs the shop’s UPI address in Settings. A payment received by UPI can be entered.'
export const bankLater = 'The order waits for the transfer. Record it on the order’s page.'
export const cashNow = 'Cash is received now.'
export const cardNow = 'Card payment approved.'
/** What the shop's delivery rates would refuse a buyer. */
export const placeWarning = {
  PIN_NOT_SERVED: () => 'The courier’s list does not serve this PIN code.',
  ONLY_COD_HERE: () => 'The courier takes only cash on delivery there.',
  COD_NOT_HERE: () => 'Cash on delivery is not offered at this address.',
  COD_MINIMUM: (limit: string) => `Cash on delivery is offered for goods of ${limit} or more.`,
  COD_MAXIMUM: (limit: string) => `Cash on delivery is offered for goods of up to ${limit}.`,
}
export const youDecide = 'You can create the order all the same.'
export const codText = 'The courier collects the money on delivery.'
export const codOff = 'Cash on delivery is switched off in Settings.'
export const referenceUsed = 'This reference is already used for another order.'

// next steps
export const accept = 'Accept now and issue the invoice'
export const handOver = 'Handed over now: accepted, invoiced and delivered'
export const mailBuyer = 'Send emails about this order'
export const mailNobody = 'No email address: no emails are sent.'
export const create = (amount: string) => `Create order for ${amount}`
export const createPlain = 'Create order'
export const creating = 'Creating…'
export const created = (id: string) => `Order #${id} created`
export const focusCustomer = 'Find a customer'
export const focusProduct = 'Add a product'

// refusals
export const needsProducts = 'Add a product first.'
export const needsCustomer = 'Choose the customer first.'
export const stillCounting = 'The total is still being calculated. Please try again.'
export const linesChanged = 'The order was not created: these lines have changed.'
export const priceChanged = (name: string, was: string | null, now: string) => `${name}: ${was === null ? '' : `${was} → `}${now} each`
export const totalChanged = 'The order was not created: delivery or tax has changed. The new total is shown.'
export const stockChanged = (name: string, wanted: number, left: number) => `${name}: ${wanted} asked, ${left} left`
export const minimumChanged = (name: string, wanted: number, least: number) => `${name}: ${wanted} asked, the minimum is ${least}`
export const mrpChanged = (name: string, highest: string) => `${name}: at most ${highest} under MRP`
export const tooManyLines = (most: string) => `An order has at most ${most} products.`
export const gstinElsewhere = (registered: string, delivery: string) =>
  `The GSTIN is registered in ${registered} and the goods go to ${delivery}: that is correct. GST follows the delivery address.`
export const keyReused = 'An order was already created from this draft. Check the newest order before you try again.'
export const couponRefused = 'The order was not created: the coupon is not valid.'
export const noGainRefused = 'The order was not created: the manual discount would raise the total.'
export const methodOff = 'The order was not created: this payment method is switched off in Settings.'
export const unknownOutcome = 'The shop did not answer, so we don’t know whether the order was created. Try again: it is created only once.'
export const busy = 'Other customers are buying these products right now. Please try again.'
export const notAllowed = 'The order was not created: your account no longer has permission.'
export const blocked = 'The order was not created: this customer’s account is blocked. Unblock it first.'

// on the page of a manual order
export const byHandTitle = 'Manual order'
export const channelOf = 'Channel'
export const writtenBy = 'Created by'
export const overrides = {
  price: (name: string, given: string, listed: string) => `${name}: ${given} instead of ${listed}`,
  discount: (given: string) => `Manual discount ${given}`,
  minimum: (name: string, given: string, listed: string) => `${name}: ${given} sold, the minimum is ${listed}`,
  delivery: (listed: string) => `Delivery free instead of ${listed}`,
}
export const payLink = 'UPI link to send'
export const copyLink = 'Copy the link'
export const linkCopied = 'UPI link copied'
export const linkNotCopied = 'It could not be copied. Please select and copy it.'
export const sendByWhatsApp = 'Send by WhatsApp'
export const payMessage = (shop: string, order: string, amount: string, link: string) => `${shop}: please pay ${amount} for order ${order} by UPI: ${link}`
export const aProduct = 'A product'
export const anAdmin = 'An admin'
