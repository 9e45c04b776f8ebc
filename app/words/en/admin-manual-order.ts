/** /admin/orders/create */

export const title = 'Create Manual Order'
export const group = 'Manual order'
export const draftKept = 'Draft kept in this tab until you sign out'
export const startOver = 'Start over'
export const startOverTitle = 'Throw this draft away?'
export const startOverText = 'The customer, the products and everything else you entered go. No order was made.'
export const startOverKeep = 'Keep the draft'
export const leaveTitle = 'Leave the order unfinished?'
export const leaveText = 'No order was made. The draft stays in this tab until you sign out, and waits for you here.'
export const stay = 'Stay here'
export const leave = 'Leave'

// how it came
export const channel = 'How the order came'
export const channels = { telephone: 'Telephone', counter: 'Counter', whatsapp: 'WhatsApp', other: 'Other' }

// the customer
export const customer = 'Customer'
export const findCustomer = 'Find a customer'
export const findCustomerHint = 'name, telephone, company or GSTIN'
export const noCustomer = 'Nobody of this name or number. Enter a new customer.'
export const newCustomer = 'New customer'
export const walkIn = 'Walk-in customer'
export const walkInText = 'No name is needed below ₹50,000. Name, address and GSTIN may be entered for the invoice.'
export const newText = 'Becomes the buyer of this order without an account. With the same e-mail address she can register herself later.'
export const guest = 'no account'
export const change = 'Change'
export const changeCustomer = 'Change the customer'
export const ordersOf = (count: number) => (count === 0 ? 'no orders yet' : count === 1 ? '1 order' : `${count} orders`)
export const copyLast = 'Copy last order'
export const copied = (lines: number) => (lines === 1 ? '1 product copied from the last order' : `${lines} products copied from the last order`)
export const nothingToCopy = 'Nothing of the last order is sold any more'
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
export const email = 'E-mail'
export const emailHint = 'Without one nobody is mailed. A customer with an account gets mail there.'
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
export const noProducts = 'No product of this name or SKU is sold.'
export const productsEmpty = 'Type a name or a SKU; Enter adds it.'
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
export const changePrice = (name: string) => `Agree another price for ${name}`
export const priceOf = (name: string) => `Agreed price of ${name}, rupees`
export const reasonOf = (name: string) => `Reason for the price of ${name}`
export const customPrice = 'Custom price'
export const insteadOf = (price: string) => `instead of ${price}. Reason`
export const shopPrice = (name: string) => `Back to the shop’s price for ${name}`
export const underMrp = (amount: string) => `${amount} under MRP`
export const aboveMrp = (highest: string) => `Above MRP. At most ${highest}.`
export const noMrp = 'no MRP'
export const tier = (percent: string, base: string) => `tier ${percent}% off ${base}`
export const nextTier = (more: number, price: string) => `${more} more: ${price} each`
export const belowMinimum = (units: number) => `Below the minimum order of ${units}.`
export const sellAnyway = 'Sell fewer all the same'
export const onlyLeft = (stock: number) => (stock === 0 ? 'None left.' : `Only ${stock} left.`)
export const takeAll = (stock: number) => `Take ${stock}`
export const notSold = 'No longer sold.'
export const quantityNeeded = 'A whole number from 1'
export const priceNeeded = 'An amount above ₹0'
export const reasonNeeded = 'Say why'
export const productsFailed = 'The products did not load.'

// what is paid
export const toPay = 'To pay'
export const goods = 'Goods'
export const taxable = 'Taxable value'
export const ofWhichTaxable = 'of which taxable value'
export const cgst = 'CGST'
export const sgst = 'SGST'
export const utgst = 'UTGST'
export const igst = 'IGST'
export const delivery = 'Delivery'
export const freeFrom = (amount: string) => `free from ${amount}`
export const moreForFree = (amount: string) => `${amount} more for free delivery`
export const total = 'Total'
export const placeOfSupply = (state: string, same: boolean) => `Place of supply ${state}, ${same ? 'same State as the shop' : 'another State than the shop'}.`
export const stateUnknown = 'Counted as within the shop’s State until there is an address.'
export const counting = 'Counting…'
export const notCounted = 'The total could not be counted. What you entered is kept.'
export const countAgain = 'Count again'
export const deliveryHow = 'How the goods get there'
export const deliveries = { rule: 'Delivered, by the shop’s rule', free: 'Delivered, free of charge', collected: 'Collected in the shop' }
export const coupon = 'Coupon code'
export const couponFaults: Record<string, string> = {
  UNKNOWN: 'There is no such coupon.',
  NOT_STARTED: 'This coupon does not hold yet.',
  ENDED: 'This coupon has ended.',
  USED_UP: 'This coupon is used up.',
  ALREADY_USED: 'This customer has used it as often as it allows.',
  NO_GOODS: 'This coupon is for other goods, or all of them have a custom price.',
  NO_GAIN: 'Without this coupon she pays no more.',
}
export const couponLacks = (amount: string) => `Its goods lack ${amount}.`
export const byHand = 'Discount by hand'
export const byHandKind = 'Discount in'
export const byHandKinds = { amount: '₹', percent: '%' }
export const byHandValue = 'Discount by hand, amount'
export const byHandReason = 'Reason for the discount'
export const byHandReasonHint = 'Reason, for the shop’s own eyes'
export const byHandNeeded = { amount: 'An amount above ₹0', percent: 'A percentage from 0.01 to 100' }
export const noGain = 'With this discount the goods fall below free delivery, and she pays no less. Make the delivery free, or give more.'

// payment
export const payment = 'Payment'
export const methods = { upi: 'UPI', cash: 'Cash', card: 'Card', bank: 'Bank', cod: 'On delivery' }
export const howPaid = 'How it is paid'
export const received = 'Received, and seen on the account'
export const utr = 'UTR or bank reference'
export const utrHint = '12 to 22 letters and digits. Each pays for one order only.'
export const upiLater = 'The order waits for its payment; its page has the UPI link to send.'
export const upiOff = 'A UPI link needs the shop’s UPI address in Settings. A payment received by UPI can be entered.'
export const bankLater = 'The order waits until the transfer is seen and settled on its page.'
export const cashNow = 'Cash is received now, into the till.'
export const cardNow = 'The card machine has said yes.'
export const codText = 'The courier collects it at the door.'
export const codOff = 'Cash on delivery is switched off in Settings.'
export const referenceUsed = 'This reference has paid another order.'

// what follows
export const accept = 'Accept at once and issue the invoice'
export const handOver = 'Handed over now: accepted, invoiced and delivered'
export const mailBuyer = 'Send e-mail about this order'
export const mailNobody = 'No e-mail address: nobody is mailed.'
export const create = (amount: string) => `Create order for ${amount}`
export const createPlain = 'Create order'
export const creating = 'Creating…'
export const created = (id: string) => `Order #${id} created`
export const focusCustomer = 'Find a customer'
export const focusProduct = 'Add a product'

// what was refused
export const needsProducts = 'Add a product first.'
export const needsCustomer = 'Choose the customer first.'
export const stillCounting = 'The total is still being counted. Please press again.'
export const linesChanged = 'No order was made: these lines are not what was shown.'
export const priceChanged = (name: string, was: string | null, now: string) => `${name}: ${was === null ? '' : `${was} → `}${now} each`
export const totalChanged = 'No order was made: delivery or tax changed meanwhile. The new total is shown.'
export const stockChanged = (name: string, wanted: number, left: number) => `${name}: ${wanted} asked, ${left} left`
export const minimumChanged = (name: string, wanted: number, least: number) => `${name}: ${wanted} asked, the minimum is ${least}`
export const mrpChanged = (name: string, highest: string) => `${name}: at most ${highest} under MRP`
export const tooManyLines = (most: string) => `An order has at most ${most} products.`
export const gstinElsewhere = (registered: string, delivery: string) =>
  `The GSTIN is registered in ${registered} and the goods go to ${delivery}: that is right. GST follows the delivery address.`
export const keyReused = 'An order was already made from this draft. Look at the newest order before you press again.'
export const couponRefused = 'No order was made: the coupon does not hold.'
export const noGainRefused = 'No order was made: the discount by hand would make it dearer.'
export const methodOff = 'No order was made: this way of paying is switched off in Settings.'
export const unknownOutcome = 'The shop did not answer, so it is not known whether the order was made. Press again: it is made once only.'
export const busy = 'Others are buying these goods this moment. Please press again.'
export const notAllowed = 'No order was made: your account may not make one any more.'
export const blocked = 'No order was made: this customer’s account is blocked. Let it in again on its page first.'

// on the page of an order that was written down
export const byHandTitle = 'Written down by hand'
export const channelOf = 'Came by'
export const writtenBy = 'Written by'
export const concessions = {
  price: (name: string, given: string, listed: string) => `${name}: ${given} instead of ${listed}`,
  discount: (given: string) => `Discount by hand ${given}`,
  minimum: (name: string, given: string, listed: string) => `${name}: ${given} sold, the minimum is ${listed}`,
  delivery: (listed: string) => `Delivery free instead of ${listed}`,
}
export const payLink = 'UPI link to send'
export const copyLink = 'Copy the link'
export const linkCopied = 'UPI link copied'
export const linkNotCopied = 'It could not be copied. Mark it and copy it by hand.'
export const sendByWhatsApp = 'Send by WhatsApp'
export const payMessage = (shop: string, order: string, amount: string, link: string) => `${shop}: please pay ${amount} for order ${order} by UPI: ${link}`
export const aProduct = 'A product'
export const anAdmin = 'An admin'
