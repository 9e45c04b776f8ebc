/** A product’s page (docs/rules.md#fixed-texts). */
import { Link } from 'react-router'

// buy-box
export const addedToast = 'Product added to cart'
export const viewCart = 'View Cart'
export const addFailed = 'Failed to add product to cart'
export const outOfStock = 'Out of Stock'
export const addedToCart = 'Added to Cart'
export const adding = 'Adding…'
export const quantityOf = (name: string) => `Quantity of ${name}`
export const inCart = (count: number) => `${count} in your cart`
export const chosen = (quantity: number, unitPrice: string) => `${quantity} × ${unitPrice}`
export const addToCart = 'Add to Cart'
export const inCartChange = (count: number) => `${count} in your cart. Change the quantity to add more.`
export const inCartAlready = (count: number, chosen: number) => `${count} already in your cart; with these ${chosen} you have ${count + chosen}.`
export const allWeHave = (stock: number) => `All ${stock} we have.`

// buying
export const minimumOrder = (minimum: number) => `Minimum Order: ${minimum} units`

// details
export const genericName = 'Product'
export const netQuantity = 'Net quantity'
export const madeBy = 'Made by'
export const countryOfOrigin = 'Country of origin'
export const bestBefore = 'Best before'
export const batch = 'Batch'
export const licence = 'Manufacturing licence'
export const mrpText = (amount: string) => `${amount}, inclusive of all taxes`
export const consumerCare = 'Consumer care'
export const description = 'Description'
export const ingredients = 'Ingredients'
export const howToUse = 'How to use'
export const legalDetails = 'Maker, origin and legal details'

// price-block
export const each = 'each'
export const inclusiveOfTaxes = 'Inclusive of all taxes'
export const priceBeforeGst = 'Price before GST'
export const youPay = 'You pay'
/** For screen readers, before the price: they do not read that the MRP is struck out. */
export const youPayNow = 'You pay '

export const margin = (amount: string, percent: number) => `Margin at MRP ${amount} each (${percent}%)`

// price-stair
export const priceByQuantity = 'Price by quantity'
export const step = (from: number, unitPrice: string) => `${from} or more: ${unitPrice} each`

// tier-table
export const orderByTheList = (
  <>
    Ordering many products?{' '}
    <Link to="/order-pad" className="link inline-flex min-h-11 items-center">
      Paste your list
    </Link>
    .
  </>
)
export const theMoreYouTake = 'Buy more, save more'
export const quantity = 'Quantity'
export const priceEach = 'Price each'
export const inclGst = 'incl. GST'
export const yourPriceNow = 'Your price now'
export const allSteps = (count: number) => `Show all ${count} price steps`
export const fewerSteps = 'Show fewer price steps'

// product-text
export const closeUpOf = (name: string) => `${name}, close-up`
export const pricePer = (amount: string, name: string) => `${amount} per ${name}`

// recently-viewed
export const recentlyViewed = 'Recently viewed'

/** Shown when the quantity exceeds the stock; `inCart` units are already in the cart. */
export const onlyInStock = (stock: number, inCart: number) =>
  `Only ${stock} in stock${inCart > 0 ? `, and ${inCart} ${inCart === 1 ? 'is' : 'are'} already in your cart` : ''}.`
/** Starts with the button's agreed name (docs/decisions/0046); quantity and total follow. */
export const addQuantity = (quantity: number, amount: string) => (
  <span>
    Add to Cart<span className="max-lg:sr-only"> · </span>
    <span className="max-lg:block">{`${quantity} for ${amount}`}</span>
  </span>
)
/** The savings of the next tier. */
export const nudge = (missing: number, unitPrice: string, from: number, saves: string) => (
  <>
    Add <b>{missing} more</b> for <b>{unitPrice}</b> each. On {from} that saves <b>{saves}</b>.
  </>
)
/** Where it depends on the place. */
export const deliveryVaries = 'Delivery depends on place and weight. The checkout shows the charge before you order.'
export const freeDelivery = (from: string, charge: string) => (
  <>
    <b>Free delivery on orders of {from} or more.</b> Otherwise {charge}, anywhere in India.
  </>
)
export const gstInvoice = (
  <>
    <b>GST invoice with every order,</b> in your company’s name if you add your GSTIN.
  </>
)

/** For a customer with a GSTIN: the tax in the price of the chosen quantity. */
export const inputCredit = (gst: string) => (
  <>
    <b className="num">{gst} GST to claim as input credit:</b> the invoice names your company and GSTIN.
  </>
)
export const returns = (
  <>
    Arrived damaged or wrong?{' '}
    <Link to="/terms#returns" className="link py-1">
      How returns work
    </Link>
  </>
)
export const bestBeforeIs = (text: string) => (
  <>
    <b>Best before:</b> {text}
  </>
)

// prices
export const mrp = 'MRP'
export const percentOff = (percent: number) => `${percent}% off`
export const eachInclGst = (amount: string, rate: number) => (
  <>
    <b className="font-semibold text-ink">{amount}</b> each incl. {rate}% GST
  </>
)
export const gstAt = (rate: number) => `GST ${rate}%`
export const youSaveEach = (onMrp: boolean) => (
  <>
    You save
    <br />
    each{onMrp ? ' on MRP' : ''}
  </>
)
export const youSaveInAll = (
  <>
    Total
    <br />
    savings
  </>
)

// product
export const notFoundTitle = 'Product not found'
export const products = 'Products'
export const loadFailed = 'Failed to load product details'

// gallery
export const zoomPicture = 'Zoom picture'
export const pictures = 'Pictures'

// share-button
export const share = 'Share'
export const linkCopied = 'Link copied'
export const copyThisLink = 'Copy this link'

/** `shows`: what the picture shows. */
export const pictureNumber = (place: number, count: number, shows: string) => `Picture ${place} of ${count}: ${shows}`

export const metaDescription = (name: string, brand: string | null) =>
  `${name}${brand === null ? '' : ` by ${brand}`} at wholesale price, with bulk tiers and a GST invoice.`
export const sameFamily = (
  <>
    You may also <em>like</em>
  </>
)

// service
export const askOnWhatsApp = 'Ask about this product on WhatsApp'
/** The prepared message. */
export const whatsAppQuestion = (name: string, sku: string, address: string) => `Hello, I have a question about ${name} (SKU ${sku}):\n${address}`
export const opensInNewTab = '(opens in a new tab)'
